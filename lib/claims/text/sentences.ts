import type { TextSpan } from '../types';

/** A stretch of an answer that is read by itself. */
export interface Piece {
  text: string;
  span: TextSpan;
}

/** Longer stretches say nothing that rules could find; they are cut so that no rule ever runs long. */
const LONGEST = 600;

const CODE_BLOCK = /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)/g;
const QUOTE_LINE = /^[ \t]*>.*$/gm;
const LINK = /\bhttps?:\/\/\S+|\]\([^)\s]*\)/g;
const TABLE_RULE = /^\s*\|?[\s:|-]+\|?\s*$/gm;
const MARKS = /(?<!\w)[*_~]{1,3}(?=\S)|(?<=\S)[*_~]{1,3}(?!\w)|^#{1,6} |^\s*[-*+] (?:\[[ x]\] )?/gm;
const END = /[.!?](?=\s|$|["')\]])|[。！？]|\n+|\|/g;
const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|approx|no|nr|mr|mrs|dr|st|fig|cf)$/i;

/**
 * The answer with everything blanked that states nothing of its own: code blocks, quotes, addresses, Markdown marks. Same
 * length, so offsets hold. Inline code keeps its words: it names things.
 */
export function spoken(text: string): string {
  const blank = (found: string) => found.replace(/[^\n]/g, ' ');
  return [CODE_BLOCK, QUOTE_LINE, LINK, TABLE_RULE]
    .reduce((rest, what) => rest.replace(what, blank), text)
    .replace(MARKS, blank);
}

/** Sentences, list items, table cells and lines, with their offsets. Linear in the text. */
export function sentencesOf(text: string): Piece[] {
  const said = spoken(text);
  const pieces: Piece[] = [];
  let from = 0;
  const take = (to: number) => {
    for (let at = from; at < to; at += LONGEST) push(pieces, said, at, Math.min(to, at + LONGEST));
    from = to;
  };
  for (const end of said.matchAll(END)) {
    const at = end.index;
    if (end[0] === '.' && ABBREVIATION.test(said.slice(Math.max(from, at - 8), at))) continue;
    take(at + end[0].length);
  }
  take(said.length);
  return pieces;
}

/** The parts of a sentence that a pattern divides, with their offsets in the answer. */
export function partsOf({ text, span }: Piece, at: RegExp): Piece[] {
  const parts: Piece[] = [];
  let from = 0;
  for (const cut of text.matchAll(new RegExp(at.source, `g${at.flags.replace('g', '')}`))) {
    push(parts, text, from, cut.index, span[0]);
    from = cut.index + cut[0].length;
  }
  push(parts, text, from, text.length, span[0]);
  return parts;
}

function push(into: Piece[], text: string, from: number, to: number, base = 0): void {
  const slice = text.slice(from, to);
  const start = from + (slice.length - slice.trimStart().length);
  const end = from + slice.trimEnd().length;
  if (start < end) into.push({ text: text.slice(start, end), span: [base + start, base + end] });
}
