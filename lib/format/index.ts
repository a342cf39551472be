export * from './buckets';
export * from './iceberg';
export * from './known';
export * from './number';
export * from './time';
export * from './verdict';
