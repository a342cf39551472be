'use client';

import { type ChangeEvent, type FormEvent, useState } from 'react';
import { Panel, Sentence } from '@/components/states';
import { plural } from '@/lib/format';
import type { Inspected } from '@/lib/inspect';
import classes from '../answers.module.css';
import { Judged } from './judged';

type State =
  | { is: 'idle' }
  | { is: 'judging' }
  | { is: 'refused'; why: string }
  | { is: 'judged'; log: Inspected & { format: string; kept: boolean } };

/** Takes a pasted conversation or its file, has it judged, and shows what became of it. */
export function JudgeForm() {
  const [text, setText] = useState('');
  const [state, setState] = useState<State>({ is: 'idle' });

  async function judge(keep: boolean) {
    setState({ is: 'judging' });
    setState(await judgedOf(text, keep));
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    void judge(false);
  }
  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const file = event.target.files?.[0];
    if (file) setText(await file.text());
  }
  return (
    <>
      <form className={classes.new} onSubmit={submit}>
        <label htmlFor="conversation">Conversation</label>
        <textarea
          id="conversation"
          rows={10}
          value={text}
          onChange={(event) => setText(event.target.value)}
          spellCheck={false}
          placeholder={
            '{"type":"call","tool":"list_incidents","result":"…"}\n{"type":"answer","text":"There were 20 incidents."}'
          }
        />
        <div className={classes.search}>
          <label htmlFor="conversation-file" className="visually-hidden">
            File of a conversation
          </label>
          <input id="conversation-file" type="file" onChange={choose} />
          <button type="submit" disabled={text.trim() === '' || state.is === 'judging'}>
            Judge it
          </button>
        </div>
      </form>
      <div aria-live="polite">
        {state.is === 'judging' ? <p className="dim">Judging…</p> : null}
        {state.is === 'refused' ? (
          <Panel title="It could not be judged">
            <p>{state.why}</p>
          </Panel>
        ) : null}
        {state.is === 'judged' ? (
          <>
            <Sentence>
              {plural(state.log.calls.length, 'call')} and {plural(state.log.answers.length, 'answer')} were read as{' '}
              {state.log.format}
              {state.log.kept ? ', and are in the store now.' : '. Nothing was stored.'}
            </Sentence>
            {state.log.kept ? null : (
              <p>
                <button type="button" className={classes.keep} onClick={() => void judge(true)}>
                  Keep it in the store
                </button>
              </p>
            )}
            <Judged log={state.log} />
          </>
        ) : null}
      </div>
    </>
  );
}

async function judgedOf(text: string, keep: boolean): Promise<State> {
  try {
    const response = await fetch(keep ? '/api/judge?keep=1' : '/api/judge', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: text,
    });
    const said = await response.json();
    if (response.ok) return { is: 'judged', log: said };
    return { is: 'refused', why: String(said.message ?? `The server answered ${response.status}.`) };
  } catch (error) {
    return { is: 'refused', why: `The server cannot be reached: ${error instanceof Error ? error.message : error}` };
  }
}
