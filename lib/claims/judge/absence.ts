/** "No …", "nothing …", "… is not used": true only of a set that was searched to its end. */

import type { Evidence } from '@/lib/contract/types';
import { cutByTheLog } from '../evidence/offers';
import { rowsAt, valueNamed } from '../evidence/rows';
import { normal } from '../evidence/words';
import type { EvidenceCall } from '../types';
import {
  askedFor,
  countOnly,
  countsOnly,
  failed,
  isPart,
  isTied,
  returnsNoun,
  type Subject,
  speaksOfASet,
  subjectOf,
} from './pick';
import { logCut, number, open, page, placesOf, type Question, type Ruling, rule, settleBy, step, why } from './ruling';

export function absence(question: Question): Ruling {
  const status = statusOf(question);
  if (status !== null) return status;
  const about = subjectOf(question);
  if (about === null)
    return open(
      'no_call',
      'No call of the log searched for this.',
      'A search of the whole set for what is said to be absent.',
    );
  const { call, walk } = about;
  step(question, 'searched', `It rests on ${call.tool}.`, placesOf(call));
  if (failed(call)) return failure(question, about);
  if (cutByTheLog(call)) return logCut(call);
  const shown = shownElsewhere(question, call, walk.calls);
  if (shown !== null) return shown;
  if (isPart(about) && (isTied(question, about) || speaksOfASearch(question)))
    return rule(
      'false_absence',
      'capped_search',
      `What was not on the page may be behind it: ${page(call)}. ${why(call)}`,
      [call],
      placesOf(call),
    );
  if (countsOnly(call) && about.whole) return countOnly(call);
  const held = about.whole
    ? valueNamed(question.log.rows(walk), question.claim, question.log.returnedWordsOf(call))
    : null;
  if (held !== null)
    return rule(
      'false_absence',
      'shown_in_rows',
      `${number(held.rows)} rows of ${call.tool} hold "${held.value}".`,
      [call],
      [rowsAt(call)],
    );
  const name = about.whole && isTied(question, about) ? properName(question, walk.calls) : null;
  if (name !== null)
    return rule(
      'false_absence',
      'named_in_rows',
      `${name.value} stands in what ${call.tool} returned.`,
      [call],
      [name],
    );
  const mentioned = about.whole ? inText(question, call) : null;
  if (mentioned !== null) return mentioned;
  if (about.whole && (isTied(question, about) || speaksOfASearch(question)) && about.tie !== 'none')
    return rule(
      'supported',
      'whole_set',
      `${call.tool} showed the whole set, and this is not in it.`,
      [call],
      placesOf(call),
    );
  return open(
    'unclear',
    `${page(call)}, and nothing settles whether that was all.`,
    settleBy(call),
    [call],
    placesOf(call),
  );
}

function speaksOfASearch({ claim, says }: Question): boolean {
  return says.search.test(claim.text);
}

/** A call that failed says nothing about the set; it makes a statement false only where the statement rests on that very call. */
function failure(question: Question, about: Subject): Ruling {
  const { call } = about;
  const rests =
    speaksOfASearch(question) &&
    call.seq <= question.log.until &&
    (about.tie === 'only' || returnsNoun(question, call) || askedFor(question, call));
  if (!rests)
    return open(
      'failed_call',
      `${call.tool} failed, so it shows nothing of this.`,
      'A search of the whole set for what is said to be absent.',
      [call],
      placesOf(call),
    );
  const refused = call.judgement.verdict === 'refused';
  return rule(
    'false_absence',
    refused ? 'refused' : 'failed',
    refused
      ? `A refusal is not an empty list: ${call.tool} declined to serve the result.`
      : `A failure is not an empty list: ${call.tool} returned an error.`,
    [call],
    placesOf(call),
  );
}

