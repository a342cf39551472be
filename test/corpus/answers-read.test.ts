import { afterAll, expect, it } from 'vitest';
import { describeShared, hasShared } from '../shared';
import { agrees, compareAnswers } from './answers-agreement';
import { READ_ANSWERS } from './answers-read';

/** What was measured last, rounded to the side that lets a change for the better through. */
const FLOOR = { agreed: 0.5, falseAlarms: 1, falseNotRead: 0 };

let printed = '';
afterAll(() => {
  if (printed !== '') console.log(printed);
});

it('at least sixty answers were read', () => {
  expect(READ_ANSWERS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(READ_ANSWERS.map(({ file, hash }) => `${file} ${hash}`)).size).toBe(READ_ANSWERS.length);
});

describeShared('answers of the real corpus against the eye', () => {
  const compared = hasShared ? compareAnswers() : null;
  const statements = (compared?.answers ?? []).flatMap((answer) =>
    answer.statements.map((one) => ({ ...one, where: `${answer.file} ${answer.hash} ${one.span.join('-')}` })),
  );

  it('the judge says what the eye says as often as was measured', () => {
    const agreed = statements.filter(({ eye, now }) => agrees(eye, now)).length;
    printed = `${compared?.answers.length} answers: ${agreed} of ${statements.length} statements agreed`;
    expect(agreed / statements.length).toBeGreaterThanOrEqual(FLOOR.agreed);
  });

  it('nothing that the eye calls true, open or no claim is called false beyond what is known', () => {
    const alarms = statements.filter(({ eye, now }) => now === 'bad' && eye !== 'bad');
    expect(alarms.length, alarms.map(({ where }) => where).join('\n')).toBeLessThanOrEqual(FLOOR.falseAlarms);
  });

  it('and no claim is called false in these answers that nobody has read', () => {
    const unread = (compared?.answers ?? []).filter((answer) => answer.unread.includes('bad'));
    const named = unread.map(({ file, hash }) => `${file} ${hash}`).join('\n');
    expect(unread.length, named).toBeLessThanOrEqual(FLOOR.falseNotRead);
  });
});
