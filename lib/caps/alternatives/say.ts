import { count, plural, share } from '../../format/number';
import type { Aggregating } from './aggregate';
import type { Declaring } from './declare';
import type { FewValues, Filtering } from './filter';
import type { PagingOn } from './page-on';

export interface Alternatives {
  /** Capped calls in the slice; each part looked at the newest of them up to a bound, and says how many. */
  capped: number;
  declare: Declaring;
  filter: Filtering & { fields: FewValues[]; pages: number };
  aggregate: Aggregating;
  pageOn: PagingOn;
  /** Named tokenizer of all token figures. */
  encoding: string;
}

/** One sentence for each alternative that the log can measure, with what it was measured on. */
export function alternativeSentences(all: Alternatives): string[] {
  return [declareWords(all), filterWords(all), aggregateWords(all), pageWords(all)].filter((s) => s !== null);
}

function declareWords({ capped, declare, encoding }: Alternatives): string | null {
  const { sampled, missing, tokens } = declare;
  if (sampled === 0) return null;
  const of = sample(sampled, capped);
  if (tokens === null) return `Declare the cap: every answer of ${of} declares it already.`;
  const says = missing.map((part) => part.says).join(', ');
  return `Declare the cap: about ${plural(tokens, 'token')} a page (${encoding}, counted on an example); a consumer could then say ${says}. Measured on ${of}.`;
}

function filterWords({ filter }: Alternatives): string | null {
  if (filter.capped === 0) return null;
  const best = filter.narrowing
    .slice(0, 3)
    .map(
      (one) =>
        `${one.argument} (${share(one.complete / filter.complete)} of complete calls, ${share(one.capped / filter.capped)} of capped ones)`,
    );
  const on = `the newest ${plural(filter.complete, 'complete call')} and ${plural(filter.capped, 'capped call')}`;
  const args =
    best.length === 0
      ? `no argument stands more often on complete calls (${on})`
      : `${best.join(', ')} in ${on}; this goes together, and proves no cause`;
  const few = filter.fields.slice(0, 3).map(({ field, values }) => `${field} (${plural(values, 'value')})`);
  const rows =
    few.length === 0 ? '' : ` Fields with few values in ${plural(filter.pages, 'capped page')}: ${few.join(', ')}.`;
  return `Filter in the tool: ${args}.${rows}`;
}

function aggregateWords({ capped, aggregate }: Alternatives): string | null {
  const { sampled, counts, others, unknown } = aggregate;
  if (sampled === 0) return null;
  const of = sample(sampled, capped);
  if (counts + others === 0) return `Aggregate: unknown; the log holds no answer after ${of}.`;
  const rest = unknown === 0 ? '' : `; of ${count(unknown)} more the log holds no answer`;
  return `Aggregate: ${count(counts)} of ${plural(counts + others, 'capped call')} with an answer ended in nothing but a count (${share(counts / (counts + others))})${rest}. Measured on ${of}.`;
}

function pageWords({ pageOn }: Alternatives): string | null {
  const { walks, recovered, turns, tokens, seconds, known, left, furtherPages } = pageOn;
  const cost = [
    turns === null ? null : `${turns.toFixed(1)} turns`,
    tokens === null ? null : `${count(Math.round(tokens))} tokens`,
    seconds === null ? null : `${seconds.toFixed(1)} s`,
  ].filter((s) => s !== null);
  const did =
    cost.length === 0
      ? 'no finished walk in this slice says what it costs'
      : `the newest ${plural(walks, 'finished walk')} cost ${cost.join(', ')} for each of ${plural(recovered, 'recovered call')}`;
  if (left === 0) return cost.length === 0 ? null : `Page on: ${did}.`;
  const need =
    known === 0
      ? 'of none is the size known'
      : `of ${count(known)} the size is known: ${plural(furtherPages, 'further page')} in all`;
  return `Page on: ${did}. ${plural(left, 'capped call')} left; ${need}.`;
}

function sample(looked: number, all: number): string {
  return looked >= all
    ? plural(looked, 'capped call')
    : `a sample, the newest ${count(looked)} of ${plural(all, 'capped call')}`;
}
