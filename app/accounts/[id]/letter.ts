import { count, knownText, medianKnown, plural, rangeText } from '@/lib/format';
import type { Median } from '@/lib/stats/types';

/** What the sentence for the customer needs; names of tools are left to the reader of the page. */
export interface LetterFacts {
  from: number;
  to: number;
  zone: string;
  calls: number;
  left: number;
  recovered: number;
  /** Capped calls left whose unseen count is known, exactly or at least. */
  known: number;
  median: Median;
  tools: { tool: string; left: number }[];
}

/**
 * The sentence that support can send: what happened, how much of it is known, and nothing that the log does not hold.
 * Plain text; tool names are written as they are.
 */
export function letter(facts: LetterFacts): string {
  const when = rangeText(facts.from, facts.to, facts.zone).replace(/\s*–\s*/, ' to ');
  if (facts.calls === 0) return `In the period ${when} your assistant looked nothing up.`;
  if (facts.left === 0) {
    const good =
      facts.recovered === 0 ? '' : ` ${plural(facts.recovered, 'result')} came in parts, and it read all of the parts.`;
    return `In the period ${when} none of your assistant’s ${plural(facts.calls, 'look-up')} is known to have been cut short.${good}`;
  }
  const tools = facts.tools.filter((tool) => tool.left > 0);
  const named = tools
    .slice(0, 3)
    .map((tool) => `${tool.tool} (${count(tool.left)})`)
    .join(', ');
  const rest = tools.length > 3 ? ` and ${plural(tools.length - 3, 'other tool')}` : '';
  const first = `In the period ${when} your assistant made ${plural(facts.calls, 'look-up')}; in ${count(facts.left)} of them it received only a part of what matched, or nothing proves that it received all: ${named}${rest}.`;
  return `${first} ${missing(facts)} Answers that it gave from these results may leave something out.`;
}

function missing({ known, left, median }: LetterFacts): string {
  if (known === 0) return 'How many entries were missing is not known.';
  const typical = medianKnown(median);
  const share = known === left ? 'of each of these' : `of ${count(known)} of these`;
  if (typical.kind === 'unknown')
    return `We know ${share} how many entries were missing; what is typical does not follow from that.`;
  return `We know ${share} how many entries were missing; the typical (median) number is ${knownText(typical).replace('≥ ', 'at least ').replace('–', ' to ')}.`;
}
