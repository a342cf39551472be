import type { Dialect } from '../../dialects/schema';

const SAMPLE = 'the sample month: ingest/sample';

/** Tools of the sample month and of the document it follows. */
export const NATIVE: readonly Dialect[] = [
  {
    id: 'native_search_invoices',
    title: 'search_invoices of the sample',
    source: SAMPLE,
    standing: 'verified',
    tool: 'search_invoices',
    root: 'object',
    has: ['invoices'],
    rows: { path: 'invoices', unit: 'invoice' },
    limit: { default: 25 },
  },
  {
    id: 'native_count_invoices',
    title: 'count_invoices of the sample',
    source: SAMPLE,
    standing: 'verified',
    tool: 'count_invoices',
    root: 'object',
    has: ['count'],
    census: { path: 'count', unit: 'invoice' },
  },
];
