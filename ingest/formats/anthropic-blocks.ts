import { type Fields, field, idField, isTrue, objectField, payloadText, stringField } from './fields';
import { contentText, listField, spokenText } from './shapes';
import { outcomeOf, type Talk } from './talk';

export interface BlockPlace {
  /** The message's own id, where it has one. */
  id: string | null;
  ts: number | null;
  session?: string | undefined;
  model?: string | null | undefined;
}

/**
 * One message of the Anthropic form: `tool_use` asked by the assistant and `tool_result` given back by the user, also
 * of server tools, whose result stands in the assistant's own message.
 */
export function readBlocks(talk: Talk, message: Fields, role: 'user' | 'assistant', place: BlockPlace): void {
  const content = field(message, 'content');
  if (content?.kind === 'string') speak(talk, role, payloadText(message, content) ?? '', message, place);
  else if (content?.kind !== 'array') talk.refuse(`field "content" of a ${role} message: a text or a list is required`);
  else {
    const blocks = listField(message, 'content');
    if (role === 'user') asks(talk, message, blocks, place);
    for (const block of blocks) {
      if (block) readBlock(talk, block, role, place);
      else talk.refuse('an entry of "content" is not an object');
    }
  }
}

/** A user message asks when somebody wrote in it; beside results of tools it is what a program added. */
function asks(talk: Talk, message: Fields, blocks: (Fields | null)[], place: BlockPlace): void {
  if (blocks.some((block) => block && isResult(block))) return;
  const text = spokenText(message, field(message, 'content'));
  if (text.trim() !== '') speak(talk, 'user', text, message, place);
}

function speak(talk: Talk, role: string, text: string, from: Fields, { id, ts, session }: BlockPlace): void {
  if (role === 'assistant') talk.says({ id, text, ts, at: from.node.start, session });
  else if (text.trim() !== '') talk.question(text, session);
  else talk.skip('message:not a question');
}

function typeOf(block: Fields): string {
  return stringField(block, 'type') ?? 'unknown';
}

function isResult(block: Fields): boolean {
  return typeOf(block).endsWith('tool_result');
}

function readBlock(talk: Talk, block: Fields, role: string, place: BlockPlace): void {
  const type = typeOf(block);
  if (type === 'text') {
    if (role === 'assistant') speak(talk, role, stringField(block, 'text') ?? '', block, place);
  } else if (type.endsWith('tool_use')) readUse(talk, block, place);
  else if (isResult(block)) readResult(talk, block, place);
  else talk.skip(`${role}:${type}`);
}

/** `tool_use`, `server_tool_use`, `mcp_tool_use` and the agents' own forms of them. */
export function readUse(talk: Talk, block: Fields, { ts, session, model }: BlockPlace): void {
  const server = stringField(block, 'mcp_server_name') ?? stringField(block, 'server_name');
  const name = stringField(block, 'name');
  talk.ask({
    key: idField(block, 'id'),
    tool: name && server ? `mcp__${server}__${name}` : name,
    args: payloadText(block, field(block, 'input')),
    ts,
    at: block.node.start,
    session,
    model,
  });
  // Cline and Roo say their last word as a call.
  const input = name === 'attempt_completion' ? objectField(block, 'input') : null;
  const text = input && stringField(input, 'result');
  if (text) talk.says({ id: idField(block, 'id'), text, ts, at: block.node.start, session });
}

export function readResult(talk: Talk, block: Fields, { ts, session }: BlockPlace): void {
  const content = field(block, 'content');
  const text = contentText(block, content) ?? '';
  const isEmptyList = content?.kind === 'array' && content.count === 0 && typeOf(block) !== 'tool_result';
  const error = isTrue(block, 'is_error') || (content?.kind === 'object' && /"type"\s*:\s*"\w+_error"/.test(text));
  talk.settle({
    key: idField(block, 'tool_use_id') ?? idField(block, 'mcp_tool_use_id'),
    outcome: outcomeOf(isEmptyList ? '[]' : text, error),
    ts,
    at: block.node.start,
    session,
  });
}
