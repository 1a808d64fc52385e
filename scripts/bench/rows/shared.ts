import { boardAnswer, sharedAnswers, wantedAnswers } from './answers';
import type { Measure, Row, RowContext } from './row';
import { measureShare, type ShareRun } from './shares';
import { openSides, prepare, prepareBefore, prepareUnchanged, type Side } from './sides';

/** Bytes with gzip that an answer may have. */
const bytesMax: Record<string, number> = { notices: 3072 };

export async function againstBoard(context: RowContext, sides: { now: Side; before: Side | null }): Promise<ShareRun> {
  const board = await prepareUnchanged(context, sides.now, boardAnswer(context.harness));
  if (!board) throw new Error('The board has no ETag.');
  const generator = context.harness.generator();
  return { context, generator, sides, reference: board.answer, referenceName: "the board's 304" };
}

/** Answers that are the same for many: written and unchanged, beside the board's 304. */
export const shared: Row = async (context) => {
  const sides = await openSides(context);
  const run = await againstBoard(context, sides);
  const measures: Measure[] = [];
  const answers = [boardAnswer(context.harness), ...sharedAnswers(context.harness)];
  for (const answer of wantedAnswers(context.harness, answers)) {
    const { what } = answer;
    const now = await prepare(context, sides.now, answer);
    const before = await prepareBefore(context, sides.before, answer);
    // A copy of the whole board is the board row's.
    const budgets = what === 'scoreboard' ? [] : [{ atLeast: 70 }];
    measures.push(await measureShare(run, { what: `${what}, 200 with gzip`, budgets, now, before }));
    measures.push(
      await measureShare(run, {
        what: `${what}, 304`,
        budgets: [{ atLeast: 90 }],
        now: await prepareUnchanged(context, sides.now, answer),
        before: before && sides.before && (await prepareUnchanged(context, sides.before, answer)),
      }),
    );
    const atMost = bytesMax[what];
    const note = before ? `before ${before.bytes} B` : '';
    if (atMost) measures.push({ what: `${what} with gzip`, value: now.bytes, unit: 'B', budgets: [{ atMost }], note });
  }
  await context.harness.stopGenerators();
  return measures;
};
