/** Where the account stands, in the order of Langfuse's own look-up, then of the other conventions. */
export const ACCOUNT_KEYS: readonly string[] = [
  'langfuse.user.id',
  'user.id',
  'langfuse.observation.metadata.langfuse_user_id',
  'langfuse.trace.metadata.langfuse_user_id',
  'ai.telemetry.metadata.userId',
  'enduser.id',
  'enduser.pseudo.id',
  'user.hash',
  'kagent.user_id',
  'traceloop.association.properties.user_id',
  'langsmith.metadata.user_id',
  'metadata.user_id',
  'metadata.account_id',
];

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
