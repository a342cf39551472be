/** `search_files`: one name, two contracts. Names are fetched with a sentinel row, content without one. */

import type { BlogFile } from '../world/files';
import type { Served } from './served';

export interface FileArgs {
  pattern: string;
  target?: 'files' | 'content';
  path?: string;
  output_mode?: 'content' | 'files_only' | 'count';
  limit?: number;
  offset?: number;
}

export interface FilesServed extends Served {
  /** Rows on this page: paths, matches, or files with a count. */
  returned: number;
  /** The field named total_count. */
  total: number;
  truncated: boolean;
}

const DEFAULT_LIMIT = 50;

export function searchFiles(files: readonly BlogFile[], args: FileArgs): FilesServed {
  return args.target === 'content' ? searchContent(files, args) : searchNames(under(files, args.path), args);
}

const under = (files: readonly BlogFile[], path = ''): BlogFile[] => files.filter((file) => file.path.startsWith(path));

/** Fetches limit + 1, so a full page is told apart from the last one; the total is what was fetched. */
function searchNames(files: readonly BlogFile[], args: FileArgs): FilesServed {
  const limit = args.limit ?? DEFAULT_LIMIT;
  const offset = args.offset ?? 0;
  const suffix = args.pattern.replace(/^\*+/, '');
  const fetched = files.filter((file) => file.path.endsWith(suffix)).slice(0, offset + limit + 1);
  const page = fetched.slice(offset, offset + limit).map((file) => file.path);
  const truncated = fetched.length > offset + limit;
  const cut = truncated
    ? {
        truncated,
        total_count_is_lower_bound: true,
        hint: `Results truncated. Use offset=${offset + limit} to see more`,
      }
    : {};
  return {
    result: JSON.stringify({ total_count: fetched.length, files: page, ...cut }),
    returned: page.length,
    total: fetched.length,
    truncated,
  };
}

interface Hit {
  path: string;
  line: number;
  content: string;
}

/** The files never change, and agents grep for the same words: hits are kept per set of files. */
const found = new WeakMap<readonly BlogFile[], Map<string, Hit[]>>();

function grep(files: readonly BlogFile[], pattern: string, path = ''): Hit[] {
  const known = found.get(files) ?? new Map<string, Hit[]>();
  found.set(files, known);
  const key = `${path}\n${pattern}`;
  let hits = known.get(key);
  if (hits === undefined) {
    const word = new RegExp(pattern.replace(':', ':\\s*'));
    hits = under(files, path).flatMap((file) =>
      file.lines.flatMap((content, line) => (word.test(content) ? [{ path: file.path, line: line + 1, content }] : [])),
    );
    known.set(key, hits);
  }
  return hits;
}

/** Fetches exactly limit: nothing tells a full page from the last one, and nothing is said. */
function searchContent(files: readonly BlogFile[], args: FileArgs): FilesServed {
  const limit = args.limit ?? DEFAULT_LIMIT;
  const offset = args.offset ?? 0;
  const hits = grep(files, args.pattern, args.path);
  if (args.output_mode === 'content' || args.output_mode === undefined) {
    const page = hits.slice(offset, offset + limit);
    return done({ total_count: page.length, matches: page }, page.length, page.length);
  }
  const counts = new Map<string, number>();
  for (const hit of hits) counts.set(hit.path, (counts.get(hit.path) ?? 0) + 1);
  const page = [...counts].slice(offset, offset + limit);
  if (args.output_mode === 'files_only') {
    return done({ total_count: page.length, files: page.map(([path]) => path) }, page.length, page.length);
  }
  const matches = page.reduce((sum, [, count]) => sum + count, 0);
  return done({ total_count: matches, counts: Object.fromEntries(page) }, page.length, matches);
}

const done = (payload: object, returned: number, total: number): FilesServed => ({
  result: JSON.stringify(payload),
  returned,
  total,
  truncated: false,
});
