import type { ReactNode } from 'react';
import type { Evidence, Reading } from '@/lib/contract/types';
import { count, plural, share } from '@/lib/format';
import type { Judgement } from '@/lib/verdict/types';
import { Go } from '../link';
import { Source } from '../payload/source';
import { Visible } from '../payload/visible';
import classes from './call.module.css';
import { lineAnchor, saidIn } from './marks';
import { LIMIT_SOURCE } from './words';

interface ColumnsProps {
  args: string;
  reading: Reading;
  limitAt: Evidence | null;
  judgement: Judgement;
  /** What the other view held, in words, where the log holds two. */
  otherView: string | null;
}

/** What was asked, what the result said about itself, and what was there: the three that a verdict compares. */
export function CallColumns(props: ColumnsProps) {
  return (
    <div className={classes.columns}>
      <Asked {...props} />
      <SaidColumn reading={props.reading} />
      <WasThere {...props} />
    </div>
  );
}

function Column({ title, says, children }: { title: string; says: string; children: ReactNode }) {
  return (
    <section className={classes.column} aria-label={`${title}: ${says}`}>
      <h2>
        {title} <span className="dim">{says}</span>
      </h2>
      {children}
    </section>
  );
}

function Asked({ args, judgement, limitAt }: ColumnsProps) {
  const { limit } = judgement;
  return (
    <Column title="Asked" says="by the agent">
      <pre className={classes.args}>
        {args.trim() === '{}' ? <span className="dim">no arguments</span> : <Args text={args} />}
      </pre>
      <dl className={classes.facts}>
        <div>
          <dt>limit that applied</dt>
          <dd>
            {limit ? <b className="num">{count(limit.value)}</b> : <i className="dim">none known</i>}
            {limit ? (
              <span className="dim">
                {' '}
                {LIMIT_SOURCE[limit.source]} · {limit.imposed ? 'imposed' : 'asked by the agent'}
                {limitAt ? <Where path={limitAt.path} /> : null}
              </span>
            ) : null}
          </dd>
        </div>
      </dl>
    </Column>
  );
}

const ARGS_SHOWN = 2_000;

function Args({ text }: { text: string }) {
  if (text.length <= ARGS_SHOWN) return <Source text={text} />;
  return (
    <>
      <Source text={text.slice(0, ARGS_SHOWN)} flat />
      <span className="dim"> … {count(text.length - ARGS_SHOWN)} more characters in the JSON of this call</span>
    </>
  );
}

function SaidColumn({ reading }: { reading: Reading }) {
  const said = saidIn(reading);
  return (
    <Column title="Said" says="by the result, about itself">
      {said.length === 0 ? (
        <p className="dim">Nothing: no total, no “more”, no cursor, no marker.</p>
      ) : (
        <dl className={classes.facts}>
          {said.map((fact) => (
            <div key={`${fact.label} ${fact.at.path}`}>
              <dt title={fact.title}>{fact.label}</dt>
              <dd>
                <b>
                  <Visible text={clip(fact.value)} />
                </b>
                <Where path={fact.at.path} />
                <span className={classes.hint}>{fact.title}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Column>
  );
}

function WasThere({ reading, judgement, otherView }: ColumnsProps) {
  const overhead = reading.payloadLength > 0 ? reading.contractLength / reading.payloadLength : null;
  return (
    <Column title="Was there" says="in what the model received">
      <dl className={classes.facts}>
        <div>
          <dt>rows present</dt>
          <dd>
            {judgement.present === null ? (
              <i className="dim">cannot be counted</i>
            ) : (
              <b className="num">{count(judgement.present)}</b>
            )}
            {reading.unit ? (
              <span className="dim">
                {' '}
                (unit: <Visible text={reading.unit} />)
              </span>
            ) : null}
            {reading.rowsPath ? <Where path={reading.rowsPath} /> : null}
          </dd>
        </div>
        {otherView ? (
          <div>
            <dt>the tool returned</dt>
            <dd>{otherView}</dd>
          </div>
        ) : null}
        {reading.cut ? (
          <div>
            <dt>cut</dt>
            <dd>
              at character <b className="num">{count(reading.cut.at)}</b>
              <span className="dim">
                {reading.cut.how === 'line' ? ', at the end of a line' : ', in the middle of a value'}
              </span>
            </dd>
          </div>
        ) : null}
        <div>
          <dt>size</dt>
          <dd>
            <span className="num">{plural(reading.payloadLength, 'character')}</span>
            {overhead !== null && reading.contractLength > 0 ? (
              <span className="dim">, {share(overhead)} of it contract</span>
            ) : null}
          </dd>
        </div>
        {judgement.dialect ? (
          <div>
            <dt>read as</dt>
            <dd>
              <Visible text={judgement.dialect} />
            </dd>
          </div>
        ) : null}
      </dl>
    </Column>
  );
}

/**
 * Where a fact stands, as a link to its line of the payload where there is one. The router is told of the fragment: it writes the
 * address anew whenever the page is read again, and would drop one that it does not know.
 */
export function Where({ path }: { path: string }) {
  const anchor = lineAnchor(path);
  const shown = <Visible text={clip(path)} />;
  return <span className={classes.where}>{anchor ? <Go href={anchor}>{shown}</Go> : shown}</span>;
}

function clip(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
