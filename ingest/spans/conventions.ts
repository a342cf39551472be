/**
 * What each convention calls the things that are read. Names are data with their source; code knows no convention.
 * Order matters: the first convention that has a value for a field is believed.
 */

export type SpanMeaning = 'tool' | 'llm' | 'agent' | 'chain' | 'other';

/** Things that an attribute can hold. */
export type Field =
  | 'tool'
  | 'callId'
  | 'args'
  | 'result'
  | 'input'
  | 'output'
  | 'inputMessages'
  | 'outputMessages'
  | 'toolCalls'
  | 'text'
  | 'agent'
  | 'model'
  | 'error';

export interface Convention {
  id: string;
  /** Where the names come from. */
  source: string;
  /** The attribute that says what kind of span it is, and its values. */
  kinds: readonly { key: string; values: Readonly<Record<string, SpanMeaning>> }[];
  fields: Readonly<Partial<Record<Field, readonly string[]>>>;
  /** Prefixes of messages that are spread over indexed keys (`<prefix>.0.role`). */
  indexed?: { input: readonly string[]; output: readonly string[] };
}

export const CONVENTIONS: readonly Convention[] = [
  {
    id: 'gen_ai',
    source: 'open-telemetry/semantic-conventions-genai docs/gen-ai (Development); gen_ai.prompt.N of 1.27 and older',
    kinds: [
      {
        key: 'gen_ai.operation.name',
        values: {
          execute_tool: 'tool',
          chat: 'llm',
          text_completion: 'llm',
          generate_content: 'llm',
          call_llm: 'llm',
          invoke_agent: 'agent',
          invoke_workflow: 'agent',
          create_agent: 'other',
          embeddings: 'other',
          retrieval: 'other',
          agent_handoff: 'other',
        },
      },
    ],
    fields: {
      tool: ['gen_ai.tool.name'],
      callId: ['gen_ai.tool.call.id'],
      args: ['gen_ai.tool.call.arguments'],
      result: ['gen_ai.tool.call.result'],
      inputMessages: ['gen_ai.input.messages', 'gen_ai.prompt'],
      outputMessages: ['gen_ai.output.messages', 'gen_ai.completion'],
      agent: ['gen_ai.agent.name'],
      model: ['gen_ai.response.model', 'gen_ai.request.model'],
      error: ['error.type'],
    },
    indexed: { input: ['gen_ai.prompt'], output: ['gen_ai.completion'] },
  },
  {
    id: 'vertex-adk',
    source: 'google/adk-python telemetry (gcp.vertex.agent.*), kagent',
    kinds: [],
    fields: {
      args: ['gcp.vertex.agent.tool_call_args'],
      result: ['gcp.vertex.agent.tool_response'],
      inputMessages: ['gcp.vertex.agent.llm_request'],
      outputMessages: ['gcp.vertex.agent.llm_response'],
    },
  },
  {
    id: 'mcp',
    source: 'open-telemetry/semantic-conventions-genai docs/gen-ai/mcp.md',
    kinds: [{ key: 'mcp.method.name', values: { 'tools/call': 'tool', initialize: 'other', 'tools/list': 'other' } }],
    fields: { tool: ['mcp.tool.name'] },
  },
  {
    id: 'ai-sdk',
    source: 'vercel/ai packages/otel/src/legacy-open-telemetry.ts (legacy ai.* spans)',
    kinds: [
      {
        key: 'ai.operationId',
        values: {
          'ai.toolCall': 'tool',
          'ai.generateText.doGenerate': 'llm',
          'ai.streamText.doStream': 'llm',
          'ai.generateObject.doGenerate': 'llm',
          'ai.streamObject.doStream': 'llm',
          'ai.generateText': 'agent',
          'ai.streamText': 'agent',
          'ai.generateObject': 'agent',
          'ai.streamObject': 'agent',
        },
      },
    ],
    fields: {
      tool: ['ai.toolCall.name'],
      callId: ['ai.toolCall.id'],
      args: ['ai.toolCall.args', 'ai.toolCall.input'],
      result: ['ai.toolCall.result', 'ai.toolCall.output'],
      inputMessages: ['ai.prompt.messages', 'ai.prompt'],
      toolCalls: ['ai.response.toolCalls'],
      text: ['ai.response.text'],
      agent: ['ai.telemetry.functionId'],
      model: ['ai.response.model', 'ai.model.id'],
    },
  },
  {
    id: 'pydantic-ai',
    source: 'pydantic/pydantic-ai instrumentation versions 1 and 2 (INDEX otel_genai)',
    kinds: [],
    fields: {
      args: ['tool_arguments'],
      result: ['tool_response'],
      inputMessages: ['all_messages_events', 'pydantic_ai.all_messages'],
      text: ['final_result'],
      agent: ['agent_name'],
      model: ['model_name'],
    },
  },
  {
    id: 'any-agent',
    source: 'mozilla-ai/any-agent tracing attributes',
    kinds: [],
    fields: { args: ['gen_ai.tool.args'], result: ['gen_ai.output'], outputMessages: ['gen_ai.output'] },
  },
  {
    id: 'langfuse',
    source: 'langfuse/langfuse OtelIngestionProcessor.ts, attributes.ts; trace exports',
    kinds: [
      {
        key: 'langfuse.observation.type',
        values: {
          tool: 'tool',
          generation: 'llm',
          agent: 'agent',
          chain: 'chain',
          retriever: 'other',
          embedding: 'other',
          guardrail: 'other',
          evaluator: 'other',
          event: 'other',
        },
      },
    ],
    fields: {
      input: ['langfuse.observation.input'],
      output: ['langfuse.observation.output'],
      model: ['langfuse.observation.model.name'],
    },
  },
  {
    id: 'langsmith',
    source: 'langchain-ai/langsmith-sdk run schema and its OTel exporter (langsmith.span.kind)',
    kinds: [
      {
        key: 'langsmith.span.kind',
        values: {
          tool: 'tool',
          llm: 'llm',
          chain: 'chain',
          retriever: 'other',
          embedding: 'other',
          prompt: 'other',
          parser: 'other',
        },
      },
    ],
    fields: {
      tool: ['langsmith.trace.name'],
      input: ['langsmith.inputs'],
      output: ['langsmith.outputs'],
      model: ['langsmith.metadata.ls_model_name'],
    },
  },
  {
    id: 'openinference',
    source: 'Arize-ai/openinference spec/semantic_conventions.md',
    kinds: [
      {
        key: 'openinference.span.kind',
        values: {
          tool: 'tool',
          llm: 'llm',
          agent: 'agent',
          chain: 'chain',
          retriever: 'other',
          reranker: 'other',
          embedding: 'other',
          guardrail: 'other',
          evaluator: 'other',
          prompt: 'other',
        },
      },
    ],
    fields: {
      tool: ['tool.name', 'tool_call.function.name'],
      callId: ['tool.id', 'tool_call.id'],
      // `tool.parameters` may be the tool's JSON schema instead of the arguments, so it is asked last.
      args: ['tool_call.function.arguments', 'input.value', 'tool.parameters'],
      input: ['input.value'],
      output: ['output.value'],
      inputMessages: ['llm.input_messages'],
      outputMessages: ['llm.output_messages'],
      agent: ['agent.name'],
      model: ['llm.model_name'],
      error: ['exception.type'],
    },
    indexed: { input: ['llm.input_messages'], output: ['llm.output_messages'] },
  },
  {
    id: 'traceloop',
    source: 'traceloop/openllmetry semconv_ai/__init__.py',
    kinds: [
      {
        key: 'traceloop.span.kind',
        values: { tool: 'tool', agent: 'agent', workflow: 'agent', task: 'chain', unknown: 'other' },
      },
      { key: 'llm.request.type', values: { chat: 'llm', completion: 'llm', embedding: 'other', rerank: 'other' } },
    ],
    fields: {
      tool: ['traceloop.entity.name'],
      input: ['traceloop.entity.input'],
      output: ['traceloop.entity.output'],
    },
  },
  {
    id: 'agentops',
    source: 'AgentOps-AI/agentops agentops/semconv/*.py',
    kinds: [
      {
        key: 'agentops.span.kind',
        values: {
          tool: 'tool',
          llm: 'llm',
          agent: 'agent',
          session: 'agent',
          workflow: 'agent',
          operation: 'chain',
          task: 'chain',
          chain: 'chain',
          guardrail: 'other',
          http: 'other',
        },
      },
    ],
    fields: {
      tool: ['tool.name', 'agentops.entity.name'],
      callId: ['tool.id'],
      args: ['tool.parameters'],
      result: ['tool.result'],
      input: ['agentops.entity.input'],
      output: ['agentops.entity.output'],
    },
  },
  {
    id: 'adot',
    source: 'AWS ADOT: bodies moved to span events or log records (INDEX phoenix_openinference)',
    kinds: [{ key: 'aws.genai.span_kind', values: { tool: 'tool', llm: 'llm', agent: 'agent', chain: 'chain' } }],
    fields: {},
  },
];

/** Every key of a field over all conventions, in their order. */
export function keysOf(name: Field): readonly string[] {
  return BY_FIELD[name];
}

const FIELD_NAMES: readonly Field[] = [
  'tool',
  'callId',
  'args',
  'result',
  'input',
  'output',
  'inputMessages',
  'outputMessages',
  'toolCalls',
  'text',
  'agent',
  'model',
  'error',
];

const BY_FIELD = Object.fromEntries(
  FIELD_NAMES.map((name) => [name, [...new Set(CONVENTIONS.flatMap((convention) => convention.fields[name] ?? []))]]),
) as unknown as Readonly<Record<Field, readonly string[]>>;
