import { VERDICT_WORDS } from '@/lib/format';
import type { Judgement, Verdict } from '@/lib/verdict/types';
import { numbered } from '../numbered';
import { Visible } from '../payload/visible';
import { VerdictMark } from '../verdict-mark';
import classes from './call.module.css';
import { Where } from './columns';

const LADDER: Verdict[] = ['stale', 'silent', 'flagged', 'unknown', 'complete'];

/** The rules from worst to best, the one that decided, and every finding with its evidence. */
export function Decision({ judgement, sentence }: { judgement: Judgement; sentence: string }) {
  const { verdict, findings } = judgement;
  const rungs = LADDER.includes(verdict) ? LADDER : [verdict];
  const at = rungs.indexOf(verdict);
  return (
    <div>
      <ol className={classes.ladder}>
        {rungs.map((rung, i) => (
          <li key={rung} data-at={i === at ? 'here' : i < at ? 'above' : 'below'}>
            <VerdictMark verdict={rung} basis={i === at ? judgement.basis : null} />
            <span>{i === at ? sentence : i < at ? 'nothing found' : i > at ? 'weighs less' : ''}</span>
          </li>
        ))}
      </ol>
      <p className={classes.rule}>
        <b>{VERDICT_WORDS[verdict].word}</b>: {VERDICT_WORDS[verdict].says} The worst finding decides.
      </p>
      {findings.length === 0 ? null : (
        <ol className={classes.findings}>
          {numbered(findings).map(({ key, item: finding }) => (
            <li key={key}>
              <p>
                <Visible text={finding.says} />
                <span className={classes.kind}>{finding.kind.replaceAll('_', ' ')}</span>
              </p>
              {finding.evidence.length > 0 ? (
                <ul>
                  {numbered(finding.evidence).map(({ key: place, item: evidence }) => (
                    <li key={place}>
                      <Where path={evidence.path} /> = <Visible text={clip(JSON.stringify(evidence.value))} />
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function clip(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
