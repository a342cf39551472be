/** Opens a payload: through MCP blocks, JSON in strings, prose and cuts, to the value or text that the result is. */

import { decoded, elements, get, locate, scalarAt, skeleton, skeletonAt, stringAt } from '@/lib/json';
import type { ArrayNode, Located, Node, ObjectNode } from '@/lib/json/types';
import { TEXT_KEYS } from './data/rows';
import { isThing } from './read/thing';
import { plain } from './words';

/** An object that was opened on the way; its keys are part of the envelope. */
export interface Layer {
  path: string;
  text: string;
  node: ObjectNode;
}

export interface View {
  path: string;
  text: string;
  /** The JSON value; null when the payload is plain text. */
  node: Node | null;
  /** Prose around the JSON. */
  before: string;
  after: string;
  /** The JSON stops in the middle; position in `text`. */
  cutAt: number | null;
  layers: Layer[];
  /** Every content block is one row. */
  blocks: { path: string; texts: string[] } | null;
  failed: boolean;
}

const DEPTH = 6;
/** JSON in prose: how much prose may stand around it before it is content and not the result. */
const PROSE = 1500;

/** Opens a payload. Never throws; a payload that is no JSON is a text view. */
export function open(text: string, path: string): View {
  return opened(text, path, [], false, 0);
}

function opened(text: string, path: string, layers: Layer[], failed: boolean, depth: number): View {
  const found = jsonOf(text);
  const plainView: View = { path, text, node: null, before: '', after: '', cutAt: null, layers, blocks: null, failed };
  if (found === null) return plainView;
  const { node } = found;
  if (node.kind === 'string') {
    const inner = stringAt(text, node);
    return depth < DEPTH ? opened(inner, path, layers, failed, depth + 1) : { ...plainView, text: inner };
  }
  const view: View = {
    path,
    text,
    node,
    before: text.slice(found.before.start, found.before.end).trim(),
    after: text.slice(found.after.start, found.after.end).trim(),
    cutAt: found.cut ? node.end : null,
    layers,
    blocks: null,
    failed,
  };
  return depth < DEPTH ? inside(view, depth) : view;
}

/** The JSON that a text is or carries; null where JSON is only quoted in content. */
function jsonOf(text: string): Located | null {
  const first = text.charCodeAt(leading(text));
  const begins = first === 0x7b || first === 0x5b || first === 0x22;
  if (!begins && !carries(text)) return null;
  const found = locate(text);
  if (found === null || (found.node.kind === 'string' && found.cut && !begins)) return null;
  if (found.node.kind !== 'object' && found.node.kind !== 'array' && found.node.kind !== 'string') return null;
  const around = found.before.end - found.before.start + (found.after.end - found.after.start);
  if (around > 0 && found.node.kind === 'string') return null;
  const size = found.node.end - found.node.start;
  if (found.before.end === 0 && size > 40) return found;
  // A long list may stand in a longer account of it.
  return around <= size || (around <= PROSE && size > 80) || (around <= 2 * size && size > 1000) ? found : null;
}

function leading(text: string): number {
  let at = 0;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at++;
  return at;
}

