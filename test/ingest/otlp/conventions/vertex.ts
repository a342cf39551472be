import type { Case } from '../case';

const ID = 'adk-vertex-00000001';
const asked = { role: 'user', parts: [{ text: 'Who owes?' }] };
const call = { role: 'model', parts: [{ function_call: { id: ID, name: 'list_debtors', args: { limit: 2 } } }] };
const rows = { debtors: ['a', 'b'], truncated: true };
const back = { role: 'user', parts: [{ function_response: { id: ID, name: 'list_debtors', response: rows } }] };

/** The agent development kit of Vertex: gcp.vertex.agent.* beside a few gen_ai.* names. */
export const VERTEX: Case[] = [
  {
    name: 'Vertex: execute_tool with tool_call_args and tool_response between two call_llm',
    tell: (telling) => {
      const session = { 'gcp.vertex.agent.session_id': 'vertex', 'user.id': 'acme' };
      const root = { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'desk', ...session };
      const under = telling.span('invoke_agent desk', { from: 0, to: 900, attributes: root });
      const model = { 'gen_ai.system': 'gcp.vertex.agent', 'gen_ai.request.model': 'm-1', ...session };
      const first = {
        ...model,
        'gcp.vertex.agent.llm_request': JSON.stringify({ model: 'm-1', contents: [asked] }),
        'gcp.vertex.agent.llm_response': JSON.stringify({ content: call }),
      };
      telling.span('call_llm', { under, from: 10, to: 90, attributes: first });
      const tool = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'list_debtors',
        'gen_ai.tool.call.id': ID,
        'gcp.vertex.agent.tool_call_args': '{"limit": 2}',
        'gcp.vertex.agent.tool_response': JSON.stringify(rows),
      };
      telling.span('execute_tool list_debtors', { under, from: 100, to: 140, attributes: tool });
      const second = {
        ...model,
        'gcp.vertex.agent.llm_request': JSON.stringify({ model: 'm-1', contents: [asked, call, back] }),
        'gcp.vertex.agent.llm_response': JSON.stringify({ content: { role: 'model', parts: [{ text: 'a and b.' }] } }),
      };
      telling.span('call_llm', { under, from: 150, to: 800, attributes: second });
    },
    calls: [
      {
        id: ID,
        tool: 'list_debtors',
        args: '{"limit":2}',
        result: JSON.stringify(rows),
        session: 'vertex',
        account: 'acme',
        present: 2,
      },
    ],
    answers: [{ question: 'Who owes?', text: 'a and b.', session: 'vertex', account: 'acme' }],
  },
  {
    name: 'Vertex: the span of merged parallel calls is no call of its own',
    tell: (telling) => {
      const session = { 'gcp.vertex.agent.session_id': 'vertex-merged' };
      const under = telling.span('call_llm', {
        from: 0,
        to: 900,
        attributes: { 'gen_ai.system': 'gcp.vertex.agent', ...session },
      });
      const tool = (id: string, n: number) => ({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': 'list_debtors',
        'gen_ai.tool.call.id': id,
        'gcp.vertex.agent.tool_call_args': `{"page": ${n}}`,
        'gcp.vertex.agent.tool_response': `{"debtors": [${n}]}`,
      });
      telling.span('execute_tool list_debtors', {
        under,
        from: 100,
        to: 140,
        attributes: tool('adk-vertex-00000002', 1),
      });
      telling.span('execute_tool list_debtors', {
        under,
        from: 101,
        to: 141,
        attributes: tool('adk-vertex-00000003', 2),
      });
      const merged = {
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': '(merged tools)',
        'gen_ai.tool.description': '(merged tools)',
        'gen_ai.tool.call.id': '7f1f4d4e-0000-4000-8000-000000000001',
        'gcp.vertex.agent.tool_call_args': 'N/A',
        'gcp.vertex.agent.tool_response': '{"content":{"parts":[{"function_response":{"name":"list_debtors"}}]}}',
      };
      telling.span('execute_tool (merged)', { under, from: 142, to: 143, attributes: merged });
    },
    calls: [1, 2].map((n) => ({
      id: `adk-vertex-0000000${n + 1}`,
      tool: 'list_debtors',
      args: `{"page":${n}}`,
      result: `{"debtors":[${n}]}`,
      session: 'vertex-merged',
      account: '',
      present: 1,
    })),
    answers: [],
  },
];
