'use client';

import { Button, FileInput, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
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
  async function choose(file: File | null) {
    if (file) setText(await file.text());
  }
  return (
    <>
      <form className={classes.new} onSubmit={submit}>
        <Textarea
          label="Conversation"
          rows={10}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          spellCheck={false}
          classNames={{ input: classes.conversation }}
          placeholder={
            '{"type":"call","tool":"list_incidents","result":"…"}\n{"type":"answer","text":"There were 20 incidents."}'
          }
        />
        <div className={classes.search}>
          <FileInput
            className={classes.pasted}
            aria-label="File of a conversation"
            placeholder="or choose its file"
            clearable
            onChange={choose}
          />
          <Button type="submit" disabled={text.trim() === ''} loading={state.is === 'judging'}>
            Judge it
          </Button>
        </div>
      </form>
      <div className={classes.page} aria-live="polite">
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
                <Button variant="default" onClick={() => void judge(true)}>
                  Keep it in the store
                </Button>
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
