/** Lines of commands: of anything, unless something ties them to what a claim counts. */

import { COMMAND_UNITS } from '@/lib/contract/data/commands';
import { isCommand } from '@/lib/contract/limits/args';
import { normal } from '../evidence/words';
import type { Found } from './offered';
import type { Question } from './ruling';

/** Letters that stand for a word in a log: "WARN" for warnings. */
const STEM = 4;

/** Lines of a text that only happen to be as many: the noun stands neither in them nor in what was asked. */
export function otherLines({ claim, log, says }: Question, { call, noun }: Found): boolean {
  if (call.reading.shape !== 'lines' || noun || claim.noun.length === 0 || !isCommand(call.args)) return false;
  return !claim.noun.some(
    (word) =>
      says.lines.test(word) ||
      log.payloads.find(call, word) !== null ||
      log.payloads.find(call, word.slice(0, STEM)) !== null ||
      listsUnit(call.args, normal(word)),
  );
}

/** Whether a command in the arguments lists things of this name. */
function listsUnit(args: string, noun: string): boolean {
  return COMMAND_UNITS[noun]?.test(args) ?? false;
}
