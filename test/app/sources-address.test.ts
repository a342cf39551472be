import { expect, test } from 'vitest';
import { sourcesQuery, sourcesView } from '@/app/sources/address';

test('an address of the sources says what it shows, and a change goes back to the first page', () => {
  const view = sourcesView({ log: 'codex', only: 'cut', after: '1.5.7', q: ' ignored here ' }, { q: 'march' });
  expect(view).toEqual({ q: 'march', log: 'codex', only: 'cut', after: '1.5.7' });
  expect(sourcesQuery(view, 'own')).toBe('?data=own&q=march&log=codex&only=cut');
  expect(sourcesQuery(view, null, { log: '', only: null, after: '1.4.2' })).toBe('?q=march&log=&after=1.4.2');
  expect(sourcesView({ log: '' }, { q: '' }).log).toBe('');
  expect(sourcesView({ only: 'everything', log: ['a', 'b'] }, { q: '' })).toMatchObject({ only: null, log: 'a' });
});
