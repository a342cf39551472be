import { type CallSearch, NO_SEARCH } from './calls-where';

const WORD = /(session|is):(?:"([^"]*)"|(\S+))/g;

/**
 * What one types into the search of calls: `session:ID` (or `session:"ID with spaces"`) and `is:left` narrow the list,
 * all other words together are looked for in ids and arguments. An unknown `is:` stays text.
 */
export function parseSearch(q: string): CallSearch {
  const search: CallSearch = { ...NO_SEARCH };
  const rest = q.replace(WORD, (whole: string, key: string, quoted: string | undefined, plain: string | undefined) => {
    const value = quoted ?? plain ?? '';
    if (key === 'session') search.session = value;
    else if (value === 'left') search.left = true;
    else return whole;
    return ' ';
  });
  search.text = rest.replace(/\s+/g, ' ').trim();
  return search;
}

/** The inverse of `parseSearch`. A session that holds a double quote is looked for as text. */
export function writeSearch(search: CallSearch): string {
  const words: string[] = [];
  if (search.session !== null && !search.session.includes('"'))
    words.push(/^\S+$/.test(search.session) ? `session:${search.session}` : `session:"${search.session}"`);
  else if (search.session !== null) words.push(search.session);
  if (search.left) words.push('is:left');
  if (search.text) words.push(search.text);
  return words.join(' ');
}
