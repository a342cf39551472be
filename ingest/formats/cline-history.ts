import { type Fields, field, idField, objectField, stringField, timeOf } from './fields';
import { entriesOf, listField } from './shapes';
import { outcomeOf, type Talk } from './talk';

/** Tools of Cline and Roo that are written into the text as tags; any other tag is text. */
const TOOLS =
  'execute_command read_file write_to_file replace_in_file apply_diff insert_content search_and_replace edit_file search_files list_files list_code_definition_names codebase_search browser_action use_mcp_tool access_mcp_resource fetch_instructions ask_followup_question attempt_completion plan_mode_respond plan_mode_response act_mode_respond new_task new_rule switch_mode load_mcp_documentation web_fetch web_search update_todo_list condense report_bug run_slash_command generate_image focus_chain';
const CALL = new RegExp(`<(${TOOLS.split(' ').join('|')})>([\\s\\S]*?)(?:</\\1>|$)`, 'g');
const TAG = /<([a-z_]{3,40})>([\s\S]*?)(?:<\/\1>|$)/g;
const RESULT = /^\[(\w+)(?: for '[\s\S]{0,2000}?')?[^\]\n]*\] Result:\s*/;
const TASK = /<(task|user_message|feedback|answer)>\s*([\s\S]*?)\s*<\/\1>/;
/** What the program itself adds under the user's name. */
const NO_QUESTION = /^\s*(<environment_details>|\[ERROR\]|\[TASK RESUMPTION\]|# (Reminder|task_progress))/;

function textsOf(message: Fields): string[] {
  const text = stringField(message, 'content');
  if (text !== null) return [text];
  return listField(message, 'content').flatMap((block) => {
    const said = block && stringField(block, 'type') === 'text' ? stringField(block, 'text') : null;
    return said === null ? [] : [said];
  });
}

/** Whether a message belongs to a task whose calls are tags in the text; those with blocks for calls are Anthropic's. */
export function isHistoryMessage(message: Fields): boolean {
  if (!/^(user|assistant)$/.test(stringField(message, 'role') ?? '')) return false;
  const blocks = entriesOf(message.text, field(message, 'content'));
  return !blocks.some((block) => /tool_(use|result)$/.test(stringField(block, 'type') ?? ''));
}

/** A message that no other program writes. */
export function isNamedMessage(message: Fields): boolean {
  const texts = textsOf(message);
  if (stringField(message, 'role') === 'assistant') return texts.some((text) => writtenCalls(text).length > 0);
  return texts.some((text) => RESULT.test(text)) && texts.some((text) => text.includes('<environment_details>'));
}

/** The history of requests of Cline and Roo, in the years when calls were tags in the text and results plain text. */
export class ClineHistory {
  private open: { key: string; tool: string }[] = [];

  constructor(private readonly talk: Talk) {}

  message(message: Fields): void {
    const ts = timeOf(message, field(message, 'ts'));
    if (stringField(message, 'role') === 'assistant') this.answers(message, ts);
    else this.asks(message, ts);
  }

  private answers(message: Fields, ts: number | null): void {
    const at = message.node.start;
    const place = idField(message, 'ts') ?? at;
    const info = objectField(message, 'modelInfo');
    const model = info && (stringField(info, 'modelId') ?? stringField(info, 'id'));
    const text = textsOf(message).join('\n');
    const calls = writtenCalls(text);
    const plain = calls.reduce((left, call) => left.replace(call.text, ''), text);
    const own = (kind: string | number) => `${this.talk.setting.session}/${place}/${kind}`;
    if (plain.trim() !== '') this.talk.says({ id: own('said'), text: plain.trim(), ts, at });
    for (const [nth, { tool, args, said }] of calls.entries()) {
      this.talk.ask({ key: own(nth), tool, args, ts, at: at + nth, model });
      this.open.push({ key: own(nth), tool });
      if (said !== null) this.talk.says({ id: own('end'), text: said, ts, at });
    }
  }

  private asks(message: Fields, ts: number | null): void {
    let result: { tool: string; parts: string[] } | null = null;
    const asked: string[] = [];
    for (const text of textsOf(message)) {
      const head = RESULT.exec(text);
      if (head) {
        this.settle(result, ts, message);
        result = { tool: head[1] ?? '', parts: [text.slice(head[0].length)] };
      } else if (NO_QUESTION.test(text)) continue;
      else if (result) result.parts.push(text);
      else asked.push(TASK.exec(text)?.[2] ?? text);
    }
    const isReturn = result !== null;
    this.settle(result, ts, message);
    const question = asked.join('\n').trim();
    if (question !== '') this.talk.question(question);
    else if (!isReturn) this.talk.skip('user:not a question');
  }

  private settle(result: { tool: string; parts: string[] } | null, ts: number | null, message: Fields): void {
    if (!result) return;
    const at = this.open.findIndex(({ tool }) => tool === result.tool);
    const [call] = at < 0 ? [] : this.open.splice(at, 1);
    const text = result.parts.filter((part) => part !== '').join('\n');
    const key = call?.key ?? `${this.talk.setting.session}/${message.node.start}/${result.tool}`;
    const outcome = outcomeOf(text, /^The tool execution failed/.test(text));
    this.talk.settle({ key, outcome, ts, at: message.node.start, tool: result.tool });
  }
}

interface Written {
  tool: string;
  args: string;
  /** What the call says to the person, where it is the end of a turn. */
  said: string | null;
  text: string;
}

function writtenCalls(text: string): Written[] {
  const calls: Written[] = [];
  for (const [whole, tool = '', body = ''] of text.matchAll(CALL)) {
    const params = Object.fromEntries([...body.matchAll(TAG)].map(([, key = '', value = '']) => [key, value.trim()]));
    const said = /^(attempt_completion|plan_mode_respon)/.test(tool) ? (params.result ?? params.response ?? '') : null;
    calls.push({ tool, args: JSON.stringify(params), said: said || null, text: whole });
  }
  return calls;
}
