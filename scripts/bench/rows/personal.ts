import { detailsAnswer, personalAnswers, wantedAnswers } from './answers';
import type { Measure, Row } from './row';
import { measureShare } from './shares';
import { openSides, prepare, prepareBefore } from './sides';

/** Answers to one player, all seeded players in turn, beside the challenge list. */
export const personal: Row = async (context) => {
  const sides = await openSides(context);
  const answers = wantedAnswers(context.harness, personalAnswers(context.harness));
  const details = await prepare(context, sides.now, detailsAnswer(context.harness));
  const reference = { context, generator: context.harness.generator(), sides, reference: details.answer };
  const earlier = await prepareBefore(context, sides.before, detailsAnswer(context.harness));
  const run = { ...reference, referenceName: 'details' };
  const measures: Measure[] = [
    {
      what: 'details with gzip',
      value: details.bytes,
      unit: 'B',
      budgets: [{ atMost: 7168 }],
      note: earlier ? `before ${earlier.bytes} B` : '',
    },
  ];
  if (earlier) {
    measures.push(await measureShare(run, { what: 'details again', budgets: [], now: details, before: earlier }));
  }
  for (const answer of answers) {
    const now = await prepare(context, sides.now, answer);
    const before = await prepareBefore(context, sides.before, answer);
    measures.push(await measureShare(run, { what: answer.what, budgets: [{ atLeast: 50 }], now, before }));
  }
  await context.harness.stopGenerators();
  return measures;
};
