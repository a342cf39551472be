import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { accountInArguments } from '@/ingest/accounts/arguments';
import { ARGUMENTS } from '@/ingest/accounts/defaults';
import { declareAccounts, nameAccount, nameStored } from '@/ingest/accounts/naming';
import { accountInPath, patternProblem } from '@/ingest/accounts/paths';
import { accountsSchema } from '@/ingest/accounts/schema';
import { SpanAssembler } from '@/ingest/spans/assemble';
import type { Span } from '@/ingest/spans/types';
import { call, census, T0 } from '../records';

afterEach(() => declareAccounts({}));

const args = (value: unknown) => accountInArguments(JSON.stringify(value), ARGUMENTS);
const nobody = (over: object = {}) => call('c-1', { account: null, args: '{}', ...over });

describe('arguments that name the account', () => {
  test.each<[unknown, string | null]>([
    [{ account_id: 'acme' }, 'acme'],
    [{ accountId: ' acme ' }, 'acme'],
    [{ 'Account-ID': 17 }, '17'],
    [{ customer_id: 'c', account_id: 'a' }, 'a'],
    [{ filters: { account_id: 'deep' } }, 'deep'],
    [{ filters: { account_id: 'deep' }, org_id: 'top' }, 'top'],
    [{ q: 'x', organisation_id: 'o' }, 'o'],
    [{ 'account\u005fid': 'escaped' }, 'escaped'],
    // No name of one account:
    [{ account_id: ['a', 'b'] }, null],
    [{ account_id: { eq: 'a' } }, null],
    [{ account_id: true }, null],
    [{ account_id: null }, null],
    [{ account_id: '' }, null],
    [{ account_id: '*' }, null],
    [{ tenant: 'All' }, null],
    [{ account_id: 'x'.repeat(201) }, null],
    [{ a: { b: { account_id: 'too deep' } } }, null],
    // Names that say something else by default:
    [{ user_id: 'u', client_id: 'c', project_id: 'p', accounts: 'a', id: 'i' }, null],
    [[{ account_id: 'in a list' }], null],
    ['account_id', null],
  ])('%j', (given, account) => expect(args(given)).toBe(account));

  test('text that is no JSON, or cut, names what was whole', () => {
    for (const text of ['', 'account_id: a', '{"account_id":', '{', 'null'])
      expect(accountInArguments(text, ARGUMENTS)).toBe(null);
  });

  test('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((text) => `{"account_id":${text}`),
        ),
        (text) => {
          const found = accountInArguments(text, ARGUMENTS);
          expect(found === null || (found.trim() !== '' && found.length <= 200)).toBe(true);
        },
      ),
      { numRuns: 3_000 },
    );
  });
});

describe('paths that name the account', () => {
  test.each<[string, string, string | null]>([
    ['tenants/{account}/*.jsonl', '/var/log/tenants/acme/a.jsonl', 'acme'],
    ['tenants/{account}', '/var/log/tenants/acme/deep/a.jsonl', 'acme'],
    ['/var/log/{account}-agent.log', '/var/log/acme-agent.log', 'acme'],
    ['/var/log/{account}-agent.log', '/mnt/var/log/acme-agent.log', null],
    ['logs/**/{account}.ndjson', '/logs/2026/03/acme.ndjson', 'acme'],
    ['tenants/{account}/*.jsonl', 'C:\\tenants\\acme\\a.jsonl', 'acme'],
    ['tenants/{account}/*.jsonl', '/mytenants/acme/a.jsonl', null],
    ['tenants/{account}/*.jsonl', '/tenants/acme/b/a.jsonl', null],
    ['a.b/{account}/x', '/aab/acme/x', null],
  ])('%s in %s', (pattern, path, account) => expect(accountInPath(path, [pattern])).toBe(account));

  test('a pattern without a place, or with two, is refused with its place in the configuration', () => {
    expect(patternProblem('tenants/{account}/x')).toBe(null);
    const { error } = accountsSchema.safeParse({ paths: ['ok/{account}', 'tenants/*', '{account}/{account}'] });
    expect(error?.issues.map(({ path }) => path)).toEqual([
      ['paths', 1],
      ['paths', 2],
    ]);
  });
});

