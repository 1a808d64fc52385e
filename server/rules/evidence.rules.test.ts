import { describe, expect, it } from 'vitest';
import {
  type AnswerFact,
  clockSlackMs,
  findFast,
  findSameAnswers,
  findSharedDevices,
  findUnloaded,
  findUnopened,
  intervalFieldMin,
  loadFieldMin,
  type SolveFact,
} from './evidence.rules';

const minute = 60_000;
const start = Date.UTC(2030, 0, 1);

const solve = (participationId: number, values: Partial<SolveFact> = {}): SolveFact => ({
  ...{ participationId, challengeId: 1, accountId: `account ${participationId}`, at: start + 60 * minute },
  ...{ openedAt: start, loadedAt: null, hasInstance: false },
  ...values,
});

/** Other teams, which took from an hour on. */
const field = (size: number, values: Partial<SolveFact> = {}) =>
  Array.from({ length: size }, (_, index) => solve(100 + index, { at: start + (60 + index) * minute, ...values }));

describe('findUnopened', () => {
  const at = start + 60 * minute;

  it.each<[string, Partial<SolveFact>, number]>([
    ['no trace at all', { openedAt: null }, 1],
    ['an opening before the solve', {}, 0],
    ['an opening within the slack of clocks', { openedAt: at + clockSlackMs }, 0],
    ['an opening long after the solve', { openedAt: at + clockSlackMs + 1 }, 1],
    ['the attachment alone', { openedAt: null, loadedAt: start }, 0],
    ['an instance alone', { openedAt: null, hasInstance: true }, 0],
  ])('of %s', (_, values, count) => {
    expect(findUnopened([solve(1, values)])).toHaveLength(count);
  });

  it('names team, challenge and time', () => {
    expect(findUnopened([solve(7, { openedAt: null, challengeId: 3 })])).toEqual([
      {
        ...{ reason: 'NotOpened', participationId: 7, otherId: null, challengeId: 3, at },
        ...{ spanMs: null, boundMs: null, count: null },
      },
    ]);
  });
});

describe('findUnloaded', () => {
  const files = new Set([1, 2]);
  const loaded = { loadedAt: start };
  const solvedAt = start + 60 * minute;

  it.each<[string, SolveFact[], number]>([
    ['all others have loaded', [solve(1), ...field(loadFieldMin, loaded)], 1],
    ['too few others have solved', [solve(1), ...field(loadFieldMin - 1, loaded)], 0],
    ['one of ten others has not loaded either', [solve(1), ...field(9, loaded), ...field(1)], 2],
    ['two of ten others have not loaded', [solve(1), ...field(8, loaded), ...field(2)], 0],
    ['the team loaded it', [solve(1, loaded), ...field(loadFieldMin, loaded)], 0],
    ['it loaded long after', [solve(1, { loadedAt: start + 100 * minute }), ...field(10, loaded)], 1],
    [
      'it loaded within the slack of clocks',
      [solve(1, { loadedAt: solvedAt + clockSlackMs }), ...field(10, loaded)],
      0,
    ],
    ['it loaded after that', [solve(1, { loadedAt: solvedAt + clockSlackMs + 1 }), ...field(10, loaded)], 1],
    [
      'another challenge was solved without loads',
      [solve(1), ...field(10, loaded), ...field(10, { challengeId: 2 })],
      1,
    ],
    ['it did not even open it, which is another finding', [solve(1, { openedAt: null }), ...field(10, loaded)], 0],
  ])('when %s', (_, solves, count) => {
    expect(findUnloaded(solves, files)).toHaveLength(count);
  });

  it('names team, challenge and time', () => {
    expect(findUnloaded([solve(7), ...field(loadFieldMin, loaded)], files)).toEqual([
      {
        ...{ reason: 'NotLoaded', participationId: 7, otherId: null, challengeId: 1, at: solvedAt },
        ...{ spanMs: null, boundMs: null, count: null },
      },
    ]);
  });

  it('leaves out challenges without a file', () => {
    expect(findUnloaded([solve(1), ...field(loadFieldMin, loaded)], new Set())).toEqual([]);
  });
});

