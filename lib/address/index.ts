export * from './link';
export * from './view';
