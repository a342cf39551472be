import type { ReactNode } from 'react';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import type { AnswerDetail } from '@/db/questions/answer';
import type { TurnCalls } from '@/db/questions/answer-calls';
import { callPath, type Here, linkTo, linkWith } from '@/lib/address';
import type { JudgedClaim } from '@/lib/claims';
import type { Remedy } from '@/lib/claims/remedy';
import { verdictGroup, verdictMark, verdictWord } from '@/lib/claims/verdict-words';
import classes from '../answers.module.css';

interface Shown {
  claims: readonly JudgedClaim[];
  chosen: number | null;
  here: Here;
}

function withClaim(here: Here, n: number): string {
  return linkWith({ ...here, own: [['claim', String(n)]] });
}

/** The answer's text with its claims marked in place: an underline by verdict, and a number that the list below repeats. */
export function MarkedText({ text, claims, chosen, here }: Shown & { text: string }) {
  const parts: ReactNode[] = [];
  let at = 0;
  claims.forEach((claim, i) => {
    const [from, to] = claim.span;
    if (from < at) return;
    if (from > at) parts.push(<Visible key={`t${at}`} text={text.slice(at, from)} />);
    parts.push(
      <Go
        key={`c${from}`}
        href={withClaim(here, i + 1)}
        scroll={false}
        className={classes.claim}
        data-group={verdictGroup(claim.verdict)}
        aria-current={chosen === i + 1 ? 'true' : undefined}
        title={`${verdictWord(claim.verdict)}: ${claim.says}`}
      >
        <Visible text={text.slice(from, to)} />
        <span className={classes.number}>
          {i + 1} {verdictMark(claim.verdict)}
        </span>
      </Go>,
    );
    at = to;
  });
  parts.push(<Visible key="rest" text={text.slice(at)} />);
  return <p className={classes.text}>{parts}</p>;
}

/** The claims in order, each with its verdict in a word, its sentence, and for the chosen one the path and the evidence. */
export function ClaimList({ claims, remedies, chosen, here, turn }: Shown & Pick<AnswerDetail, 'remedies' | 'turn'>) {
  if (claims.length === 0) return <p className="dim">Nothing in it counts, denies or sums up a set.</p>;
  return (
    <ol className={classes.claims}>
      {claims.map((claim, i) => (
        <li key={`${claim.span[0]} ${claim.kind} ${claim.value}`} data-row data-chosen={chosen === i + 1 || undefined}>
          <Go href={withClaim(here, i + 1)} scroll={false}>
            {i + 1} “<Visible text={claim.text} />”
          </Go>
          <div>
            <span className={classes.word}>
              {verdictMark(claim.verdict)} {verdictWord(claim.verdict)}
            </span>
            : <Visible text={claim.says} />
          </div>
          {claim.missing === null ? null : <div className="dim">What would settle it: {claim.missing}.</div>}
          {chosen === i + 1 ? <Evidence claim={claim} here={here} turn={turn} /> : null}
          {chosen === i + 1 && remedies[i] ? <Owed remedy={remedies[i]} /> : null}
        </li>
      ))}
    </ol>
  );
}

/** How it was decided, and where that stands: each place opens the payload at the field. */
function Evidence({ claim, here, turn }: { claim: JudgedClaim; here: Here; turn: TurnCalls }) {
  const call = turn.calls.find(({ id }) => id === claim.calls[0]);
  return (
    <>
      <p className="dim">Decided as {claim.path.map(({ rule }) => rule).join(', then ')}.</p>
      {call && claim.evidence.length > 0 ? (
        <ul className={classes.evidence}>
          {claim.evidence.map(({ path, value }) => (
            <li key={path}>
              <Go href={`${linkTo(here, callPath(call.id))}#at-${path}`}>
                <code>{path}</code>
              </Go>{' '}
              = <Visible text={JSON.stringify(value)} />
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

/** What would have made it right. */
function Owed({ remedy: { says, contract, open } }: { remedy: Remedy }) {
  return (
    <div className={classes.owed}>
      <strong>What would have made it right.</strong> <Visible text={says} /> For this very call it should have declared{' '}
      <code>
        <Visible text={contract} />
      </code>
      {open === null ? null : <span className="dim"> ({open})</span>}.
    </div>
  );
}
