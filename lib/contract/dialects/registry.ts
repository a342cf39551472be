/** Chooses the dialect of a call. No branch on any name: everything comes from the data. */

import { skeletonAt } from '@/lib/json';
import type { JsonValue, Node } from '@/lib/json/types';
import { DIALECTS } from '../data/dialects';
import type { Args } from '../limits/args';
import type { View } from '../view';
import { payloadValue, type Test, testOf } from './conditions';
import { inView, type Reached, reach, reachAll, segments, valuesAt } from './paths';
import type { Dialect } from './schema';
import { type ToolWords, withWords } from './tool-words';

interface Compiled {
  dialect: Dialect;
  tool: RegExp | null;
  starts: RegExp | null;
  ends: RegExp | null;
  args: [string, Test][];
  is: [string, Test][];
  row: [string, Test][];
  has: (readonly string[])[];
  /** The payload must have some shape; a dialect without a name must be told by it. */
  shaped: boolean;
  /** Keys at the top, one of which a payload of this shape must have; null when any payload may fit. */
  gate: readonly string[] | null;
}

/** Dialects that fit a tool by name, in the order of the data, found by the keys at the top of a payload. */
interface Candidates {
  list: readonly Compiled[];
  /** Positions in `list` that any payload may fit, and those that need a certain key. */
  open: number[];
  byKey: Map<string, number[]>;
  /** One of them reads files. */
  raw: boolean;
}

/** Dialects to read with; operators' own come first, and what they say of a tool lies over whatever fits it. */
export class Registry {
  readonly #all: Compiled[];
  readonly #byTool = new Map<string, Candidates>();
  readonly #words: ReadonlyMap<string, ToolWords>;
  /** By tool and dialect: the dialect with the operator's words over it. */
  readonly #said = new Map<string, Dialect>();

  constructor(
    own: readonly Dialect[] = [],
    built: readonly Dialect[] = DIALECTS,
    words: Readonly<Record<string, ToolWords>> = {},
  ) {
    this.#all = [...own, ...built].map(compile);
    this.#words = new Map(Object.entries(words));
  }

  #candidates(tool: string): Candidates {
    const known = this.#byTool.get(tool);
    if (known !== undefined) return known;
    const names = namesOf(tool);
    const list = this.#all.filter(({ tool, shaped }) =>
      tool === null ? shaped : names.some((name) => tool.test(name)),
    );
    const found: Candidates = {
      list,
      open: [],
      byKey: new Map(),
      raw: list.some(({ dialect }) => dialect.raw === true),
    };
    list.forEach(({ gate }, at) => {
      if (gate === null) found.open.push(at);
      for (const key of gate ?? []) found.byKey.set(key, [...(found.byKey.get(key) ?? []), at]);
    });
    if (this.#byTool.size < 5_000) this.#byTool.set(tool, found);
    return found;
  }

  /** True for a tool that may return a file as it is. */
  reads(tool: string): boolean {
    return this.#candidates(tool).raw;
  }

  /** The first dialect whose every condition holds, or null. Without a view only name and arguments can tell. */
  choose(tool: string, args: Args, view: View | null): Dialect | null {
    const found = this.#fitting(tool, args, view);
    if (this.#words.size === 0) return found;
    const name = namesOf(tool).find((one) => this.#words.has(one));
    const words = name === undefined ? undefined : this.#words.get(name);
    if (name === undefined || words === undefined) return found;
    const key = `${name}\n${found?.id ?? ''}`;
    const said = this.#said.get(key) ?? withWords(found, name, words);
    this.#said.set(key, said);
    return said;
  }

  #fitting(tool: string, args: Args, view: View | null): Dialect | null {
    const { list, open, byKey } = this.#candidates(tool);
    if (view === null)
      return list.find((one) => !one.shaped && one.dialect.root === undefined && argsHold(one, args))?.dialect ?? null;
    const shape = new Shape(view);
    const keyed = shape.keys().flatMap((key) => byKey.get(key) ?? []);
    const order = keyed.length === 0 ? open : [...new Set([...open, ...keyed])].sort((a, b) => a - b);
    for (const at of order) {
      const one = list[at];
      if (one !== undefined && fits(one, args, shape)) return one.dialect;
    }
    return null;
  }
}

