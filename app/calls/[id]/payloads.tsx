import classes from '@/components/call/call.module.css';
import { marksIn, marksOf } from '@/components/call/marks';
import { PayloadViewer, type ViewerProps } from '@/components/payload/viewer';
import { Panel } from '@/components/states';
import type { CallDetail } from '@/db/questions/call';
import type { Store } from '@/db/store';
import { callPath, type Here } from '@/lib/address';
import { plural } from '@/lib/format';
import { missingRows, runsText } from '@/lib/payload/compare';
import { outline } from '@/lib/payload/outline';
import { type OpenedPayload, openPayload, rowsOf } from '../documents';

interface PayloadsProps {
  store: Store;
  call: CallDetail;
  here: Here;
}

/** The stored views of a call's payload: what the model received first, beside it what the tool returned. */
export async function Payloads({ store, call: one, here }: PayloadsProps) {
  const views: ViewerProps[] = [];
  const two = one.views.length > 1;
  for (const view of ['sent', 'result'] as const) {
    if (!one.views.some((stored) => stored.view === view)) continue;
    const shown = await viewer(store, one, view, { two, here });
    if (shown) views.push(shown);
  }
  if (views.length === 0) {
    return (
      <Panel title="Payload">
        <p className="dim">
          {one.payloadLength === 0
            ? 'The log holds no result of this call.'
            : 'The payload has expired from the store; the verdict and its evidence stay. Read the log again to see it.'}
        </p>
      </Panel>
    );
  }
  return (
    <div className={classes.views} data-two={views.length > 1 || undefined}>
      {views.map((view) => (
        <PayloadViewer key={view.title} {...view} />
      ))}
    </div>
  );
}

async function viewer(
  store: Store,
  one: CallDetail,
  view: 'sent' | 'result',
  { two, here }: { two: boolean; here: Here },
): Promise<ViewerProps | null> {
  const opened = await openPayload(store, one.id, view);
  if (!opened) return null;
  const { reading, judgement } = one;
  const received = !two || view === 'sent';
  const { rowsPath } = reading;
  const marks = marksIn(marksOf(reading, judgement.findings, judgement.verdict === 'stale'), view, opened.doc.text);
  const wanted = marks.map((mark) => mark.path);
  const rows = received ? judgement.present : (reading.otherView?.present ?? null);
  const query = new URLSearchParams({ view });
  if (here.view.data) query.set('data', here.view.data);
  return {
    title: received ? 'What the model received' : 'What the tool returned',
    note:
      (rows === null ? 'rows cannot be counted' : plural(rows, 'row')) +
      (received ? '' : await removed(store, one, opened)),
    outline: outline(opened.doc, { rowsPath: rootedIn(rowsPath, view), wanted }, view),
    marks,
    api: `/api${callPath(one.id)}/payload?${query}`,
    view,
  };
}

/** The rows' path in the other view: both views of a call are lists of one kind, if not of one length. */
function rootedIn(path: string | null, view: 'sent' | 'result'): string | null {
  return path?.replace(/^(?:result|sent)(?=[.[]|$)/, view) ?? null;
}

/** Which rows of the tool's own result the model was not sent, as the end of a line; '' where that cannot be told. */
async function removed(store: Store, one: CallDetail, full: OpenedPayload): Promise<string> {
  const { rowsPath } = one.reading;
  const sent = await openPayload(store, one.id, 'sent');
  if (!sent || rowsPath === null) return '';
  const mine = rowsOf(full, rootedIn(rowsPath, 'result') ?? '');
  const theirs = rowsOf(sent, rootedIn(rowsPath, 'sent') ?? '');
  const missing = mine && theirs ? missingRows(mine, theirs) : null;
  if (!missing || missing.length === 0) return '';
  return `; ${missing.length === 1 ? 'row' : 'rows'} ${runsText(missing)} did not reach the model`;
}
