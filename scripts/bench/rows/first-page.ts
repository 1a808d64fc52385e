import { type Answer, firstPageCalls } from './answers';
import type { Row } from './row';
import { againstBoard } from './shared';
import { openSides, prepare, subjectOf } from './sides';
import { cpuMsOf, takeTurns, totalCpuMsOf, type Work } from './turns';

/** Processor time of all processes for the calls of a player's first page, in units of the board's 304. */
export const firstPage: Row = async (context) => {
  const sides = await openSides(context);
  const { generator, reference } = await againstBoard(context, sides);
  const calls = firstPageCalls(context.harness);
  const page: Answer = { what: 'first page', calls, status: 200, signedIn: true };
  const subjects = [subjectOf(context, generator, sides.now, { name: 'reference', answer: reference })];
  for (const side of [sides.now, sides.before]) {
    const prepared = side && (await prepare(context, side, page));
    if (prepared) subjects.push(subjectOf(context, generator, side, { name: side.name, answer: prepared.answer }));
  }
  const { rounds, seconds, warmUpSeconds } = context.extent.turns;
  const works = await takeTurns(subjects, { rounds, seconds: 2 * seconds, warmUpSeconds });
  await context.harness.stopGenerators();
  const pageMsOf = (work: Work) => calls.length * totalCpuMsOf(work);
  const [base, now, before] = ['reference', 'now', 'before'].map((name) => works.get(name));
  if (!base || !now) throw new Error('A subject had no turn.');
  const wrong = Object.keys(now.statuses).find((status) => status !== '200');
  if (wrong) throw new Error(`A call of the first page was answered with ${wrong}.`);
  const say = (work: Work) => {
    const parts = Object.entries(cpuMsOf(work)).map(([part, ms]) => `${part} ${(calls.length * ms).toFixed(2)}`);
    return `${pageMsOf(work).toFixed(2)} ms (${parts.join(', ')})`;
  };
  const earlier = before
    ? `; before ${say(before)}, ${(pageMsOf(before) / totalCpuMsOf(base)).toFixed(0)} times as much as one 304`
    : '';
  return [
    {
      what: `first page of a signed-in player, ${calls.length} calls, processor time of all processes`,
      value: pageMsOf(now) / totalCpuMsOf(base),
      unit: "× the board's 304",
      budgets: [{ atMost: 20 }],
      note: `${say(now)}, one 304 ${totalCpuMsOf(base).toFixed(3)} ms${earlier}`,
      figures: {
        pageMs: pageMsOf(now),
        referenceMs: totalCpuMsOf(base),
        ...(before ? { beforeMs: pageMsOf(before) } : {}),
      },
    },
  ];
};
