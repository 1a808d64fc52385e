import type { ServerResponse } from 'node:http';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlightList, type InFlightRequest } from './shed.in-flight';
import { requestKinds } from './shed.policy';

describe('the list of requests in flight', () => {
  it('has those that were added and not ended, whatever the order', () => {
    const steps = fc.array(fc.record({ ends: fc.boolean(), which: fc.nat(), kind: fc.constantFrom(...requestKinds) }));
    fc.assert(
      fc.property(steps, (all) => {
        const list = new InFlightList();
        const expected = new Set<InFlightRequest>();
        const ended: InFlightRequest[] = [];
        for (const [since, { ends, which, kind }] of all.entries()) {
          const one = [...expected][which % Math.max(1, expected.size)];
          if (ends && one) {
            expect(list.delete(one)).toBe(true);
            expected.delete(one);
            ended.push(one);
          } else expected.add(list.add(kind, since, {} as ServerResponse));
          for (const gone of ended) expect(list.delete(gone)).toBe(false);
          expect(new Set(list)).toEqual(expected);
          expect(list.size).toBe(expected.size);
          expect(list.oldest()).toBe([...expected][0]?.since);
          const isPlay = (kindOf: string) => kindOf === 'play';
          expect(list.oldest(isPlay)).toBe([...expected].find((each) => isPlay(each.kind))?.since);
        }
      }),
      { numRuns: 200 },
    );
  });
});
