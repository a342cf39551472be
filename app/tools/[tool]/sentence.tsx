import { Sentence } from '@/components/states';
import type { ToolFigures } from '@/db/questions/overview';
import { count, knownText, plural, share } from '@/lib/format';
import { medianOf } from '../../overview/headline';

/** What this tool hides, in plain words made from its figures. */
export function ToolSentence({ tool: t, caps }: { tool: ToolFigures; caps: 'imposed' | 'asked' | 'both' }) {
  const whose = caps === 'asked' ? ' at a limit that the agent asked for' : '';
  if (t.capped === 0) {
    return (
      <Sentence>
        None of its {plural(t.calls, 'call')} was capped{whose}.
      </Sentence>
    );
  }
  return (
    <Sentence>
      {count(t.capped)} of {plural(t.calls, 'call')} ({share(t.capped / t.calls)}) were capped{whose}; {said(t)}
      {t.recovered > 0 ? ` The agent paged on to the rest in ${count(t.recovered)} of them.` : ''} {hid(t)}
    </Sentence>
  );
}

function said(t: ToolFigures): string {
  const of = (kind: 'flagged' | 'silent' | 'stale') => t.kinds[kind].left + t.kinds[kind].recovered;
  const parts: string[] = [];
  if (of('silent') > 0) parts.push(`${of('silent') === t.capped ? 'none' : count(of('silent'))} said nothing`);
  if (of('silent') === t.capped) return 'nothing in any of these results says so.';
  if (of('flagged') > 0) parts.push(`${count(of('flagged'))} said so`);
  if (of('stale') > 0) parts.push(`${count(of('stale'))} declared something that is not true`);
  return `${parts.join(', ')}.`;
}

function hid(t: ToolFigures): string {
  if (t.left === 0) return 'Nothing stayed unseen.';
  const median = medianOf(t);
  const known = `known for ${share(t.unseen.known / t.left)} of the ${plural(t.left, 'call')} left`;
  if (median.kind === 'unknown') return `How many rows stayed unseen is not known (${known}).`;
  if (median.kind === 'exact') return `Half of those left hid ${knownText(median)} rows or more (${known}).`;
  return `The median of what they hid is ${knownText(median)} rows (${known}).`;
}
