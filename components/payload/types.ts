/** Something that the reading of a payload found at a place of it. */
export interface Mark {
  /** Path in the payload: `result.page.total`, `sent` for the whole of what was sent. */
  path: string;
  /** UTF-16 position in the text at `path`; null for a mark of the value itself. */
  at: number | null;
  /** Line in that text, from 1, where that is all that is known. */
  line: number | null;
  /** One or two words: `matched`, `limit`, `cut here`. */
  label: string;
  /** What it means, one hover away. */
  title: string;
  tone: 'declared' | 'contradicted' | 'cut';
}

/** Marks at a path or, for a folded list, below it. */
export function marksAt(marks: readonly Mark[], path: string): Mark[] {
  return marks.filter((mark) => mark.path === path && mark.at === null);
}
