import { Iceberg } from '@/components/iceberg';
import { Go } from '@/components/link';
import { Visible } from '@/components/payload/visible';
import { VerdictMark } from '@/components/verdict-mark';
import type { TurnCalls } from '@/db/questions/answer-calls';
import { callPath, type Here, linkTo } from '@/lib/address';
import type { JudgedClaim } from '@/lib/claims';
import { unseenKnown } from '@/lib/format';
import classes from '../answers.module.css';

interface CallsProps {
  turn: TurnCalls;
  here: Here;
  claim: JudgedClaim | null;
}

/** What each call of the turn showed and did not; those that the chosen claim does not rest on step back. */
export function CallsOfTurn({ turn, here, claim }: CallsProps) {
  if (turn.calls.length === 0) return <p className="dim">The log holds no call before this answer in its session.</p>;
  return turn.calls.map((call) => {
    const { judgement } = call;
    const dim = claim !== null && claim.calls.length > 0 && !claim.calls.includes(call.id);
    return (
      <div key={call.id} className={classes.call} data-row data-dim={dim || undefined}>
        <div>
          <VerdictMark verdict={judgement.verdict} basis={judgement.basis} />{' '}
          <Go href={linkTo(here, callPath(call.id))}>
            <Visible text={call.tool} />
          </Go>{' '}
          <span className="dim mono">
            <Visible text={call.args.length > 160 ? `${call.args.slice(0, 160)}…` : call.args} />
          </span>
        </div>
        {judgement.present === null && judgement.unseen.kind === 'none' ? null : (
          <Iceberg
            seen={judgement.present}
            unseen={unseenKnown(judgement.unseen)}
            limit={judgement.limit?.value ?? null}
          />
        )}
        {judgement.findings[0] ? (
          <div className="dim">
            <Visible text={judgement.findings[0].says} />
          </div>
        ) : null}
      </div>
    );
  });
}
