import { anthropicMessages } from './anthropic';
import { antigravity } from './antigravity';
import { atif } from './atif';
import { bfcl } from './bfcl';
import { claudeCode } from './claude-code';
import { cline } from './cline';
import { codex } from './codex';
import { copilotCli } from './copilot-cli';
import { csv } from './csv';
import { tableProblem } from './csv-head';
import { geminiCli } from './gemini-cli';
import { goose } from './goose';
import { hermes } from './hermes';
import { inspectAi } from './inspect-ai';
import { jaeger } from './jaeger';
import { langfuse } from './langfuse';
import { langsmith } from './langsmith';
import { mcp } from './mcp';
import { miniSweAgent } from './mini-swe-agent';
import { native } from './native';
import { openaiChat } from './openai-chat';
import { openaiResponses } from './openai-responses';
import { opencode } from './opencode';
import { openHands } from './openhands';
import { anyAgent, otelSpans, phoenix } from './otel-spans';
import { otlpJson } from './otlp-json';
import { pi } from './pi';
import { shareGpt } from './sharegpt';
import { sweAgent } from './swe-agent';
import { tauBench } from './tau-bench';
import { tau2Bench } from './tau2-bench';
import { tempo } from './tempo';
import { toolBench } from './toolbench';
import type { Format, Head, Recognised } from './types';
import { vercelAi } from './vercel-ai';

/** Every format that is read, in the order in which they are named to people. A new format is one file and one name here. */
export const formats: readonly Format[] = [
  native,
  csv,
  claudeCode,
  mcp,
  codex,
  openaiChat,
  openaiResponses,
  anthropicMessages,
  geminiCli,
  copilotCli,
  hermes,
  pi,
  goose,
  opencode,
  sweAgent,
  miniSweAgent,
  openHands,
  atif,
  inspectAi,
  tauBench,
  tau2Bench,
  toolBench,
  bfcl,
  shareGpt,
  cline,
  vercelAi,
  antigravity,
  otlpJson,
  tempo,
  jaeger,
  langfuse,
  langsmith,
  phoenix,
  anyAgent,
  otelSpans,
];

export interface Detected {
  format: Format;
  unit: Recognised['unit'];
}

/** Below this nobody is sure enough to read a source as theirs. */
const LEAST_CERTAINTY = 0.2;

/** The format that recognises the head of a source best, by content only; null when none does. */
export function detect(head: Head): Detected | null {
  let best: Detected | null = null;
  let certainty = LEAST_CERTAINTY;
  for (const format of formats) {
    const recognised = format.recognise(head);
    if (recognised.certainty <= certainty) continue;
    certainty = recognised.certainty;
    best = { format, unit: recognised.unit };
  }
  return best;
}

export function formatById(id: string): Format | null {
  return formats.find((format) => format.id === id) ?? null;
}

/** What to tell someone whose file nobody recognised; `text`: its beginning. */
export function unknownFormat(text = ''): string {
  return (
    tableProblem(text) ??
    `no known log format was recognised in it; known are: ${formats.map((format) => format.name).join(', ')}`
  );
}
