/** Where logs name the account when nobody says otherwise. Every list is tried in its order. */

import { words } from '@/lib/contract/words';

/** Attributes of spans and their resources: Langfuse's own look-up first, then the other conventions. */
export const ATTRIBUTES: readonly string[] = [
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

/** Keys of a model request, or of its or the session's metadata: OpenAI (`user`, `safety_identifier`), Anthropic (`user_id`). */
export const METADATA: readonly string[] = ['account_id', 'account', 'user_id', 'user', 'safety_identifier'];

/**
 * Arguments of tools, compared without case and separators. Only names that say whose data is asked for: a `user_id`
 * may be a colleague, a `client_id` a program, a `project_id` one of many that an account has.
 */
export const ARGUMENTS: readonly string[] = words(
  'accountid accountkey tenantid tenant organizationid organisationid orgid customerid companyid',
);

/** Values of such arguments that mean everybody, nobody or whoever asks. */
export const NOBODY: ReadonlySet<string> = new Set(
  words('* all any none null undefined nil me self current default unknown n/a na - 0'),
);
