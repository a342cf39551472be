'use client';

import { useEffect, useState } from 'react';
import { count } from '@/lib/format';
import type { Outline } from '@/lib/payload/outline';
import { FindBox } from './find-box';
import { Folded } from './folded';
import classes from './payload.module.css';
import type { Mark } from './types';
import { WholeText } from './whole-text';

export interface ViewerProps {
  /** `What the model received`. */
  title: string;
  /** One line under the title: rows, stage. */
  note: string;
  outline: Outline;
  marks: Mark[];
  /** Address of the payload's parts; it already has a query. */
  api: string;
  /** Root of this view's paths. */
  view: 'result' | 'sent';
}

interface Place {
  from: number;
  hit: { at: number; length: number } | null;
}

/** Null is the folded view. The address keeps it (`#text-sent-1200`), so that a place in a payload is a link. */
function usePlace(view: 'result' | 'sent'): [Place | null, (place: Place | null) => void] {
  const [place, setPlace] = useState<Place | null>(null);
  useEffect(() => {
    const named = /^#text-(result|sent)-(\d{1,10})$/.exec(window.location.hash);
    if (named?.[1] === view) setPlace({ from: Number(named[2]), hit: null });
  }, [view]);
  const go = (to: Place | null) => {
    setPlace(to);
    const { pathname, search } = window.location;
    window.history.replaceState(null, '', `${pathname}${search}${to ? `#text-${view}-${to.from}` : ''}`);
  };
  return [place, go];
}

/** One view of a call's payload: folded by its structure, or the whole text; searchable; never all of it at once. */
export function PayloadViewer({ title, note, outline, marks, api, view }: ViewerProps) {
  const [place, setPlace] = usePlace(view);
  const positions = marks.filter((mark) => mark.at !== null && mark.path === view);
  const goTo = (at: number, length: number) => setPlace({ from: Math.max(0, at - 600), hit: { at, length } });
  return (
    <section className={classes.viewer} aria-label={title}>
      <header className={classes.viewerHead}>
        <div>
          <h3>{title}</h3>
          <p className="dim">
            {note} · {count(outline.length)} characters
          </p>
        </div>
        <fieldset className={classes.modes}>
          <legend className="visually-hidden">How to show it</legend>
          <button type="button" aria-pressed={place === null} onClick={() => setPlace(null)}>
            Folded
          </button>
          <button type="button" aria-pressed={place !== null} onClick={() => setPlace(place ?? { from: 0, hit: null })}>
            Whole text
          </button>
          <a href={`${api}&download=1`} download>
            Download
          </a>
        </fieldset>
      </header>
      <FindBox api={api} name={title.toLowerCase()} onOpen={(hit) => goTo(hit.at, hit.hit.length)} />
      {positions.length > 0 ? (
        <p className={classes.positions}>
          {positions.map((mark) => (
            <button
              key={`${mark.at} ${mark.label}`}
              type="button"
              title={mark.title}
              onClick={() => goTo(mark.at ?? 0, 0)}
            >
              {mark.label} at character {count((mark.at ?? 0) + 1)}
            </button>
          ))}
        </p>
      ) : null}
      {place === null ? (
        <Folded outline={outline} marks={marks} api={api} />
      ) : (
        <WholeText api={api} length={outline.length} from={place.from} hit={place.hit} marks={positions} />
      )}
    </section>
  );
}
