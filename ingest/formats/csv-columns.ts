import { z } from 'zod';
import { plain, words } from '@/lib/contract/words';

/** What a column may hold, with the names it is known by: without case and separators, the likeliest first. */
const SPELLINGS = {
  tool: words('tool toolname toolcallname functionname function toolid'),
  args: words('args arguments toolargs toolarguments toolinput input inputs parameters params toolparameters request'),
  result: words('result toolresult output outputs tooloutput toolresponse response observation returned returnvalue'),
  sent: words('sent senttomodel'),
  ts: words('ts timestamp time createdat starttime startedat datetime date eventtime calledat'),
  session: words('session sessionid conversationid conversation threadid traceid runid chatid'),
  account: words('account accountid tenantid tenant organizationid orgid customerid customer companyid userid user'),
  id: words('id callid toolcallid tooluseid spanid uuid'),
  error: words('error iserror failed status errormessage'),
  durationMs: words('durationms latencyms elapsedms duration latency elapsed'),
  agent: words('agent agentname'),
  model: words('model modelname'),
  environment: words('environment env'),
  version: words('version release'),
  question: words('question prompt usermessage userinput'),
  answer: words('answer finalanswer assistantmessage reply'),
} as const satisfies Record<string, readonly string[]>;

export type CsvField = keyof typeof SPELLINGS;
export const CSV_FIELDS = Object.keys(SPELLINGS) as CsvField[];

/** Which column holds what: `csv` in the configuration and `--map`. The value is the column's name in the header. */
export const csvSchema = z.strictObject(
  Object.fromEntries(CSV_FIELDS.map((field) => [field, z.string().trim().min(1).optional()])) as Record<
    CsvField,
    z.ZodOptional<z.ZodString>
  >,
);
export type CsvMapping = z.infer<typeof csvSchema>;

let declared: CsvMapping = {};

/** Sets which columns hold what in every CSV that this process begins to read, before it reads the first. */
export function declareColumns(given: CsvMapping): void {
  declared = given;
}

export function declaredColumns(): CsvMapping {
  return declared;
}

/** The place of each column in a row. */
export type CsvColumns = Partial<Record<CsvField, number>>;

export interface Mapped {
  columns: CsvColumns;
  /** Columns that the mapping names and the header lacks. */
  missing: string[];
}

/** Finds the columns of a header: what the mapping says, then well-known names among the columns that are left. */
export function mapColumns(header: readonly string[], mapping: CsvMapping = declared): Mapped {
  const columns: CsvColumns = {};
  const missing: string[] = [];
  const taken = new Set<number>();
  const take = (field: CsvField, at: number) => {
    columns[field] = at;
    taken.add(at);
  };
  for (const field of CSV_FIELDS) {
    const name = mapping[field];
    if (name === undefined) continue;
    const at = placeOf(header, name);
    if (at < 0) missing.push(name);
    else take(field, at);
  }
  const names = header.map(plain);
  for (const field of CSV_FIELDS) {
    if (mapping[field] !== undefined) continue;
    const known = SPELLINGS[field].map((name) => names.indexOf(name)).find((at) => at >= 0 && !taken.has(at));
    if (known !== undefined) take(field, known);
  }
  return { columns, missing };
}

/** The column as it is spelled, else without regard to case and spaces around it. */
function placeOf(header: readonly string[], name: string): number {
  const exact = header.indexOf(name);
  return exact >= 0 ? exact : header.findIndex((column) => column.trim().toLowerCase() === name.toLowerCase());
}

/** `--map tool=tool_name,result=output` as a mapping, or what is wrong with it, for people. */
export function parseMapping(text: string): CsvMapping | { problem: string } {
  const mapping: CsvMapping = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const field = part.slice(0, Math.max(0, at)).trim();
    const column = part.slice(at + 1).trim();
    if (at < 0 || column === '') return { problem: `"${part}" is not FIELD=COLUMN, such as tool=tool_name` };
    if (!isField(field)) return { problem: `"${field}" is no field; there are: ${CSV_FIELDS.join(', ')}` };
    mapping[field] = column;
  }
  return mapping;
}

function isField(text: string): text is CsvField {
  return CSV_FIELDS.some((field) => field === text);
}
