import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readAccountsFile } from '@/ingest/accounts-file';

const ACME = {
  type: 'account',
  id: 'a-1',
  name: 'Acme, Inc.',
  revenue: 1_250_000,
  currency: 'USD',
  segment: 'enterprise',
};
const BOLT = { type: 'account', id: 'a-2', name: null, revenue: null, currency: null, segment: null };

describe('accounts from a file', () => {
  test.each([
    ['CSV', 'id,name,revenue,currency,segment\na-1,"Acme, Inc.",1250000,usd,enterprise\na-2,,,,\n'],
    [
      'CSV with other names and order',
      'Segment,ARR,Account ID,Company,Currency\nenterprise,"$1,250,000",a-1,"Acme, Inc.",USD\n,,a-2,,\n',
    ],
    ['semicolons', '\uFEFFaccount;name;arr;currency;tier\r\na-1;Acme, Inc.;1250000;USD;enterprise\r\na-2;;;;\r\n'],
    ['tabs', 'account_id\tname\trevenue\tcurrency\tsegment\na-1\tAcme, Inc.\t1250000\tUSD\tenterprise\na-2\t\t\t\t\n'],
    [
      'a JSON list',
      '[{"account_id":"a-1","name":"Acme, Inc.","revenue":1250000,"currency":"USD","segment":"enterprise"},{"account_id":"a-2"}]',
    ],
    [
      'JSON under a key',
      '{"accounts":[{"id":"a-1","name":"Acme, Inc.","arr":"1250000","currency":"USD","segment":"enterprise"},{"id":"a-2","arr":null}]}',
    ],
    ['JSON by id', '{"a-1":{"name":"Acme, Inc.","revenue":1250000,"currency":"USD","segment":"enterprise"},"a-2":{}}'],
  ])('%s', (_, text) => {
    expect(readAccountsFile(text)).toEqual({ accounts: [ACME, BOLT], errors: [], ignored: [] });
  });

  test('what cannot be used is told with its line, and the rest is read', () => {
    const { accounts, errors, ignored } = readAccountsFile(
      ['id,revenue,owner', 'a-1,12,x', ',7,x', 'a-3,lots,x', 'a-4,-5,x', 'a-1,9,x', 'a-6,1', 'a-7,0,x'].join('\n'),
    );
    expect(accounts.map(({ id, revenue }) => [id, revenue])).toEqual([
      ['a-1', 12],
      ['a-7', 0],
    ]);
    expect(errors.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
    expect(errors[1]?.reason).toBe('revenue "lots" is not a number of 0 or more');
    expect(errors[3]?.reason).toBe('account a-1 stands on line 2 already');
    expect(ignored).toEqual(['owner']);
  });

  test.each(['name,revenue\nx,1\n', '[1, 2]', '{"id": ', 'id,name\n"a'])('%j gives reasons and no accounts', (text) => {
    const { accounts, errors } = readAccountsFile(text);
    expect(accounts).toEqual([]);
    expect(errors.length).toBeGreaterThan(0);
  });

  test('an ambiguous decimal comma is no number', () => {
    expect(readAccountsFile('id;revenue\na;1234,5\n').errors).toHaveLength(1);
  });

  test('never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readAccountsFile(text)));
    fc.assert(fc.property(fc.json(), (text) => void readAccountsFile(text)));
  });
});