describe('findFast', () => {
  const later = (ms: number) => solve(99, { openedAt: start + 60 * minute + ms });
  const [fastest, ...slower] = field(intervalFieldMin);
  const middleFirst = [...slower.slice(0, 2), ...(fastest ? [fastest] : []), ...slower.slice(2)].reverse();

  it.each<[string, number, SolveFact[], number]>([
    ['less than a quarter of the fastest other', 15 * minute - 1, field(intervalFieldMin), 1],
    ['a quarter of it', 15 * minute, field(intervalFieldMin), 0],
    ['no time at all', 0, field(intervalFieldMin), 1],
    ['less, the fastest of which is in the middle', 15 * minute - 1, middleFirst, 1],
    ['a quarter of it, in the middle', 15 * minute, middleFirst, 0],
    ['less, beside one who opened it afterwards', minute, [...field(intervalFieldMin), later(1)], 1],
    ['less, with too few others', minute, field(intervalFieldMin - 1), 0],
    ['less, where the others are not known to have opened it', minute, field(intervalFieldMin, { openedAt: null }), 0],
    ['less, where the fastest needs under a minute', 1, field(intervalFieldMin, { at: start + minute - 1 }), 0],
    ['less, where the fastest needs a minute', 1, field(intervalFieldMin, { at: start + minute }), 1],
  ])('of %s', (_, spanMs, others, count) => {
    const found = findFast([solve(1, { at: start + spanMs }), ...others]);
    expect(found.filter(({ reason }) => reason === 'ShortInterval')).toHaveLength(count);
  });

  it('of no time at all is the fastest of the others, and a finding itself', () => {
    const found = findFast([solve(1, { at: start + minute }), ...field(intervalFieldMin), later(0)]);
    expect(found.map(({ participationId }) => participationId)).toEqual([99]);
  });

  it('says span and bound', () => {
    const [found] = findFast([solve(1, { at: start + 1000 }), ...field(intervalFieldMin)]);
    expect(found).toMatchObject({ participationId: 1, spanMs: 1000, boundMs: 15 * minute });
  });

  it('has no finding without an opening, nor of one after the solve', () => {
    const odd = [solve(1, { openedAt: null }), solve(2, { openedAt: start + 70 * minute })];
    expect(findFast([...odd, ...field(intervalFieldMin)])).toEqual([]);
  });

  const others = [1, 2, 3].flatMap((challengeId) => field(intervalFieldMin, { challengeId, accountId: null }));
  /** Of one account, long after it opened them; each so long after the one before. */
  const run = (gaps: number[], values: Partial<SolveFact> = {}) => {
    let at = start + 300 * minute;
    return gaps.map((gap, index) => {
      at += gap;
      return solve(1, { challengeId: index + 1, at, ...values });
    });
  };
  const runsOf = (solves: SolveFact[]) =>
    findFast([...solves, ...others]).filter(({ reason }) => reason === 'SolveRun');

  it.each<[string, SolveFact[], number]>([
    ['three solves a second apart', run([0, 1000, 1000]), 1],
    ['two solves', run([0, 1000]), 0],
    ['three solves with a long gap', run([0, 1000, 15 * minute]), 0],
    [
      'three solves of three accounts',
      run([0, 1000, 1000]).map((one, at) => ({ ...one, participationId: at + 1, accountId: `account ${at}` })),
      0,
    ],
    ['three solves of accounts that are gone', run([0, 1000, 1000], { accountId: null }), 0],
  ])('of a run: %s', (_, solves, count) => {
    expect(runsOf(solves)).toHaveLength(count);
  });

  it.each([
    [0, 1, 2],
    [2, 1, 0],
    [2, 0, 1],
  ])('says length, span and bound of a run, and names its last solve, read in the order %i %i %i', (...order) => {
    const solves = run([0, 1000, 2000]);
    expect(runsOf(order.flatMap((at) => solves[at] ?? []))).toMatchObject([
      { participationId: 1, challengeId: 3, count: 3, spanMs: 3000, boundMs: 30 * minute },
    ]);
  });
});

describe('findSameAnswers', () => {
  let submissionId = 0;
  /** In the order of arrival. */
  const given = (participationId: number, ...texts: string[]): AnswerFact[] =>
    texts.map((answerHash) => {
      submissionId += 1;
      return { participationId, challengeId: 1, answerHash, submissionId, at: start + submissionId };
    });

  it.each<[string, AnswerFact[], number]>([
    ['three in the same order', [...given(1, 'a', 'b', 'c'), ...given(2, 'a', 'b', 'c')], 1],
    ['three with others between', [...given(1, 'a', 'x', 'b', 'c'), ...given(2, 'a', 'b', 'y', 'z', 'c')], 1],
    ['two', [...given(1, 'a', 'b'), ...given(2, 'a', 'b')], 0],
    ['three in another order', [...given(1, 'a', 'b', 'c'), ...given(2, 'c', 'b', 'a')], 0],
    ['three that four teams gave', [1, 2, 3, 4].flatMap((team) => given(team, 'a', 'b', 'c')), 0],
    ['three that three teams gave', [1, 2, 3].flatMap((team) => given(team, 'a', 'b', 'c')), 3],
  ])('of %s', (_, answers, count) => {
    expect(findSameAnswers(answers)).toHaveLength(count);
  });

  it('of three in the same order, each first given by another team', () => {
    const order: [number, string][] = [
      [1, 'a'],
      [2, 'a'],
      [2, 'b'],
      [1, 'b'],
      [1, 'c'],
      [2, 'c'],
    ];
    expect(findSameAnswers(order.flatMap(([team, text]) => given(team, text)))).toMatchObject([
      { participationId: 2, otherId: 1, count: 3 },
    ]);
  });

  it('compares within a challenge', () => {
    const elsewhere = given(2, 'a', 'b', 'c').map((answer) => ({ ...answer, challengeId: 2 }));
    expect(findSameAnswers([...given(1, 'a', 'b', 'c'), ...elsewhere])).toEqual([]);
  });

  it('names the team that was later, the other, and how many', () => {
    const answers = [...given(2, 'a', 'b', 'c', 'd'), ...given(1, 'b', 'a', 'c', 'd')];
    const last = answers.at(-1);
    expect(findSameAnswers(answers)).toMatchObject([
      { reason: 'SameAnswers', participationId: 1, otherId: 2, challengeId: 1, at: last?.at, count: 3 },
    ]);
  });
});

describe('findSharedDevices', () => {
  const use = (participationId: number, deviceHash: string, at: number, accounts = [`account ${participationId}`]) => ({
    ...{ participationId, deviceHash, at, accounts },
  });

  it('names each later team beside the first, and how many accounts there are', () => {
    expect(findSharedDevices([use(3, 'd', 30), use(1, 'd', 10, ['a', 'b']), use(2, 'e', 5)])).toMatchObject([
      { reason: 'SharedDevice', participationId: 3, otherId: 1, at: 30, count: 3, challengeId: null },
    ]);
  });

  it('leaves a device of one team alone', () => {
    expect(findSharedDevices([use(1, 'd', 10, ['a', 'b', 'c'])])).toEqual([]);
  });
});
