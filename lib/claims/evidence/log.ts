/** The calls that an answer could rest on, indexed once so that a claim costs the same at ten calls as at two thousand. */

import { textArgs } from '@/lib/contract/limits/args';
import type { Claim, EvidenceCall, Offer } from '../types';
import { offersOf } from './offers';
import { Payloads } from './payloads';
import { type Rows, rowsOf } from './rows';
import { type Walk, walkOf } from './walks';
import { claimWords, returnedWordsOf, wordsOf } from './words';

/** Calls of one word, number or query that are weighed for one claim: the latest ones. */
const WEIGHED = 40;

export interface Carrier {
  call: EvidenceCall;
  /** How many words tie the claim to the call; 0: none. */
  score: number;
  /** Whether the noun itself is among them. */
  noun: boolean;
  turn: boolean;
}

export class EvidenceLog {
  readonly payloads = new Payloads();
  readonly all: readonly EvidenceCall[];
  private readonly turn: ReadonlySet<string>;
  /** The place of the last call before the answer. */
  readonly until: number;
  private readonly byId = new Map<string, EvidenceCall>();
  private readonly words = new Map<string, ReadonlySet<string>>();
  private readonly byWord = new Map<string, EvidenceCall[]>();
  private readonly byValue = new Map<number, Offer[]>();
  private readonly byQuery = new Map<string, EvidenceCall[]>();
  private readonly walks = new Map<string, Walk>();
  private readonly rowsRead = new Map<Walk, Rows>();
  private readonly own = new Map<string, Offer[]>();

  constructor(turn: readonly EvidenceCall[], session: readonly EvidenceCall[]) {
    for (const call of [...session, ...turn]) this.byId.set(call.id, call);
    this.all = [...this.byId.values()].sort((a, b) => a.seq - b.seq);
    this.turn = new Set(turn.map(({ id }) => id));
    this.until = turn.reduce((last, { seq }) => Math.max(last, seq), turn.length > 0 ? -1 : Number.POSITIVE_INFINITY);
    for (const call of this.all) {
      push(this.byQuery, call.query, call);
      const words = wordsOf(call);
      this.words.set(call.id, words);
      for (const word of words) push(this.byWord, word, call);
      const offers = offersOf(call);
      this.own.set(call.id, offers);
      for (const offer of offers) push(this.byValue, offer.value, offer);
    }
  }

  /** The words that a call is about. */
  wordsOf(call: EvidenceCall): ReadonlySet<string> {
    return this.words.get(call.id) ?? new Set();
  }

  /** The words for what a call returns, its arguments left out. */
  returnedWordsOf(call: EvidenceCall): ReadonlySet<string> {
    const known = this.returned.get(call.id);
    if (known !== undefined) return known;
    const made = returnedWordsOf(call);
    this.returned.set(call.id, made);
    return made;
  }
  private readonly returned = new Map<string, ReadonlySet<string>>();

  /** Whether some call of a tool gave an argument this value, in lower case. */
  gave(tool: string, key: string, value: string): boolean {
    this.given ??= new Set(
      this.all.flatMap((call) =>
        textArgs(call.args).map(([name, said]) => `${call.tool}\n${name}\n${said.toLowerCase()}`),
      ),
    );
    return this.given.has(`${tool}\n${key}\n${value}`);
  }
  private given: ReadonlySet<string> | null = null;

  call(id: string): EvidenceCall | undefined {
    return this.byId.get(id);
  }

  offers(call: EvidenceCall): readonly Offer[] {
    return this.own.get(call.id) ?? [];
  }

  /** Everything that offers this number, the latest last. */
  offering(value: number): readonly Offer[] {
    return (this.byValue.get(value) ?? []).slice(-WEIGHED);
  }

  /** The pages of a call's query, together. */
  walk(call: EvidenceCall): Walk {
    const known = this.walks.get(call.query);
    if (known !== undefined) return known;
    const made = walkOf(this.byQuery.get(call.query) ?? [call], this.until);
    this.walks.set(call.query, made);
    return made;
  }

  /** What the rows of a walk hold, read once. */
  rows(walk: Walk): Rows {
    const known = this.rowsRead.get(walk);
    if (known !== undefined) return known;
    const made = rowsOf(walk.calls);
    this.rowsRead.set(walk, made);
    return made;
  }

  inTurn(call: EvidenceCall): boolean {
    return this.turn.has(call.id);
  }

  /** The latest calls of the turn, else of the session. */
  latest(): readonly EvidenceCall[] {
    this.kept ??= this.latestCalls();
    return this.kept;
  }
  private kept: readonly EvidenceCall[] | null = null;

  private latestCalls(): EvidenceCall[] {
    const turn = this.all.filter((call) => this.turn.has(call.id));
    return (turn.length > 0 ? turn : this.all).slice(-WEIGHED);
  }

  /** The calls that could carry a claim: the best tied first, the turn before the rest, the latest before the earlier. */
  carriers(claim: Claim): readonly Carrier[] {
    if (this.last?.claim === claim) return this.last.carriers;
    const carriers = this.carriersOf(claim);
    this.last = { claim, carriers };
    return carriers;
  }
  private last: { claim: Claim; carriers: readonly Carrier[] } | null = null;

  private carriersOf(claim: Claim): Carrier[] {
    const scores = new Map<EvidenceCall, { score: number; noun: boolean }>();
    for (const { word, weight } of claimWords(claim))
      for (const call of (this.byWord.get(word) ?? []).slice(-WEIGHED)) {
        const had = scores.get(call) ?? { score: 0, noun: false };
        scores.set(call, { score: had.score + weight, noun: had.noun || weight === 2 });
      }
    // Words of the rows are no words of the call; a turn of few calls is weighed whole.
    const few = this.latest();
    for (const call of few) if (!scores.has(call)) scores.set(call, { score: 0, noun: false });
    return [...scores]
      .map(([call, tie]) => ({ call, ...tie, turn: this.inTurn(call) }))
      .sort((a, b) => Number(b.turn) - Number(a.turn) || b.score - a.score || b.call.seq - a.call.seq);
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
