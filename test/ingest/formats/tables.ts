import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ReadLog } from './read';

/** What one fixture must come to: written by hand from the fixture, never copied from a reader's output. */
export interface Table {
  fixture: string;
  /** Rows of a kind (`call`, `failed`, `answer`, `account`), each as its columns. */
  rows: string[][];
  sessions: string[] | null;
  accounts: string[] | null;
}

const FOLDER = resolve(import.meta.dirname, 'tables');
const BETWEEN = ' || ';

/**
 * The tables of a format, `tables/<format>.txt`: `# <fixture>` begins one, columns stand between ` || `, `\n` and `\t` are
 * written out, `-` is none, `(empty)` a text of no length,
 * and `~` an id that the log lacks. Null when the format has none.
 */
export function tablesOf(format: string): Table[] | null {
  const path = resolve(FOLDER, `${format}.txt`);
  if (!existsSync(path)) return null;
  const tables: Table[] = [];
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line.startsWith('! ')) continue;
    if (line.startsWith('# ')) tables.push({ fixture: line.slice(2), rows: [], sessions: null, accounts: null });
    const table = tables.at(-1);
    if (line === '' || line.startsWith('# ') || !table) continue;
    const [kind = '', ...columns] = line.split(BETWEEN);
    if (kind === 'sessions' || kind === 'accounts') table[kind] = columns;
    else table.rows.push(respelled(kind, columns));
  }
  return tables;
}

/** Why a format's logs can hold no answers (`! no answers: …`); null when they can. */
export function whyNoAnswers(format: string): string | null {
  return /^! no answers: (.+)$/m.exec(readFileSync(resolve(FOLDER, `${format}.txt`), 'utf8'))?.[1] ?? null;
}

/** The same of what was read: rows, and every session and account that a call, an answer or the log's text names. */
export function tableOf(fixture: string, log: ReadLog): Table {
  const names = new Names();
  const rows: string[][] = [];
  for (const record of log.records) {
    if (record.type === 'account')
      rows.push(['account', record.id, shown(record.name), `${record.revenue} ${record.currency}`]);
    if (record.type !== 'call' && record.type !== 'answer') continue;
    const place = [names.of(record.session), shown(record.account)];
    if (record.type === 'answer')
      rows.push(['answer', derived(record.id), ...place, shown(record.question), record.text]);
    else {
      const kind = record.error ? 'failed' : 'call';
      rows.push(respelled(kind, [derived(record.id), record.tool, ...place, record.args, shown(record.result)]));
    }
  }
  const spoken = log.records.filter((record) => record.type === 'call' || record.type === 'answer');
  return {
    fixture,
    rows,
    sessions: sorted(spoken.map((record) => names.of(record.session))),
    accounts: sorted(spoken.map((record) => shown(record.account))),
  };
}

/** Rows in an order of their own: a log's order is not what is compared. */
export function lines(table: Table): string[] {
  return table.rows.map((row) => row.map(written).join(BETWEEN)).sort();
}

/** Sessions that the log does not name, numbered as they come. */
class Names {
  private readonly known = new Map<string, string>();

  of(session: string): string {
    if (!/-[0-9a-f]{16}$/.test(session)) return session;
    const name = this.known.get(session) ?? `~${this.known.size + 1}`;
    this.known.set(session, name);
    return name;
  }
}

const derived = (id: string) => (/-[0-9a-f]{20}$/.test(id) ? '~' : id);
const shown = (text: string | null) => (text === '' ? '(empty)' : (text ?? '-'));
const written = (text: string) => text.replaceAll('\n', '\\n').replaceAll('\t', '\\t');

function sorted(values: string[]): string[] {
  return [...new Set(values)].sort();
}

/** Arguments and results on one line as JSON, so that a fixture may be laid out for people; a long one as length and hash. */
function respelled(kind: string, columns: string[]): string[] {
  if (kind !== 'call' && kind !== 'failed') return [kind, ...columns];
  const [args = '', result = ''] = columns.slice(-2).map(plain);
  const hash = createHash('sha256').update(result).digest('hex').slice(0, 16);
  return [kind, ...columns.slice(0, -2), args, result.length > 1000 ? `#${result.length} ${hash}` : result];
}

/** JSON in one spelling; a line end that is written out may stand between its tokens. Anything else as it is. */
function plain(text: string): string {
  for (const spelling of [text, text.replaceAll('\\n', '\n')]) {
    try {
      return JSON.stringify(JSON.parse(spelling));
    } catch {
      // Most results are no JSON.
    }
  }
  return text;
}
