/** Where sessions write their records: native log lines of one day, handed out in order of time. */

import { type ToolFamily, versionAt } from './calendar';
import type { Random } from './random';
import type { Served } from './tools/served';

export class Journal {
  private entries: { ts: number; line: string }[] = [];

  add(ts: number, line: string): void {
    this.entries.push({ ts, line });
  }

  /** Takes out the lines from before a time, oldest first, each with its line end. */
  drain(before: number): string[] {
    const due = this.entries.filter((entry) => entry.ts < before);
    this.entries = this.entries.filter((entry) => entry.ts >= before);
    due.sort((left, right) => left.ts - right.ts);
    return due.map((entry) => entry.line);
  }
}

interface ToolFacts {
  family: ToolFamily;
  /** Median and spread (of the logarithm) of a call's duration in milliseconds. */
  median: number;
  spread: number;
}

const TOOLS = {
  search_invoices: { family: 'billing', median: 84, spread: 0.5 },
  find_invoice_by_po: { family: 'billing', median: 61, spread: 0.45 },
  count_invoices: { family: 'billing', median: 9, spread: 0.5 },
  get_invoice: { family: 'billing', median: 22, spread: 0.4 },
  export_invoices: { family: 'billing', median: 910, spread: 0.7 },
  list_customers: { family: 'billing', median: 73, spread: 0.4 },
  list_payments: { family: 'billing', median: 66, spread: 0.5 },
  list_open_orders: { family: 'billing', median: 48, spread: 0.4 },
  get_account: { family: 'billing', median: 14, spread: 0.4 },
  send_email: { family: 'billing', median: 240, spread: 0.5 },
  run_sql: { family: 'billing', median: 130, spread: 0.9 },
  list_incidents: { family: 'incidents', median: 190, spread: 0.6 },
  search_files: { family: 'files', median: 41, spread: 0.6 },
} as const satisfies Record<string, ToolFacts>;

export type ToolName = keyof typeof TOOLS;

export interface Who {
  agent: string;
  model: string;
  environment: 'production' | 'staging';
}

/** Which views of a call the log keeps where the harness changed the result. */
export type Views = 'both' | 'sent only';

/** One conversation: its clock moves on with every call and with the thinking between them. */
export class Session {
  private calls = 0;
  private answers = 0;

  constructor(
    private readonly journal: Journal,
    readonly id: string,
    private clock: number,
    private readonly account: string | null,
    private readonly who: Who,
    private readonly random: Random,
  ) {}

  get now(): number {
    return this.clock;
  }

  /** Writes a call that starts now. `args` is JSON text. */
  call(tool: ToolName, args: string, served: Served, views: Views = 'both'): void {
    const facts: ToolFacts = TOOLS[tool];
    const ms = Math.max(1, Math.round(facts.median * Math.exp(facts.spread * this.random.normal())));
    this.calls += 1;
    const account = this.account === null ? '' : `"account":"${this.account}",`;
    const result = served.sent !== undefined && views === 'sent only' ? served.sent : served.result;
    const sent = served.sent !== undefined && views === 'both' ? `"sent":${served.sent},` : '';
    this.journal.add(
      this.clock,
      `{"type":"call","id":"c-${this.id}-${this.calls}","ts":"${new Date(this.clock).toISOString()}","session":"s-${this.id}",${account}` +
        `"tool":"${tool}","args":${args},"result":${result},${sent}"error":${served.error === true},"agent":"${this.who.agent}",` +
        `"model":"${this.who.model}","environment":"${this.who.environment}","version":"${versionAt(facts.family, this.clock)}","duration_ms":${ms}}\n`,
    );
    this.clock += ms + this.random.between(700, 6_500);
  }

  /** Ends a turn. */
  answer(question: string, text: string): void {
    this.answers += 1;
    this.clock += this.random.between(1_200, 9_000);
    const account = this.account === null ? '' : `"account":"${this.account}",`;
    this.journal.add(
      this.clock,
      `{"type":"answer","id":"a-${this.id}-${this.answers}","ts":"${new Date(this.clock).toISOString()}","session":"s-${this.id}",${account}` +
        `"question":${JSON.stringify(question)},"text":${JSON.stringify(text)}}\n`,
    );
    this.clock += this.random.between(4_000, 30_000);
  }
}
