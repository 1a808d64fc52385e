import type { PlannedCall } from '../generator/writers';
import { gamePageAnswer, openedPageCalls, referencePageCalls } from './answers';
import type { Budget, Measure, Row, RowContext } from './row';
import { againstBoard } from './shared';
import { openSides, prepare, prepareBefore, type Side, subjectOf } from './sides';
import { cpuMsOf, takeTurns, totalCpuMsOf, type Work } from './turns';

interface FirstPage {
  what: string;
  calls: PlannedCall[];
  budgets: Budget[];
  callsBefore: PlannedCall[];
}

async function listPages(context: RowContext, before: Side | null): Promise<FirstPage[]> {
  const { harness } = context;
  const hasGamePage = (await prepareBefore(context, before, gamePageAnswer(harness))) !== null;
  const reference = referencePageCalls(harness);
  return [
    {
      what: 'first page as the client of the reference opens it',
      calls: reference,
      budgets: [],
      callsBefore: reference,
    },
    {
      what: 'first page as the web client opens it',
      calls: openedPageCalls(harness, true),
      budgets: [{ atMost: 20 }],
      callsBefore: openedPageCalls(harness, hasGamePage),
    },
  ];
}

/** Each call of a page the same number of times, as they take turns. */
const pageMsOf = (calls: readonly PlannedCall[], work: Work) => calls.length * totalCpuMsOf(work);

function sayPage(calls: readonly PlannedCall[], work: Work): string {
  const parts = Object.entries(cpuMsOf(work)).map(([part, ms]) => `${part} ${(calls.length * ms).toFixed(2)}`);
  return `${pageMsOf(calls, work).toFixed(2)} ms (${parts.join(', ')})`;
}

function workOf(works: ReadonlyMap<string, Work>, name: string): Work {
  const work = works.get(name);
  if (!work) throw new Error(`${name} had no turn.`);
  return work;
}

function measureOf(works: ReadonlyMap<string, Work>, { what, calls, budgets, callsBefore }: FirstPage): Measure {
  const referenceMs = totalCpuMsOf(workOf(works, 'reference'));
  const now = workOf(works, `now, ${what}`);
  const before = works.has(`before, ${what}`) ? workOf(works, `before, ${what}`) : undefined;
  const beforeMs = before && pageMsOf(callsBefore, before);
  const earlier =
    before && beforeMs !== undefined
      ? `; before ${callsBefore.length} calls, ${sayPage(callsBefore, before)}, ${(beforeMs / referenceMs).toFixed(1)} times as much as one 304`
      : '';
  return {
    what: `${what}, ${calls.length} calls of a signed-in player, processor time of all processes`,
    value: pageMsOf(calls, now) / referenceMs,
    unit: "× the board's 304",
    budgets,
    note: `${sayPage(calls, now)}, one 304 ${referenceMs.toFixed(3)} ms${earlier}`,
    figures: { pageMs: pageMsOf(calls, now), referenceMs, ...(beforeMs === undefined ? {} : { beforeMs }) },
  };
}

/** Processor time of all processes for the calls of a player's first page, in units of the board's 304. */
export const firstPage: Row = async (context) => {
  const sides = await openSides(context);
  const { generator, reference } = await againstBoard(context, sides);
  const pages = await listPages(context, sides.before);
  const subjects = [subjectOf(context, generator, sides.now, { name: 'reference', answer: reference })];
  for (const { what, calls, callsBefore } of pages) {
    for (const side of [sides.now, sides.before]) {
      if (!side) continue;
      const asked = side === sides.now ? calls : callsBefore;
      const { answer } = await prepare(context, side, { what, calls: asked, status: 200, signedIn: true });
      subjects.push(subjectOf(context, generator, side, { name: `${side.name}, ${what}`, answer }));
    }
  }
  const { rounds, seconds, warmUpSeconds } = context.extent.turns;
  const works = await takeTurns(subjects, { rounds, seconds: 2 * seconds, warmUpSeconds });
  await context.harness.stopGenerators();
  return pages.map((page) => measureOf(works, page));
};
