'use client';

import type { CSSProperties } from 'react';
import { count, plural } from '@/lib/format';
import type { Line, Outline } from '@/lib/payload/outline';
import { within } from '@/lib/payload/path';
import { numbered } from '../numbered';
import { MarkTags } from './mark-tags';
import classes from './payload.module.css';
import { RowsBlock } from './rows-block';
import { Source } from './source';
import { type Mark, marksAt } from './types';
import { Visible } from './visible';

interface FoldedProps {
  outline: Outline;
  marks: Mark[];
  api: string;
}

/** The envelope line by line, with rows folded and what the contract declares marked where it stands. */
export function Folded({ outline, marks, api }: FoldedProps) {
  return (
    <div className={classes.folded}>
      {outline.before ? <Prose part={outline.before} /> : null}
      {numbered(outline.lines).map(({ key, item: line }) => (
        <LineView key={key} line={line} marks={marks} api={api} />
      ))}
      {outline.after ? <Prose part={outline.after} /> : null}
    </div>
  );
}

function LineView({ line, marks, api }: Omit<FoldedProps, 'outline'> & { line: Line }) {
  const style = { '--depth': line.depth } as CSSProperties;
  const id = line.kind === 'close' ? undefined : `at-${line.path}`;
  const here = line.kind === 'close' ? [] : marksAt(marks, line.path);
  switch (line.kind) {
    case 'open':
      return (
        <div id={id} className={classes.line} style={style} data-marked={here.length > 0 || undefined}>
          <Key name={line.key} />
          {line.inString ? <span className="dim">text that holds JSON </span> : null}
          {line.bracket}
          <MarkTags marks={here} />
        </div>
      );
    case 'close':
      return (
        <div className={classes.line} style={style}>
          {line.bracket}
        </div>
      );
    case 'value':
      return (
        <div id={id} className={classes.line} style={style} data-marked={here.length > 0 || undefined}>
          <Key name={line.key} />
          <Source text={line.text} flat />
          {line.length > line.text.length ? (
            <span className="dim"> … {count(line.length - line.text.length)} more characters, see the whole text</span>
          ) : null}
          <MarkTags marks={here} />
        </div>
      );
    case 'rows':
      return (
        <div style={style}>
          <div id={id} className={classes.line} data-marked={line.main || undefined}>
            <Key name={line.key} />
            <span className={classes.rowCount}>
              {plural(line.count, line.of === 'lines' ? 'line' : line.main ? 'row' : 'element')}
            </span>
            {line.main ? <MarkTags marks={[MAIN]} /> : null}
            <MarkTags marks={here} />
          </div>
          <RowsBlock line={line} unit={line.main ? 'row' : 'element'} marks={below(marks, line.path)} api={api} />
        </div>
      );
    case 'left':
      return (
        <div className={`${classes.line} dim`} style={style}>
          {plural(line.keys, 'more key')}, see the whole text
        </div>
      );
    case 'cut':
      return (
        <div className={classes.line} style={style}>
          <Visible text={line.rest} />
          <MarkTags marks={[{ ...CUT, title: `The text stops here, at character ${count(line.at)}` }]} />
        </div>
      );
  }
}

const MAIN: Mark = {
  path: '',
  at: null,
  line: null,
  label: 'rows',
  title: 'These are the rows that were counted',
  tone: 'declared',
};
const CUT: Mark = { path: '', at: null, line: null, label: 'cut here', title: '', tone: 'cut' };

/** Marks inside a folded list: they are named under it with their place. */
function below(marks: readonly Mark[], path: string): Mark[] {
  return marks
    .filter((mark) => mark.path !== path && within(mark.path, path))
    .map((mark) => ({ ...mark, label: `${mark.label} in ${mark.path.slice(path.length)}` }));
}

function Key({ name }: { name: string | null }) {
  if (name === null) return null;
  return (
    <>
      <span className={classes.key}>
        <Visible text={JSON.stringify(name)} />
      </span>
      :{' '}
    </>
  );
}

function Prose({ part }: { part: { text: string; length: number } }) {
  return (
    <div className={classes.prose}>
      <Visible text={part.text} />
      {part.length > part.text.length ? (
        <span className="dim"> … {count(part.length - part.text.length)} more characters, see the whole text</span>
      ) : null}
    </div>
  );
}
