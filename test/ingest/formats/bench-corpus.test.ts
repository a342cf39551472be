import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { detect } from '@/ingest/formats';
import { describeShared, sharedPath } from '../../shared';
import { readLog } from './read';

interface Expected {
  format: string;
  /** Calls as the index of the corpus counts them. */
  indexed: number;
  /** Calls that we read, and why that is another number. */
  read?: number;
  why?: string;
  /** Calls whose result the log does not hold. */
  open?: number;
}

const WRITTEN = 'the index counts structured calls only; the agent wrote these into its text';

/** Every file of the index for these formats. Archives (`.eval`) are opened elsewhere. */
const FILES: Record<string, Expected> = {
  'swe_agent/function_calling_simple.traj': { format: 'swe-agent', indexed: 5 },
  'swe_agent/marshmallow-1867.xml_window100.traj': { format: 'swe-agent', indexed: 12 },
  'swe_agent/i_got_id_demo.traj': { format: 'swe-agent', indexed: 21 },
  'mini_swe_agent/github_issue.traj.json': { format: 'mini-swe-agent', indexed: 10 },
  'mini_swe_agent/local.traj.json': { format: 'mini-swe-agent', indexed: 2 },
  'openhands/basic_gui_mode.json': { format: 'openhands', indexed: 4 },
  'openhands/basic.json': { format: 'openhands', indexed: 1 },
  'openhands/wrong_initial_state.json': { format: 'openhands', indexed: 3 },
  'openhands/basic_interactions.json': { format: 'openhands', indexed: 0 },
  'openhands/resolver_mock_output.jsonl': { format: 'openhands', indexed: 24 },
  'openhands/litellm_proxy__anthropic__claude-sonnet-4-20250514-1757015046.707.json': {
    format: 'openhands',
    indexed: 5,
  },
  'openhands/litellm_proxy__deepseek__deepseek-chat-1757015076.651.json': {
    format: 'openhands',
    indexed: 0,
    read: 3,
    why: WRITTEN,
  },
  'openhands/fncall-llm-message.json': { format: 'openhands', indexed: 6 },
  'openhands/nonfncall-llm-message.json': { format: 'openhands', indexed: 4 },
  'atif/openhands_hello-world.trajectory.json': { format: 'atif', indexed: 2, open: 1 },
  'atif/openhands_hello-world.trajectory.no_function_calling.json': {
    format: 'atif',
    indexed: 0,
    read: 1,
    why: WRITTEN,
  },
  'atif/terminus_2_hello-world-context-summarization-linear-history.trajectory.json': {
    format: 'atif',
    indexed: 0,
    read: 3,
    why: WRITTEN,
  },
  'hermes/nemo_relay_atif_v1.7_real_redacted.json': { format: 'atif', indexed: 4 },
  'inspect_ai/2025-05-12T20-27-36-04-00_browser.json': { format: 'inspect-ai', indexed: 4 },
  'inspect_ai/log_tool_call_error.json': {
    format: 'inspect-ai',
    indexed: 0,
    read: 11,
    why: 'the index counts requests; this log holds eleven results that name their tool, and no request',
  },
  'tau_bench/MockRetailDomainEnv-few_shot.jsonl': { format: 'tau-bench', indexed: 479 },
  'tau_bench/MockAirlineDomainEnv-few_shot.jsonl': { format: 'tau-bench', indexed: 105 },
  'tau2_bench/toolorchestra_airline_gpt-5_1trial.json': { format: 'tau2-bench', indexed: 581 },
  'tau2_bench/activegraph_results.json': {
    format: 'tau2-bench',
    indexed: 54,
    read: 27,
    why: 'the index counts each call twice: `raw_data` repeats the call of its message',
  },
  'tau2_bench/activegraph_runtime_events.jsonl': { format: 'tau2-bench', indexed: 8 },
  'toolbench/G1_answer_57_ChatGPT_DFS_woFilter_w2.json': { format: 'toolbench', indexed: 4 },
  'toolbench/G1_answer_10_ChatGPT_DFS_woFilter_w2.json': { format: 'toolbench', indexed: 3 },
  'toolbench/G1_category.json': {
    format: 'toolbench',
    indexed: 100,
    read: 395,
    why: 'the index counts queries; a step of this file is cut after 100 characters, often before its result',
    open: 253,
  },
};

const IDS = new Set(Object.values(FILES).map(({ format }) => format));

function corpusFiles(): string[] {
  return readdirSync(sharedPath('corpus'), { withFileTypes: true })
    .filter((folder) => folder.isDirectory())
    .flatMap((folder) => readdirSync(sharedPath('corpus', folder.name)).map((file) => `${folder.name}/${file}`))
    .filter((path) => !/\.(eval|db|gz|zip|zst)$/.test(path));
}

describeShared('real logs of benchmarks and coding runs', () => {
  test.each(Object.entries(FILES))('%s: every call once', (path, { format, indexed, read = indexed, open = 0 }) => {
    const log = readLog(readFileSync(sharedPath('corpus', path), 'utf8'));
    expect(log.format).toBe(format);
    expect(log.calls).toHaveLength(read);
    expect(new Set(log.calls.map((call) => call.id)).size).toBe(read);
    expect(log.calls.filter((call) => call.result === null)).toHaveLength(open);
    expect(log.reasons).toEqual([]);
  });

  test('no file of another format is taken for one of these, and none of theirs is left over', () => {
    const taken = corpusFiles().filter((path) => {
      const text = readFileSync(sharedPath('corpus', path), 'utf8');
      const detected = detect({ text: text.slice(0, 65_536), whole: text.length <= 65_536 });
      return detected && IDS.has(detected.format.id);
    });
    expect(taken.sort()).toEqual(
      Object.keys(FILES)
        .filter((path) => existsSync(sharedPath('corpus', path)))
        .sort(),
    );
  });

  test('a result that ToolBench cut is kept to the character', () => {
    const { calls } = readLog(
      readFileSync(sharedPath('corpus/toolbench/G1_answer_57_ChatGPT_DFS_woFilter_w2.json'), 'utf8'),
    );
    const lengths = calls.map((call) => call.result?.length);
    expect(lengths).toContain(1027);
  });
});
