import type { Case } from '../case';

/** Langfuse's own attributes, and the places where its look-up finds user and session. */
export const LANGFUSE: Case[] = [
  {
    name: 'Langfuse: an agent and a tool, whose own user goes before that of the trace',
    tell: (telling) => {
      const trace = { 'langfuse.trace.name': 'desk', 'langfuse.user.id': 'acme', 'langfuse.session.id': 'fuse' };
      const asked = { 'langfuse.observation.input': '"Any open?"', 'langfuse.observation.output': '"Two are open."' };
      const root = { 'langfuse.observation.type': 'agent', ...trace, ...asked };
      const under = telling.span('desk', { from: 0, to: 900, attributes: root });
      const tool = {
        'langfuse.observation.type': 'tool',
        'langfuse.observation.input': '{"state":"open"}',
        'langfuse.observation.output': '{"tickets":[{"k":1},{"k":2}],"has_more":false}',
        'user.id': 'acme-north',
      };
      telling.span('list_tickets', { under, from: 100, to: 140, attributes: tool });
    },
    calls: [
      {
        id: '(span)',
        tool: 'list_tickets',
        args: '{"state":"open"}',
        result: '{"tickets":[{"k":1},{"k":2}],"has_more":false}',
        session: 'fuse',
        account: 'acme-north',
        present: 2,
      },
    ],
    answers: [{ question: 'Any open?', text: 'Two are open.', session: 'fuse', account: 'acme' }],
  },
  {
    name: 'Langfuse: user and session in the trace’s metadata, flat and as JSON',
    tell: (telling) => {
      const flat = { 'langfuse.trace.metadata.langfuse_user_id': 'bolt' };
      const whole = { 'langfuse.trace.metadata': '{"langfuse_session_id":"fuse-meta"}' };
      const root = { 'langfuse.observation.type': 'span', ...flat, ...whole };
      const under = telling.span('desk', { from: 0, to: 900, attributes: root });
      const tool = { 'langfuse.observation.type': 'tool', 'langfuse.observation.output': '[]' };
      telling.span('list_tickets', { under, from: 100, to: 140, attributes: tool });
    },
    calls: [
      {
        id: '(span)',
        tool: 'list_tickets',
        args: '{}',
        result: '[]',
        session: 'fuse-meta',
        account: 'bolt',
        present: 0,
      },
    ],
    answers: [],
  },
];
