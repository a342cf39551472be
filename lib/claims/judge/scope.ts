/** Whether what was counted is what the claim names: account and path, never guessed. */

import { textArgs } from '@/lib/contract/limits/args';
import type { Evidence } from '@/lib/contract/types';
import type { Claim, EvidenceCall } from '../types';
import type { Question } from './ruling';

/** Arguments that say where a tool looked. */
const PLACES = /^(?:path|dir|directory|folder|cwd|root|base_?path|file_?path|search_?path)$/i;
const ACCOUNTS =
  /^(?:account|account_?id|tenant|tenant_?id|org|organization|profile|project|workspace|owner|customer)$/i;

/** The place or account of the call that differs from the one the claim states; null when none does or nothing says. */
export function otherScope({ claim, says }: Question, call: EvidenceCall): Evidence | null {
  const { account, path } = claim.scope;
  const args = textArgs(call.args);
  if (account !== null) {
    const said = args.find(([key]) => ACCOUNTS.test(key));
    const own = said?.[1] ?? call.account;
    const named = `${call.args} ${call.account ?? ''}`.toLowerCase().includes(account.toLowerCase());
    if (own !== null && !named)
      return said === undefined ? { path: 'account', value: own } : { path: `args.${said[0]}`, value: own };
  }
  for (const [, name = '', key = ''] of claim.text.matchAll(says.scope)) {
    const said = args.find(([arg]) => arg.toLowerCase().replace(/_?(?:id|name)$/, '') === key.toLowerCase());
    if (said !== undefined && !says.noName.test(name) && !related(said[1], name))
      return { path: `args.${said[0]}`, value: said[1] };
  }
  const other = otherId(claim, call, args);
  if (other !== null) return other;
  if (path !== null) {
    const at = args.find(([key, value]) => PLACES.test(key) && value !== '.' && value !== '');
    if (at !== undefined && !related(at[1], path) && !call.args.toLowerCase().includes(trim(path)))
      return { path: `args.${at[0]}`, value: at[1] };
  }
  return null;
}

/** The path that the claim names was counted by another call: this one counted elsewhere. */
export function otherPath({ claim, log }: Question, call: EvidenceCall): Evidence | null {
  const path = claim.scope.path === null ? '' : trim(claim.scope.path);
  if (path === '' || call.args.toLowerCase().includes(path)) return null;
  const own = log.all.find((one) => one.tool === call.tool && one.args.toLowerCase().includes(path));
  return own === undefined ? null : { path: 'args', value: call.args.slice(0, 200) };
}

/** The claim names the value that another call of this tool gave to an argument, and this call gave it another one. */
export function otherArgument({ claim, log }: Question, call: EvidenceCall): Evidence | null {
  const own = textArgs(call.args);
  const words = new Set(claim.qualifiers.map((word) => word.toLowerCase()));
  if (own.some(([, value]) => words.has(value.toLowerCase()))) return null;
  // A pattern, a path or a command is no name of a set.
  for (const [key, value] of own.filter(([, said]) => /^[\p{L}\p{N} -]{2,40}$/u.test(said)))
    for (const word of words) if (log.gave(call.tool, key, word)) return { path: `args.${key}`, value };
  return null;
}

/** An id in the claim of the very shape of the call's account, and another one: `acct-2` over a count of `acct-1`. */
function otherId(claim: Claim, call: EvidenceCall, args: readonly [string, string][]): Evidence | null {
  const said = args.find(([key]) => ACCOUNTS.test(key));
  const own = said?.[1] ?? call.account;
  if (own === null || own === undefined || !/^[a-z]+[-_]\d+$/i.test(own)) return null;
  const shape = new RegExp(`\\b${own.replace(/\d+$/, '')}\\d+\\b`, 'gi');
  const ids = claim.text.match(shape) ?? [];
  const differs = ids.length > 0 && !ids.some((id) => id.toLowerCase() === own.toLowerCase());
  return differs ? { path: said === undefined ? 'account' : `args.${said[0]}`, value: own } : null;
}

function related(a: string, b: string): boolean {
  const one = trim(a);
  const two = trim(b);
  return one.includes(two) || two.includes(one) || one === '' || two === '';
}

function trim(path: string): string {
  return path.toLowerCase().replace(/^[./]+|[/*.]+$/g, '');
}
