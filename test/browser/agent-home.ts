import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const lines = (records: object[]) => `${records.map((record) => JSON.stringify(record)).join('\n')}\n`;
const issues = (from: number, rows: number) =>
  Array.from({ length: rows }, (_, i) => ({ id: from + i, title: `Invoice rounding ${from + i}`, state: 'open' }));

/** A home folder as two coding agents leave it: `sessions` sessions of each, every one with one capped call. */
export function makeAgentHome(sessions: number): string {
  const home = mkdtempSync(join(tmpdir(), 'capwatch-person-'));
  const claude = join(home, '.claude', 'projects', '-srv-books');
  const codex = join(home, '.codex', 'sessions', '2026', '02', '03');
  mkdirSync(claude, { recursive: true });
  mkdirSync(codex, { recursive: true });
  // What stands beside the logs and is none of our business.
  writeFileSync(join(home, '.claude', 'settings.json'), '{"theme":"dark"}');
  for (let n = 0; n < sessions; n++) {
    const id = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
    writeFileSync(join(claude, `${id}.jsonl`), lines(claudeSession(id, n)));
    writeFileSync(join(codex, `rollout-2026-02-03T09-00-${id}.jsonl`), lines(codexSession(id, n)));
  }
  return home;
}

/** A session as Claude Code 2.1 writes it: a page of 20 of 340 issues, and an answer that takes it for all. */
function claudeSession(session: string, n: number): object[] {
  const at = (second: number) => new Date(Date.UTC(2026, 1, 2, 9, n, second)).toISOString();
  const base = { isSidechain: false, userType: 'external', cwd: '/srv/books', sessionId: session, version: '2.1.39' };
  const page = JSON.stringify({ total: 340, returned: 20, next_cursor: `c-${n}`, issues: issues(n * 20, 20) });
  const result = [{ type: 'text', text: page }];
  const assistant = (id: string, content: object[]) => ({
    type: 'assistant',
    message: { id, type: 'message', role: 'assistant', model: 'claude-x', content },
  });
  return [
    {
      ...base,
      parentUuid: null,
      uuid: `u1-${n}`,
      timestamp: at(0),
      type: 'user',
      message: { role: 'user', content: 'How many open issues speak of rounding?' },
    },
    {
      ...base,
      parentUuid: `u1-${n}`,
      uuid: `u2-${n}`,
      timestamp: at(1),
      ...assistant(`msg_a${n}`, [
        { type: 'tool_use', id: `toolu_${n}`, name: 'mcp__tracker__list_issues', input: { state: 'open', q: `r${n}` } },
      ]),
    },
    {
      ...base,
      parentUuid: `u2-${n}`,
      uuid: `u3-${n}`,
      timestamp: at(2),
      type: 'user',
      message: { role: 'user', content: [{ tool_use_id: `toolu_${n}`, type: 'tool_result', content: result }] },
      toolUseResult: result,
    },
    {
      ...base,
      parentUuid: `u3-${n}`,
      uuid: `u4-${n}`,
      timestamp: at(3),
      ...assistant(`msg_b${n}`, [{ type: 'text', text: 'There are 20 open issues.' }]),
    },
  ];
}

/** A rollout as Codex writes it: a shell output that Codex shortened, marker and all. */
function codexSession(session: string, n: number): object[] {
  const at = (second: number) => new Date(Date.UTC(2026, 1, 3, 9, n, second)).toISOString();
  const record = (second: number, type: string, payload: object) => ({ timestamp: at(second), type, payload });
  const files = Array.from({ length: 12 }, (_, i) => `src/${n}/${i}.ts`);
  const output = [...files.slice(0, 6), '[... omitted 388 of 400 lines ...]', ...files.slice(6)].join('\n');
  return [
    record(0, 'session_meta', { id: session, timestamp: at(0), cwd: '/srv/books', cli_version: '0.46.0' }),
    record(0, 'turn_context', { cwd: '/srv/books', approval_policy: 'never', model: 'codex-x' }),
    record(1, 'response_item', {
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: 'Which files import the tax table?' }],
    }),
    record(2, 'response_item', {
      type: 'function_call',
      name: 'shell',
      arguments: JSON.stringify({ command: ['bash', '-lc', `rg -l tax ${n}`] }),
      call_id: `call_${n}`,
    }),
    record(3, 'response_item', {
      type: 'function_call_output',
      call_id: `call_${n}`,
      output: JSON.stringify({
        output: `Total output lines: 400\n\n${output}\n`,
        metadata: { exit_code: 0, duration_seconds: 0.4 },
      }),
    }),
    record(4, 'response_item', {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'Twelve files import it.' }],
    }),
  ];
}