/** The names under which a tool may be known: whole, and without `mcp__server__`, `server__`, `server.` or `server/`. */
export function namesOf(tool: string): string[] {
  const base = tool
    .replace(/^mcp__.+?__/, '')
    .replace(/^.*?__(?=[a-z])/i, '')
    .replace(/^.*[./](?=[a-zA-Z_-]+$)/, '');
  return base === tool || base === '' ? [tool] : [tool, base];
}

function compile(dialect: Dialect): Compiled {
  const tests = (conditions: Dialect['is']): [string, Test][] =>
    Object.entries(conditions ?? {}).map(([path, condition]) => [path, testOf(condition)]);
  const has = (dialect.has ?? []).map((one) => (typeof one === 'string' ? [one] : one));
  const gate = (has[0] ?? []).map((path) => segments(path)[0] ?? '*');
  return {
    dialect,
    shaped: [dialect.has, dialect.starts, dialect.ends, dialect.row, dialect.is].some((one) => one !== undefined),
    tool: dialect.tool === undefined ? null : new RegExp(`^(?:${dialect.tool})$`, 'i'),
    starts: dialect.starts === undefined ? null : new RegExp(dialect.starts, 'i'),
    ends: dialect.ends === undefined ? null : new RegExp(dialect.ends, 'i'),
    args: tests(dialect.args),
    is: tests(dialect.is),
    row: tests(dialect.row),
    has,
    gate: gate.length === 0 || gate.includes('*') ? null : gate,
  };
}

/** A view as conditions see it; what several dialects ask for is made once. */
class Shape {
  readonly view: View;
  #row: Reached | null | undefined;

  constructor(view: View) {
    this.view = view;
  }

  /** Keys at the top of the payload and of what it was wrapped in. */
  keys(): string[] {
    const { node, layers } = this.view;
    return [node, ...layers.map((layer) => layer.node)].flatMap((one) =>
      one?.kind === 'object' ? one.entries.map(({ key }) => key) : [],
    );
  }

  value(path: string): JsonValue | undefined {
    const [found] = inView(this.view, path);
    return found === undefined ? undefined : payloadValue(found.text, found.node);
  }

  has(path: string): boolean {
    const { view } = this;
    return reach(view.node, path) !== null || view.layers.some((layer) => reach(layer.node, path) !== null);
  }

  /** The first row of the list at a path, of a bare list, or of the first list in the envelope. */
  row(paths: readonly string[]): Reached | null {
    if (paths.length > 0) return this.#rowOf(paths.flatMap((path) => reachAll(this.view.node, path))[0]?.node ?? null);
    if (this.#row === undefined) this.#row = this.#rowOf(firstList(this.view.node));
    return this.#row;
  }

  #rowOf(list: Node | null): Reached | null {
    if (list?.kind !== 'array' || list.first === null) return null;
    const { text, path } = this.view;
    const node = skeletonAt(text, list.first);
    return node === null ? null : { node, text, path };
  }
}

function firstList(node: Node | null): Node | null {
  if (node?.kind === 'array') return node;
  return node?.kind === 'object' ? (node.entries.find((entry) => entry.node.kind === 'array')?.node ?? null) : null;
}

function fits(one: Compiled, args: Args, shape: Shape): boolean {
  const { dialect } = one;
  const { view } = shape;
  if (dialect.root !== undefined && dialect.root !== (view.node === null ? 'text' : view.node.kind)) return false;
  if (!one.has.every((paths) => paths.some((path) => shape.has(path)))) return false;
  if (dialect.lacks?.some((path) => shape.has(path))) return false;
  if (!argsHold(one, args)) return false;
  if (!one.is.every(([path, holds]) => holds(shape.value(path), args))) return false;
  if (
    dialect.empty?.some((path) => reachAll(view.node, path).some(({ node }) => node.kind === 'array' && node.count > 0))
  )
    return false;
  if (one.row.length > 0) {
    const row = shape.row([dialect.rows?.path ?? []].flat());
    if (row === null || !one.row.every(([path, holds]) => holds(payloadValue(row.text, reach(row.node, path)), args)))
      return false;
  }
  if (one.starts !== null && !one.starts.test(view.text.slice(0, 600))) return false;
  return one.ends === null || one.ends.test(view.text.slice(-600));
}

function argsHold(one: Compiled, args: Args): boolean {
  return one.args.every(([path, holds]) => holds(valuesAt(args, path)[0], args));
}

/** The node at a dotted path of a view, or null. */
export function nodeAt(view: View, path: string): Node | null {
  return reach(view.node, path);
}