describe('the order of what names an account', () => {
  const folder = '/home/me/shop';
  const path = '/logs/tenants/by-path/a.log';

  test('the log itself, an argument, the path, the project folder, nobody', () => {
    declareAccounts({ paths: ['tenants/{account}'] });
    const argument = '{"account_id":"by-argument"}';
    const accounts = [
      nobody({ account: 'stated', args: argument, folder }),
      nobody({ args: argument, folder }),
      nobody({ folder }),
    ].map((record) => nameAccount(record, path).account);
    expect(accounts).toEqual(['stated', 'by-argument', 'by-path']);
    expect(nameAccount(nobody({ folder }), '/elsewhere').account).toBe(`folder:${folder}`);
    expect(nameAccount(nobody(), '/elsewhere').account).toBe(null);
  });

  test('an answer follows its folder, and no record keeps the folder itself', () => {
    const answer = {
      type: 'answer',
      id: 'a',
      ts: T0,
      session: 's',
      account: null,
      folder,
      question: null,
      text: 't',
    } as const;
    expect(nameAccount(answer, null)).toEqual({ ...answer, account: `folder:${folder}`, folder: undefined });
    expect('folder' in nameAccount(nobody({ folder }), null)).toBe(false);
  });

  test('own names come before the built-in ones; defaults: false leaves only them', () => {
    const both = nobody({ args: '{"account_id":"a","merchant":{"ref":"m"}}', folder });
    declareAccounts({ arguments: ['merchant.ref'] });
    expect(nameAccount(both, null).account).toBe('m');
    declareAccounts({ arguments: ['shop'], defaults: false });
    expect(nameAccount(both, null).account).toBe(null);
    declareAccounts({ folders: true, defaults: false });
    expect(nameAccount(both, null).account).toBe(`folder:${folder}`);
    declareAccounts({ folders: false });
    expect(nameAccount(nobody({ folder }), null).account).toBe(null);
  });

  test('a count of calls without an account goes where those calls go', () => {
    const counted = { account: '', args: '{"account_id":"a"}' };
    expect(nameAccount(census(3, counted), null).account).toBe('a');
    expect(nameAccount(census(3, { ...counted, account: null }), null).account).toBe(null);
    expect(nameAccount(census(3, { account: '' }), null).account).toBe('');
  });

  test('naming twice is naming once, and what is stored by an argument stays', () => {
    const record = fc.record({
      account: fc.constantFrom(null, '', 'stated'),
      args: fc.constantFrom('{}', '{"org_id":"o"}', '{"x":{"tenant":"t"}}', 'no json', '{"account_id":"*"}'),
      folder: fc.constantFrom(undefined, '/home/me/shop'),
    });
    fc.assert(
      fc.property(record, fc.constantFrom(null, '/logs/tenants/p/a'), fc.boolean(), (over, where, declared) => {
        declareAccounts(declared ? { paths: ['tenants/{account}'] } : {});
        const once = nameAccount(nobody(over), where);
        expect(nameAccount(once, where)).toEqual(once);
        expect(nameAccount(once, null)).toEqual(once);
        expect(nameStored(once).account).toBe(once.account === '' ? null : once.account);
        if (over.account === 'stated') expect(once.account).toBe('stated');
      }),
    );
  });
});

describe('spans', () => {
  const span = (over: Partial<Span>): Span => ({
    traceId: 't',
    spanId: 'root',
    parentId: null,
    name: 'chat',
    kind: null,
    start: T0,
    end: T0 + 1,
    error: false,
    attributes: new Map(),
    events: [],
    resource: new Map(),
    scope: null,
    dropped: 0,
    ...over,
  });
  const tool = (attributes: Record<string, string>) =>
    span({
      spanId: 'tool',
      parentId: 'root',
      attributes: new Map(
        Object.entries({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'search', ...attributes }),
      ),
    });
  /** The account of the one call of a trace, of which the root comes last, as exporters send it. */
  const accountOf = (
    root: Record<string, string>,
    own: Record<string, string> = {},
    resource: Record<string, string> = {},
  ) => {
    const assembler = new SpanAssembler(null);
    const first = assembler.add([tool(own)]).records;
    const then = assembler.add([
      span({ attributes: new Map(Object.entries(root)), resource: new Map(Object.entries(resource)) }),
    ]);
    const calls = [...first, ...then.records, ...assembler.flush().records].filter(({ type }) => type === 'call');
    expect(calls).toHaveLength(1);
    return calls[0] && 'account' in calls[0] ? calls[0].account : null;
  };

  test('without configuration: the conventions, and nobody', () => {
    expect(accountOf({ 'user.id': 'u' })).toBe('u');
    expect(accountOf({}, { 'enduser.id': 'e' })).toBe('e');
    expect(accountOf({ 'tenant.id': 't' })).toBe(null);
  });

  test('an attribute that the operator named goes before them, wherever it stands', () => {
    declareAccounts({ attributes: ['tenant.id'] });
    expect(accountOf({ 'tenant.id': 't' }, { 'user.id': 'u' })).toBe('t');
    expect(accountOf({ 'tenant.id': 't' }, { 'tenant.id': 'own' })).toBe('own');
    expect(accountOf({}, { 'user.id': 'u' })).toBe('u');
    expect(accountOf({}, { 'user.id': 'u' }, { 'tenant.id': 'of the resource' })).toBe('of the resource');
  });

  test('baggage: copied by a span processor, with a prefix, or as its header', () => {
    declareAccounts({ baggage: ['tenant'], defaults: false });
    expect(accountOf({ tenant: 'a' })).toBe('a');
    expect(accountOf({ 'baggage.tenant': 'b' })).toBe('b');
    expect(accountOf({ baggage: 'x=1, tenant=Big%20Corp;p=1' })).toBe('Big Corp');
    expect(accountOf({ 'http.request.header.baggage': '["tenant=100%"]' })).toBe('100%');
    expect(accountOf({ baggage: 'tenants=no', 'user.id': 'u' })).toBe(null);
  });
});
