'use client';

import { useId, useState } from 'react';
import { count, plural } from '@/lib/format';
import type { Hit, Hits } from '@/lib/payload/find';
import classes from './payload.module.css';
import { useWindow } from './use-window';
import { Visible } from './visible';

interface FindBoxProps {
  api: string;
  /** What is searched, for the field's name: `what the model received`. */
  name: string;
  onOpen: (hit: Hit) => void;
}

/** Search inside one payload: every place counted, fifty shown at a time, each opens the text there. */
export function FindBox({ api, name, onOpen }: FindBoxProps) {
  const id = useId();
  const [needle, setNeedle] = useState('');
  const { data, slow, trouble, ask, drop } = useWindow<Hits>();
  const find = (text: string, from: number) => void ask(`${api}&find=${encodeURIComponent(text)}&from=${from}`);
  return (
    <div className={classes.find}>
      <search>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            const text = String(new FormData(event.currentTarget).get('find') ?? '');
            setNeedle(text);
            if (text === '') drop();
            else find(text, 0);
          }}
        >
          <label htmlFor={id} className="visually-hidden">
            Search in {name}
          </label>
          <input id={id} name="find" type="search" placeholder="Search in this payload" maxLength={500} />
          <button type="submit">Find</button>
        </form>
      </search>
      {slow ? <span role="status">Searching…</span> : null}
      {trouble ? <span role="alert">Not searched: {trouble}.</span> : null}
      {data ? (
        <section className={classes.hits} aria-label="Places found">
          <p>
            {data.matched === 0
              ? 'It stands nowhere in this payload.'
              : data.returned < data.matched
                ? `Showing ${count(data.returned)} of ${count(data.matched)} places, in order`
                : `${plural(data.matched, 'place')}, in order`}
          </p>
          <ol>
            {data.hits.map((hit) => (
              <li key={hit.at}>
                <button type="button" onClick={() => onOpen(hit)}>
                  <span className="dim">{count(hit.at + 1)}</span> <Visible text={hit.before} />
                  <mark className={classes.hit}>
                    <Visible text={hit.hit} />
                  </mark>
                  <Visible text={hit.after} />
                </button>
              </li>
            ))}
          </ol>
          {data.next !== null ? (
            <button type="button" onClick={() => find(needle, data.next ?? 0)}>
              The next 50
            </button>
          ) : null}
        </section>
      ) : null}
    </div>
  );
}
