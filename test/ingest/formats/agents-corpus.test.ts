import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { detect } from '@/ingest/formats';
import { describeShared, sharedPath } from '../../shared';
import { readLog } from './read';

/** Which format each folder of agents' logs belongs to. */
const FOLDERS: Record<string, string> = {
  codex: 'codex',
  openai_responses: 'openai-responses',
  anthropic_messages: 'anthropic-messages',
  gemini_cli: 'gemini-cli',
  cline: 'cline',
  hermes: 'hermes',
  pi_openclaw: 'pi',
  goose: 'goose',
  vercel_ai: 'vercel-ai',
};

const FIXTURES: Record<string, string> = {
  'antigravity_cli_small.jsonl': 'antigravity',
  'copilot_small.jsonl': 'copilot-cli',
  'droid_session_store_large.jsonl': 'anthropic-messages',
  'gemini_jsonl_v040.jsonl': 'gemini-cli',
  'gemini_large.json': 'gemini-cli',
  'hermes_large.json': 'hermes',
  'openclaw_large.jsonl': 'pi',
  'qwen_system_telemetry.jsonl': 'gemini-cli',
};

/** Files where our number is not the index's, or where the index names none. */
const EXPLAINED: Record<string, { calls: number; why: string }> = {
  'agent-sessions_codex_small.jsonl': { calls: 8, why: 'one output whose blanked id no call before it bears' },
  'nemo_relay_atof_v0.1_real_redacted.jsonl': {
    calls: 1,
    why: 'the index counts no scope of category "tool"; there is one',
  },
  'read-file.json': { calls: 2, why: 'a recording: two answers with a call each, one of them the completion' },
  'web-fetch.json': { calls: 2, why: 'a recording: two answers with a call each, one of them the completion' },
  'headless-timeout.json': { calls: 0, why: 'a recording: one answer in plain text' },
  'antigravity_cli_small.jsonl': {
    calls: 9,
    why: 'two calls of the planner, and seven steps that no call before them asked for',
  },
  'copilot_small.jsonl': {
    calls: 4,
    why: 'four ids in two sessions, all but one blanked; one result comes before its call',
  },
  'droid_session_store_large.jsonl': { calls: 1, why: 'counted by hand' },
  'gemini_jsonl_v040.jsonl': { calls: 1, why: 'counted by hand' },
  'gemini_large.json': { calls: 2, why: 'counted by hand' },
  'hermes_large.json': { calls: 1, why: 'counted by hand' },
  'openclaw_large.jsonl': { calls: 2, why: 'counted by hand' },
  'qwen_system_telemetry.jsonl': { calls: 1, why: 'one function response whose call the file does not hold' },
};

/** Calls per file as the index of the real logs states them; null where it names no number. */
function indexed(): Map<string, number | null> {
  const found = new Map<string, number | null>();
  for (const line of readFileSync(sharedPath('corpus', 'INDEX.md'), 'utf8').split('\n')) {
    const entry = /^- `([^`]+)` - .*tool calls: (\d+)?/.exec(line);
    if (entry?.[1]) found.set(entry[1], entry[2] === undefined ? null : Number(entry[2]));
  }
  return found;
}

describeShared('real logs of agents', () => {
  const index = indexed();
  for (const folder of [...Object.keys(FOLDERS), 'agent_sessions_fixtures'])
    for (const file of readdirSync(sharedPath('corpus', folder))) {
      const format = FIXTURES[file] ?? (file.includes('_atif_') ? null : FOLDERS[folder]);
      if (!format) continue;
      test(`${folder}/${file}: every call once`, () => {
        const log = readLog(readFileSync(sharedPath('corpus', folder, file), 'utf8'));
        expect(log.format).toBe(format);
        const ids = log.calls.map((call) => call.id);
        expect(new Set(ids).size).toBe(ids.length);
        const stated = index.get(`${folder}/${file}`) ?? null;
        const explained = EXPLAINED[file];
        if (!explained) expect(stated).not.toBeNull();
        expect(ids.length, explained?.why).toBe(explained?.calls ?? stated);
        expect(log.reasons).toEqual([]);
        for (const { id, text } of log.answers) expect([id, text]).not.toContain('');
      });
    }

  test('logs of other kinds are not taken for one of these', () => {
    const ours = new Set([...Object.values(FOLDERS), ...Object.values(FIXTURES), 'openai-chat', 'opencode']);
    for (const folder of readdirSync(sharedPath('corpus'), { withFileTypes: true })) {
      if (!folder.isDirectory() || folder.name in FOLDERS || folder.name === 'agent_sessions_fixtures') continue;
      for (const file of readdirSync(sharedPath('corpus', folder.name), { withFileTypes: true })) {
        if (!file.isFile() || /\.(db|gz|zip|eval|zst)$/.test(file.name)) continue;
        const text = readFileSync(sharedPath('corpus', folder.name, file.name), 'utf8');
        const detected = detect({ text: text.slice(0, 65_536), whole: text.length <= 65_536 });
        expect(ours.has(detected?.format.id ?? ''), `${folder.name}/${file.name}: ${detected?.format.id}`).toBe(false);
      }
    }
  });
});
