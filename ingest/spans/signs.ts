/** Attributes that only a tool span carries: where no kind is named, one of them says so. */
export const TOOL_SIGNS: readonly string[] = [
  'gen_ai.tool.name',
  'gen_ai.tool.call.id',
  'ai.toolCall.name',
  'tool.name',
  'tool_arguments',
];

/** Attributes that only a span of a model call carries. */
export const MODEL_SIGNS: readonly string[] = [
  'gen_ai.input.messages',
  'gen_ai.prompt.0.role',
  'llm.input_messages.0.message.role',
  'llm.model_name',
  'gen_ai.request.model',
];

/** Names of spans that carry no kind and no attribute of their own, by how they begin. */
export const NAMED_TOOLS: readonly RegExp[] = [/^execute_tool (.+)$/, /^running tool: (.+)$/, /^tools\/call (.+)$/];

/** Tool names under which a span tells again what other spans told: it is no call of its own. */
export const GATHERED: ReadonlySet<string> = new Set([
  // google/adk-python telemetry/tracing.py: the responses of parallel calls as one event.
  '(merged tools)',
]);

/** Tools that the model asks for under a name that is not the span's. */
export const ALIASES: readonly { span: RegExp; asked: string; source: string }[] = [
  { span: /^handoff to (.+)$/, asked: 'transfer_to_$1', source: 'openai/openai-agents-python handoffs' },
];

/** What stands in place of a value that a masking rule took out: hidden, not empty. */
export const HIDDEN: ReadonlySet<string> = new Set(['__REDACTED__', '"__REDACTED__"']);

/** Where the words of a failure stand when a tool gave no result. */
export const FAILURE_TEXTS: readonly string[] = [
  'exception.message',
  'langsmith.error',
  'langfuse.observation.status_message',
  'otel.status_description',
];
