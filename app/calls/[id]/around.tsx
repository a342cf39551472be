import { type DrawnNeighbour, NeighbourList, Walk } from '@/components/call/walk';
import { Panel } from '@/components/states';
import type { CallDetail } from '@/db/questions/call';
import type { Neighbour, Neighbours } from '@/db/questions/neighbours';
import { callPath, type Here, linkTo } from '@/lib/address';
import { count, plural, timeText } from '@/lib/format';

interface AroundProps {
  call: CallDetail;
  around: Neighbours;
  here: Here;
  zone: string;
}

/** The walk that the call is a page of; nothing when it stands alone. */
export function WalkPanel({ call: one, around, here }: Omit<AroundProps, 'zone'>) {
  if (around.walkOf < 2) return null;
  return (
    <Panel title="The walk" note="pages of the same query in this session, in order">
      <Walk
        pages={around.walk.map((page) => ({ ...page, href: linkTo(here, callPath(page.id)) }))}
        of={around.walkOf}
        current={one.id}
      />
    </Panel>
  );
}

/** The calls before and after it in the session. */
export function Around({ call: one, around, here, zone }: AroundProps) {
  const drawn = (call: Neighbour): DrawnNeighbour => ({
    id: call.id,
    href: linkTo(here, callPath(call.id)),
    time: timeText(call.ts, zone, true),
    tool: call.tool,
    verdict: call.verdict,
    present: call.present,
  });
  const { judgement } = one;
  const self: Neighbour = {
    id: one.id,
    ts: one.ts,
    tool: one.tool,
    verdict: judgement.verdict,
    present: judgement.present,
    unseenKind: judgement.unseen.kind,
    unseenRows: judgement.unseen.rows,
  };
  const list = [...around.before, self, ...around.after].map(drawn);
  const alone = around.walkOf < 2 ? '; no other page of its query' : '';
  return (
    <Panel
      title="Around it in the session"
      note={`${count(list.length)} of ${plural(around.of, 'call')}, oldest first${alone}`}
    >
      <NeighbourList calls={list} current={one.id} />
    </Panel>
  );
}
