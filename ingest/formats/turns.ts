import type { JsonValue } from '@/lib/json/types';
import type { AnswerRecord } from '@/lib/records';

interface Turn {
  question: string | null;
  /** The last text of the assistant, while nothing has followed it that shows it was not the answer. */
  last: AnswerRecord | null;
}

/** More conversations than this are never open in one log at once. */
const MOST_TURNS = 500;

/** Finds the text that ends each turn of each conversation: the answer. */
export class Turns {
  private readonly turns: Map<string, Turn>;

  constructor(state: JsonValue | null) {
    // The state is our own, written by `state()` in the transaction that stored the position.
    this.turns = new Map(Array.isArray(state) ? (state as unknown as [string, Turn][]) : []);
  }

  /** A person asks: the turn before is over, and its last text was its answer. */
  question(session: string, text: string): AnswerRecord[] {
    const answers = this.end(session);
    this.turns.delete(session);
    this.turns.set(session, { question: text, last: null });
    for (const [oldest, turn] of this.turns) {
      if (this.turns.size <= MOST_TURNS) break;
      this.turns.delete(oldest);
      if (turn.last) answers.push(turn.last);
    }
    return answers;
  }

  /** The assistant says something; texts of one message belong together. */
  text(answer: AnswerRecord): void {
    const turn = this.turn(answer.session);
    const text = turn.last?.id === answer.id ? `${turn.last.text}\n${answer.text}` : answer.text;
    turn.last = { ...answer, text, question: turn.question };
  }

  /** The assistant goes on working, or was stopped: what it said so far was no answer. */
  goesOn(session: string): void {
    this.turn(session).last = null;
  }

  /** The turn is over. */
  end(session: string): AnswerRecord[] {
    const turn = this.turns.get(session);
    if (!turn?.last) return [];
    const answer = turn.last;
    turn.last = null;
    return [answer];
  }

  pending(): AnswerRecord[] {
    return [...this.turns.values()].flatMap((turn) => (turn.last ? [turn.last] : []));
  }

  state(): JsonValue {
    return [...this.turns] as unknown as JsonValue;
  }

  private turn(session: string): Turn {
    const known = this.turns.get(session);
    if (known) return known;
    const fresh: Turn = { question: null, last: null };
    this.turns.set(session, fresh);
    return fresh;
  }
}