/** Another result of the session that shows what is said to be absent. */
function shownElsewhere(question: Question, call: EvidenceCall, pages: readonly EvidenceCall[]): Ruling | null {
  const empty = (call.judgement.present ?? 0) === 0 && call.reading.census === null;
  const sibling = pages.find((one) => one.id !== call.id && (one.judgement.present ?? 0) > 0);
  if (empty && sibling !== undefined)
    return rule(
      'false_absence',
      'shown_by_another_page',
      `${sibling.tool} showed ${String(sibling.judgement.present)} rows for the same query; the empty page says nothing of them.`,
      [call, sibling],
      [...placesOf(call), { path: sibling.reading.rowsPath ?? 'result', value: sibling.judgement.present }],
    );
  const contradiction = call.judgement.findings.find(({ kind }) => kind === 'row_elsewhere');
  if (contradiction !== undefined)
    return rule('false_absence', 'row_elsewhere', contradiction.says, [call], contradiction.evidence);
  return question.claim.qualifiers.length === 0 ? null : named(question, call);
}

/** A name that the statement gives stands in the rows of a call about the same set. */
function named(question: Question, call: EvidenceCall): Ruling | null {
  const { claim, log } = question;
  const names = claim.qualifiers.filter((word) => IDENTIFIER.test(word));
  const [name] = names.filter((one) => FILE.test(one));
  if (name === undefined) return null;
  for (const { call: other } of log.carriers(claim)) {
    if (!speaksOfASet(other) || !sameSearch(call, other)) continue;
    const at = log.payloads.find(other, name);
    if (at !== null)
      return rule('false_absence', 'named_in_rows', `${name} stands in what ${other.tool} returned.`, [other], [at]);
  }
  return null;
}

/** A proper name of the statement that stands in the rows of the set and was not asked for. */
function properName({ claim, log }: Question, pages: readonly EvidenceCall[]): Evidence | null {
  const names = claim.text.slice(1).match(/\b[A-Z][a-z]{3,}\b/g) ?? [];
  for (const name of names)
    for (const one of pages) {
      if ((one.judgement.present ?? 0) === 0 || one.args.toLowerCase().includes(name.toLowerCase())) continue;
      const at = log.payloads.find(one, name);
      if (at !== null) return at;
    }
  return null;
}

/** A whole text that holds the word: `TODO` is the thing itself, "errors" may stand there in "0 errors". */
function inText({ claim, log }: Question, call: EvidenceCall): Ruling | null {
  if (call.reading.shape !== 'lines' || (call.judgement.present ?? 0) === 0) return null;
  for (const word of claim.noun) {
    const at = log.payloads.find(call, word);
    if (at === null) continue;
    const literal = claim.text.split(/\W+/).find((token) => normal(token) === normal(word)) ?? '';
    return /^[A-Z]{3,}s?$/.test(literal)
      ? rule(
          'false_absence',
          'named_in_text',
          `${word.toUpperCase()} stands in what ${call.tool} returned.`,
          [call],
          [at],
        )
      : open('named_in_text', `The word stands in what ${call.tool} returned.`, 'What that line means.', [call], [at]);
  }
  return null;
}

const IDENTIFIER = /[\p{L}\p{N}][._/-][\p{L}\p{N}]/u;
const FILE = /\.\w{1,5}$/;

/** Two searches for the same thing: the argument that both share beside their paging. */
function sameSearch(a: EvidenceCall, b: EvidenceCall): boolean {
  return a.tool === b.tool && patternOf(a.args) !== null && patternOf(a.args) === patternOf(b.args);
}

function patternOf(args: string): string | null {
  return /"(?:pattern|query|q|search|regex|term)"\s*:\s*"((?:[^"\\]|\\.)*)"/.exec(args)?.[1] ?? null;
}

/** "Finished without errors" is a statement of how the calls went. */
function statusOf(question: Question): Ruling | null {
  const { claim, log, sentence, says } = question;
  if (!says.nothingWrong.test(claim.text) || !says.ran.test(sentence)) return null;
  const calls = log.latest();
  const bad = calls.find(failed);
  if (calls.length === 0) return null;
  if (bad !== undefined)
    return open(
      'status',
      `${bad.tool} failed, so not every call went without errors.`,
      'Which call the statement means.',
      [bad],
    );
  const last = calls.filter((call) => speaksOfASet(call)).at(-1) ?? calls.at(-1);
  const about = last === undefined ? [] : [last];
  return rule('supported', 'status', 'No call that it rests on returned an error.', about, about.flatMap(placesOf));
}
