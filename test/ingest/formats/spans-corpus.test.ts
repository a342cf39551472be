import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { detect } from '@/ingest/formats';
import { describeShared, sharedPath } from '../../shared';
import { readLog } from './read';

const FOLDERS = ['otel_genai', 'phoenix_openinference', 'langfuse'];

/** Calls by file: what the folder's INDEX counts (spans of kind TOOL, observations of type TOOL), and by format. */
const COUNTS: Record<string, [format: string, indexed: number]> = {
  'otel_genai/openai_agents_genai_adot_spans.json': ['otel-spans', 1],
  'otel_genai/claude_adot_spans.json': ['otel-spans', 4],
  'otel_genai/claude_live_spans.json': ['otel-spans', 6],
  'otel_genai/adk_live_spans.json': ['otel-spans', 1],
  'otel_genai/otel_genai_convention_spans.json': ['otel-spans', 2],
  'otel_genai/helm.json': ['jaeger', 1],
  'otel_genai/tempo_export_with_batches.json': ['tempo', 1],
  'otel_genai/test-traces.json': ['otlp-json', 0],
  'otel_genai/any-agent_LLAMA_INDEX_trace.json': ['any-agent', 3],
  'otel_genai/any-agent_GOOGLE_trace.json': ['any-agent', 3],
  'otel_genai/any-agent_TINYAGENT_trace.json': ['any-agent', 3],
  'otel_genai/any-agent_SMOLAGENTS_trace.json': ['any-agent', 3],
  'otel_genai/any-agent_LANGCHAIN_trace.json': ['any-agent', 2],
  'otel_genai/any-agent_AGNO_trace.json': ['any-agent', 2],
  'otel_genai/any-agent_OPENAI_trace.json': ['any-agent', 2],
  'phoenix_openinference/openai_agents_openinference_adot_spans.json': ['otel-spans', 2],
  'phoenix_openinference/openinference_adot_spans.json': ['otel-spans', 0],
  'phoenix_openinference/openinference_live_spans.json': ['otel-spans', 1],
  'phoenix_openinference/autogen_live_spans.json': ['otel-spans', 1],
  'langfuse/openai-agents-2025-09-30.json': ['langfuse', 1],
  'langfuse/langgraph-2025-08-22.json': ['langfuse', 0],
  'langfuse/agno-2025-06-11.json': ['langfuse', 0],
  'langfuse/microsoft-agent-2025-10-14.json': ['langfuse', 1],
  'langfuse/koog-2025-08-26.json': ['langfuse', 0],
  'langfuse/openai-assistants-2024-05-29.json': ['langfuse', 0],
  'langfuse/google-vertex-tools-langchain-2025-09-19.json': ['langfuse', 0],
  'langfuse/claude-agent-2025-12-22.trace.json': ['langfuse', 2],
  'langfuse/langgraph-js-2025-10-30.trace.json': ['langfuse', 0],
  'langfuse/crewai-2025-07-11.trace.json': ['langfuse', 0],
  'langfuse/microsoft-agent-2025-12-17.trace.json': ['langfuse', 1],
};

/** Calls beyond the INDEX's number, and why they are calls. */
const BEYOND: Record<string, [more: number, why: string]> = {
  'phoenix_openinference/openai_agents_openinference_adot_spans.json': [
    1,
    'a second handoff that the model asked for has no span; its refusal is in the next call’s messages',
  ],
  'phoenix_openinference/openinference_adot_spans.json': [
    1,
    'the tool’s span has no kind, but the body of its event is a tool message (get_weather, tc_01)',
  ],
  'phoenix_openinference/openinference_live_spans.json': [
    1,
    'the model asked for get_weather (toolu_001), which has no span: a call without a result',
  ],
  'langfuse/langgraph-2025-08-22.json': [1, 'Web-Search is a SPAN whose output is a tool message'],
  'langfuse/langgraph-js-2025-10-30.trace.json': [1, 'get_weather is a SPAN whose output is a tool message'],
  'langfuse/agno-2025-06-11.json': [1, 'duckduckgo_search is a SPAN with the attribute tool.name'],
  'langfuse/koog-2025-08-26.json': [2, 'HelloTool and ByeTool are SPANs with gen_ai.tool.name'],
};

describeShared('real span logs', () => {
  for (const [file, [format, indexed]] of Object.entries(COUNTS)) {
    const [more, why] = BEYOND[file] ?? [0, ''];
    test(`${file}: ${indexed + more} calls${why === '' ? '' : ` (${why})`}`, () => {
      const log = readLog(readFileSync(sharedPath('corpus', file), 'utf8'));
      const ids = log.calls.map((call) => call.id);
      expect(log.format).toBe(format);
      expect(log.reasons).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.length).toBe(indexed + more);
    });
  }

  test('every file of these folders is named above', () => {
    const files = FOLDERS.flatMap((folder) =>
      readdirSync(sharedPath('corpus', folder)).map((file) => `${folder}/${file}`),
    );
    expect(files.filter((file) => !(file in COUNTS))).toEqual([]);
  });

  test('no other log of the corpus is taken for spans', () => {
    const formats = new Set(Object.values(COUNTS).map(([format]) => format));
    const taken: string[] = [];
    for (const folder of readdirSync(sharedPath('corpus'), { withFileTypes: true })) {
      if (!folder.isDirectory() || FOLDERS.includes(folder.name)) continue;
      for (const file of readdirSync(sharedPath('corpus', folder.name))) {
        const text = readFileSync(sharedPath('corpus', folder.name, file), 'utf8');
        const id = detect({ text: text.slice(0, 65_536), whole: text.length <= 65_536 })?.format.id ?? '';
        if (formats.has(id) || id === 'langsmith' || id === 'phoenix') taken.push(`${folder.name}/${file}: ${id}`);
      }
    }
    expect(taken).toEqual([]);
  });
});
