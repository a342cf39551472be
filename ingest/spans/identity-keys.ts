/** Where the account stands when nobody says otherwise. */
export { ATTRIBUTES as ACCOUNT_KEYS } from '../accounts/defaults';

/** Where the conversation stands, in the order of Langfuse's own look-up, then of the other conventions. */
export const SESSION_KEYS: readonly string[] = [
  'langfuse.session.id',
  'session.id',
  'gen_ai.conversation.id',
  'langfuse.observation.metadata.langfuse_session_id',
  'langfuse.trace.metadata.langfuse_session_id',
  'ai.telemetry.metadata.sessionId',
  'gcp.vertex.agent.session_id',
  'traceloop.association.properties.session_id',
  'langsmith.metadata.thread_id',
  'langsmith.metadata.session_id',
  'langsmith.metadata.conversation_id',
  'metadata.session_id',
  'metadata.thread_id',
  'mcp.session.id',
];

export const ENVIRONMENT_KEYS: readonly string[] = [
  'langfuse.environment',
  'deployment.environment.name',
  'deployment.environment',
];

export const VERSION_KEYS: readonly string[] = ['langfuse.release', 'service.version'];

/** Attributes that may hold the keys below them as one object (a map, or JSON in a string) instead of key by key. */
export const HOLDERS: readonly string[] = [
  'metadata',
  'langfuse.trace.metadata',
  'langfuse.observation.metadata',
  'langsmith.metadata',
  'traceloop.association.properties',
  'ai.telemetry.metadata',
];
