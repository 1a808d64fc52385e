import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlightList } from './in-flight';

describe('the list of requests in flight', () => {
  it('has those that were added and not ended, whatever the order', () => {
    const steps = fc.array(fc.record({ ends: fc.boolean(), which: fc.nat() }));
    fc.assert(
      fc.property(steps, (all) => {
        const list = new InFlightList<{ index: number }>();
        const expected = new Set<{ index: number }>();
        const ended: { index: number }[] = [];
        for (const { ends, which } of all) {
          const one = [...expected][which % Math.max(1, expected.size)];
          if (ends && one) {
            expect(list.delete(one)).toBe(true);
            expected.delete(one);
            ended.push(one);
          } else {
            const added = { index: -1 };
            list.add(added);
            expected.add(added);
          }
          for (const gone of ended) expect(list.delete(gone)).toBe(false);
          expect(new Set(list)).toEqual(expected);
          expect(list.size).toBe(expected.size);
        }
      }),
      { numRuns: 200 },
    );
  });
});
