import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { report } from '@/db/questions/report';
import type { JsonValue } from '@/lib/json/types';
import { batches } from './arbitrary';
import type { Engine, EngineFactory } from './engine';
import { contents, expectRollupsEqualRecount } from './recount';
import { expectReportEqualsRecount } from './report-recount';

const RUNS = 40;

/** What every engine must do; each engine calls this with a way to make an empty store. */
export function conformance(name: string, make: EngineFactory): void {
  describe(`store: ${name}`, () => {
    const open: Engine[] = [];
    const fresh = () => {
      const engine = make();
      open.push(engine);
      return engine;
    };
    const closeAll = () => {
      for (const engine of open.splice(0)) engine.close();
    };
    afterEach(closeAll);

    test('after any batch every rollup equals a recount from the calls', async () => {
      await fc.assert(
        fc
          .asyncProperty(batches, async (parts) => {
            const engine = fresh();
            for (const part of parts) {
              engine.write(part);
              await expectRollupsEqualRecount(engine.store);
            }
            await expectReportEqualsRecount(engine.store);
          })
          .afterEach(closeAll),
        { numRuns: RUNS },
      );
    });

    test('how a log is cut into batches changes nothing', async () => {
      await fc.assert(
        fc
          .asyncProperty(batches, async (parts) => {
            const [whole, cut] = [fresh(), fresh()];
            whole.write(parts.flat());
            for (const part of parts) cut.write(part);
            expect(await contents(cut.store)).toEqual(await contents(whole.store));
          })
          .afterEach(closeAll),
        { numRuns: RUNS },
      );
    });

    test('reading a log a second time changes nothing', async () => {
      await fc.assert(
        fc
          .asyncProperty(batches, async (parts) => {
            const engine = fresh();
            for (const part of parts) engine.write(part);
            const before = await contents(engine.store);
            for (const part of parts) {
              const tally = engine.write(part);
              expect(tally).toMatchObject({ calls: 0, answers: 0, census: 0 });
            }
            expect(await contents(engine.store)).toEqual(before);
          })
          .afterEach(closeAll),
        { numRuns: RUNS },
      );
    });

    test('a batch that fails in the middle leaves nothing', async () => {
      await fc.assert(
        fc
          .asyncProperty(batches, batches, async (stored, failing) => {
            const engine = fresh();
            for (const part of stored) engine.write(part);
            const before = await contents(engine.store);
            expect(() => engine.write(failing.flat(), POISON)).toThrow('power cut');
            expect(await contents(engine.store)).toEqual(before);
            for (const part of failing) engine.write(part);
            const whole = fresh();
            for (const part of [...stored, ...failing]) whole.write(part);
            expect(await contents(engine.store)).toEqual(await contents(whole.store));
          })
          .afterEach(closeAll),
        { numRuns: RUNS },
      );
    });

    test('an empty store answers with nothing, not with an error', async () => {
      const engine = fresh();
      const filter = {
        from: 0,
        to: 1e15,
        tools: [],
        accounts: [],
        segments: [],
        verdicts: [],
        caps: 'imposed',
      } as const;
      expect(await report(engine.store, filter)).toEqual({
        from: null,
        to: null,
        as_of: expect.any(String),
        tools: [],
        matched: 0,
        returned: 0,
      });
    });
  });
}

/** A reader state that cannot be written: it is the last thing of a batch, so all else is in the transaction by then. */
const POISON = {
  toJSON() {
    throw new Error('power cut');
  },
} as unknown as JsonValue;
