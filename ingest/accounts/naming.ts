import type { AnswerRecord, CallRecord, CensusRecord, LogRecord } from '@/lib/records';
import { accountInArguments } from './arguments';
import { ARGUMENTS, ATTRIBUTES, METADATA } from './defaults';
import { accountInPath } from './paths';
import type { AccountsDeclared } from './schema';

/** Where accounts are named, each list in the order in which it is tried. */
export interface AccountNaming {
  /** What the operator named: attributes of spans and resources, and keys of metadata. Asked before all else. */
  own: readonly string[];
  /** Keys of W3C baggage; the operator's too. */
  baggage: readonly string[];
  attributes: readonly string[];
  metadata: readonly string[];
  /** The operator's first: one of his below goes before a built-in one at the top. */
  arguments: readonly (readonly string[])[];
  paths: readonly string[];
  /** Whether the project folder that a coding agent's log states names the account where nothing else does. */
  folders: boolean;
}

let declared: AccountsDeclared = {};
let naming = namingOf(declared);

/**
 * Sets how this process names accounts, once, when a process or thread starts and before it reads its first call: calls
 * are compared by their account.
 */
export function declareAccounts(given: AccountsDeclared): void {
  declared = given;
  naming = namingOf(given);
}

/** What the operator declared, as it is handed to threads. */
export function declaredAccounts(): AccountsDeclared {
  return declared;
}

export function accountNaming(): AccountNaming {
  return naming;
}

function namingOf({ defaults = true, ...given }: AccountsDeclared): AccountNaming {
  const ours = (list: readonly string[]) => (defaults ? list : []);
  return {
    own: given.attributes ?? [],
    baggage: given.baggage ?? [],
    attributes: ours(ATTRIBUTES),
    metadata: ours(METADATA),
    arguments: [given.arguments ?? [], ours(ARGUMENTS)],
    paths: given.paths ?? [],
    folders: given.folders ?? defaults,
  };
}

/** The beginning of an account's name that is a project folder: it says what it is, and is no customer's id. */
export const FOLDER = 'folder:';

/**
 * The record with its account: what the log itself says, else an argument of the call, else the path of the log, else
 * the project folder. Null where nothing names one: the record then belongs to no account and is counted there.
 */
export function nameAccount<T extends LogRecord>(record: T, path: string | null): T;
export function nameAccount(record: LogRecord, path: string | null): LogRecord {
  if (record.type === 'account') return record;
  if (record.type === 'census') return nameCensus(record);
  const { folder, ...rest } = record;
  const account = record.account || found(record, path) || folderName(folder);
  return folder === undefined && account === record.account ? record : { ...rest, account };
}

/**
 * A stored call with its account by the naming in use. An account that its log stated, or an argument or a path named,
 * stays: what is stored does not say which it was. A project folder gives way, and where there was none one is looked for.
 */
export function nameStored(record: CallRecord): CallRecord {
  const { account } = record;
  const isFolder = account?.startsWith(FOLDER) ?? false;
  if (account && !isFolder) return record;
  const named = byArguments(record.args) ?? (naming.folders ? account : null);
  return named === account ? record : { ...record, account: named };
}

/** Records of a log whose path may name the account; what their project folder says is left for later. */
export function namedByPath(records: readonly LogRecord[], path: string): readonly LogRecord[] {
  const { paths } = naming;
  if (paths.length === 0 || accountInPath(path, paths) === null) return records;
  return records.map((record) => nameAccount(record, path));
}

function found(record: CallRecord | AnswerRecord, path: string | null): string | null {
  const byArgument = record.type === 'call' ? byArguments(record.args) : null;
  return byArgument ?? (path === null ? null : accountInPath(path, naming.paths));
}

function byArguments(args: string): string | null {
  for (const names of naming.arguments) {
    const account = accountInArguments(args, names);
    if (account !== null) return account;
  }
  return null;
}

function folderName(folder: string | undefined): string | null {
  return folder && naming.folders ? `${FOLDER}${folder}` : null;
}

/** A count "of calls without an account" is of the calls with the same arguments: it goes where they go. */
function nameCensus(record: CensusRecord): CensusRecord {
  if (record.account !== '') return record;
  const account = byArguments(record.args);
  return account === null ? record : { ...record, account };
}