/** Prose that introduces JSON: a bracket begins a line, or follows a colon or a tag, near the head. */
function carries(text: string): boolean {
  const head = text.slice(0, PROSE);
  return !/^\s*\d+[\t|→]/.test(head) && /(?:^|\n|: ?|>\s*)(?:```(?:json)?\s*)?[[{]\s*["{[\d\]}]/.test(head);
}

function inside(view: View, depth: number): View {
  const { text, node, path } = view;
  const blocks = contentBlocks(text, node);
  if (blocks !== null) return fromBlocks(view, blocks, depth);
  if (node?.kind !== 'object') return view;
  const rpc = get(node, 'result');
  if (rpc?.kind === 'object' && get(node, 'jsonrpc') !== null)
    return inside(
      { ...view, node: rpc, path: `${path}.result`, layers: [...view.layers, { path, text, node }] },
      depth + 1,
    );
  const held = textField(text, node, path, 0);
  if (held === null) return view;
  const layers = [...view.layers, { path, text, node }];
  const inner = held.json ?? opened(held.text, held.path, layers, view.failed, depth + 1);
  const merged = {
    ...inner,
    layers: inner.layers.length > 0 ? inner.layers : layers,
    before: join(view.before, inner.before),
    after: join(inner.after, view.after),
  };
  if (merged.cutAt === null && view.cutAt !== null) return { ...merged, cutAt: merged.text.length };
  return merged;
}

function join(a: string, b: string): string {
  return a === '' ? b : b === '' ? a : `${a}\n${b}`;
}

interface Block {
  path: string;
  text: string;
}

interface Blocks {
  list: Block[];
  structured: Node | null;
  failed: boolean;
  layer: ObjectNode | null;
}

/** MCP content blocks: `{content:[{type:"text",text}]}` or the bare list; null when it is something else. */
function contentBlocks(text: string, node: Node | null): Blocks | null {
  const content = node?.kind === 'array' ? node : get(node, 'content');
  if (content?.kind !== 'array') return null;
  if (content.first === null) return cutBlock(text, content) ?? structuredOnly(node);
  if (content.first.kind !== 'object' || !isBlock(text, skeletonAt(text, content.first))) return null;
  const base = node?.kind === 'array' ? '' : '.content';
  const list: Block[] = [];
  let index = 0;
  for (const span of elements(text, content)) {
    const value = textOf(text, skeletonAt(text, span));
    if (value !== null) list.push({ path: `${base}[${index}].text`, text: value });
    index++;
  }
  const cutOne = content.closed ? null : cutBlock(text, content);
  if (cutOne !== null) list.push(...cutOne.list);
  const layer = node?.kind === 'object' ? node : null;
  return { list, structured: structuredOf(layer), failed: isTrue(text, get(layer, 'isError')), layer };
}

function isBlock(text: string, node: Node | null): boolean {
  const type = get(node, 'type') ?? get(node, '_type');
  return (
    (type?.kind === 'string' &&
      /^(?:text|TextContent|image|resource|input_text|output_text)$/.test(stringAt(text, type))) ||
    isOperation(node)
  );
}

/** What an agent's tool gives for each of several queries: `{query, result, success}`. */
function isOperation(node: Node | null): boolean {
  return (
    get(node, 'query')?.kind === 'string' &&
    get(node, 'success')?.kind === 'boolean' &&
    get(node, 'result')?.kind === 'string'
  );
}

function textOf(text: string, node: Node | null): string | null {
  const value =
    get(node, 'text') ?? get(get(node, 'resource'), 'text') ?? (isOperation(node) ? get(node, 'result') : null);
  return value?.kind === 'string' && (isBlock(text, node) || node?.kind === 'object') ? stringAt(text, value) : null;
}

/** The one block in the middle of which the log's JSON was cut. */
function cutBlock(text: string, content: ArrayNode): Blocks | null {
  if (content.closed) return null;
  const from = content.last === null ? content.start + 1 : content.last.end;
  const brace = text.indexOf('{', from);
  const node = brace < 0 ? null : skeleton(text, brace);
  if (node === null || !isBlock(text, node)) return null;
  const value = textOf(text, node);
  return value === null
    ? null
    : { list: [{ path: '.content[0].text', text: value }], structured: null, failed: false, layer: null };
}

function structuredOf(layer: ObjectNode | null): Node | null {
  const node = get(layer, 'structuredContent');
  return node?.kind === 'object' && node.entries.length > 0 ? node : null;
}

function structuredOnly(node: Node | null): Blocks | null {
  const layer = node?.kind === 'object' ? node : null;
  const structured = structuredOf(layer);
  return structured === null ? null : { list: [], structured, failed: false, layer };
}

function fromBlocks(view: View, blocks: Blocks, depth: number): View {
  const layers =
    blocks.layer === null ? view.layers : [...view.layers, { path: view.path, text: view.text, node: blocks.layer }];
  const failed = view.failed || blocks.failed;
  const views = blocks.list.map((block) => opened(block.text, view.path + block.path, layers, failed, depth + 1));
  const json = views.filter((one) => one.node !== null);
  if (json.length === 0 && blocks.structured !== null) {
    const path = `${view.path}.structuredContent`;
    return { ...view, node: blocks.structured, path, layers, failed };
  }
  const cutAt = view.cutAt;
  if (views.length === 1 && views[0])
    return cutAt !== null && views[0].cutAt === null ? { ...views[0], cutAt: views[0].text.length } : views[0];
  if (
    json.length > 1 &&
    json.length === views.length &&
    json.every((one) => one.node?.kind === 'object' && !hasArray(one.node))
  )
    return {
      ...view,
      layers,
      failed,
      blocks: { path: `${view.path}.content`, texts: blocks.list.map((block) => block.text) },
    };
  const main = json.sort((a, b) => size(b) - size(a))[0];
  if (main === undefined) {
    const text = blocks.list.map((block) => block.text).join('\n');
    return { ...view, text, node: null, before: '', after: '', layers, failed, path: `${view.path}.content` };
  }
  const at = views.indexOf(main);
  const prose = (list: View[]): string =>
    list
      .filter((one) => one.text.length <= PROSE)
      .map((one) => one.text)
      .join('\n');
  return {
    ...main,
    before: join(prose(views.slice(0, at)), main.before),
    after: join(main.after, prose(views.slice(at + 1))),
  };
}

function size(view: View): number {
  return view.node === null ? 0 : view.node.end - view.node.start;
}

function hasArray(node: Node): boolean {
  if (node.kind === 'array') return node.count > 0;
  return node.kind === 'object' && node.entries.some((entry) => hasArray(entry.node));
}

function isTrue(text: string, node: Node | null): boolean {
  return node?.kind === 'boolean' && scalarAt(text, node) === true;
}

interface Held {
  path: string;
  text: string;
  json: View | null;
}

/** The string field that carries the result, of an object without a filled list; JSON inside counts before text. */
function textField(text: string, node: ObjectNode, path: string, depth: number): Held | null {
  if (depth === 0 && (hasArray(node) || isThing(node))) return null;
  let best: Held | null = null;
  for (const { key, node: value } of node.entries) {
    const at = `${path}.${key}`;
    let held: Held | null = null;
    if (value.kind === 'object' && depth < 2) held = textField(text, value, at, depth + 1);
    if (value.kind === 'string' && TEXT_KEYS.includes(plain(key))) {
      const inside = decoded(text, value);
      const inner = inside === null ? stringAt(text, value) : inside.text;
      if (inside !== null || inner.includes('\n')) held = { path: at, text: inner, json: null };
    }
    if (held !== null && (best === null || held.text.length > best.text.length)) best = held;
  }
  return best;
}
