import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Text that would run, draw, hide or turn around if a screen let it. */
export const HOSTILE =
  '<script>window.pwned=1</script><img src=x onerror="window.pwned=1"> **bold** [link](javascript:window.pwned=1) \u001b[31mred\u001b[0m \u202egnp.exe\u202c zero\u200bwidth';

/** Rows of the large payload, and about what it weighs as JSON. */
export const LARGE_ROWS = 68_000;

const START = Date.UTC(2026, 4, 4, 9);

/** A log of a large payload, a hostile one, a cut one, two views of one call, a walk, and lines that nobody can read. */
export function writeOddLog(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const call = (id: string, second: number, over: object) => ({
    type: 'call',
    id,
    ts: new Date(START + second * 1000).toISOString(),
    session: 's-odd',
    account: 'acct-1',
    tool: 'export_rows',
    args: {},
    ...over,
  });
  const incidents = (rows: number) => ({
    matched: 340,
    returned: 20,
    next_cursor: 'b2Zmc2V0OjIw',
    incidents: Array.from({ length: rows }, (_, id) => ({ id: `inc-${id}`, title: `Incident ${id}` })),
  });
  const note = 'lorem ipsum dolor sit amet '.repeat(9);
  const records = [
    { type: 'account', id: 'acct-1', name: 'Nordwind', revenue: 1_200_000, currency: 'USD', segment: 'enterprise' },
    { type: 'account', id: '<b>evil</b>', name: `Evil \u202eCorp ${HOSTILE}` },
    call('large', 0, {
      result: {
        matched: 90_000,
        items: Array.from({ length: LARGE_ROWS }, (_, id) => ({ id, name: `customer ${id}`, note })),
        next: 'abc',
      },
    }),
    call('large-line', 1, { tool: 'read_file', result: `${'x'.repeat(3_000_000)}needle${'y'.repeat(1_000)}` }),
    call('hostile/<script>..?#', 2, {
      tool: `<script>window.pwned=1</script>`,
      account: '<b>evil</b>',
      session: 's <b>"evil"</b>',
      args: { [HOSTILE]: HOSTILE },
      result: { items: [{ [HOSTILE]: HOSTILE }, { evil: HOSTILE }], note: HOSTILE },
    }),
    call('hostile-text', 3, { tool: 'fetch_page', result: `${HOSTILE}\n# Heading\n${HOSTILE}\n- list` }),
    call('cut', 4, { result: JSON.stringify(incidents(20)).slice(0, 300) }),
    call('two-views', 5, { tool: 'list_incidents', result: incidents(20), sent: incidents(14) }),
    ...[0, 1, 2, 3].map((page) =>
      call(`walk-${page}`, 10 + page, {
        tool: 'list_customers',
        session: 's-walk',
        args: { region: 'north', limit: 10, offset: page * 10 },
        result: {
          total: 37,
          offset: page * 10,
          items: Array.from({ length: page === 3 ? 7 : 10 }, (_, i) => ({ id: page * 10 + i })),
        },
      }),
    ),
  ];
  const lines = records.map((record) => JSON.stringify(record));
  lines.splice(3, 0, '{"type":"call","tool":<script>alert(1)</script>', 'not JSON at all \u202e');
  writeFileSync(join(folder, 'odd.ndjson'), `${lines.join('\n')}\n`);
}
