import { describe, expect, it } from 'vitest';
import { inspect } from '@/lib/inspect';
import type { JsonValue } from '@/lib/json/types';
import { callOf, rows } from '../../fixtures/dialects/kit';

/** Payloads of nobody in particular that look a little like a known API. */
const NEAR: [string, JsonValue][] = [
  ['a list with has_more', { data: rows(10), has_more: false }],
  [
    'an object list of another service',
    { object: 'list', data: rows(20), has_more: false, first_id: 'a', last_id: 'b' },
  ],
  ['a page size under meta', { data: rows(10), meta: { result_count: 10 } }],
  ['rows, a number and a schema', { rows: rows(10), totalRows: '10', schema: { fields: [] } }],
  ['rows and truncated', { rows: rows(100), truncated: false, row_count: 100 }],
  ['files and a token', { files: rows(100), nextPageToken: null }],
  ['pagination of an app', { items: rows(25), pagination: { current_page: 1, total_count: 25 } }],
  ['items without a kind', { apiVersion: 'v1', items: rows(3) }],
  ['hits without a number', { hits: rows(10) }],
  ['rows with a type and an id', { data: rows(10, (i) => ({ type: 'a', id: `${i}` })), links: { self: '/a' } }],
  ['a bare list of links', rows(30, (i) => ({ url: `https://example.com/${i}` }))],
  ['a bare list with a web address', rows(20, (i) => ({ iid: i, web_url: `https://example.com/${i}` }))],
  ['a message that is fine', { ok: true, message: 'sent' }],
  ['rows in a query result', { query_result: { rows: rows(1000) } }],
];

describe('payloads that only resemble an API', () => {
  it.each(NEAR)('%s is taken by no dialect', (_, result) => {
    const one = { dialect: '', name: '', tool: 'zz_probe', args: {}, result, expect: { verdict: 'unknown' as const } };
    expect(inspect([callOf(one)]).calls[0]?.dialect).toBeNull();
  });
});
