import { requestOf } from '../generator/request';
import { type Answer, refusals as answers, wantedAnswers } from './answers';
import type { Measure, Row, RowContext } from './row';
import { againstBoard } from './shared';
import { measureShare } from './shares';
import { besideBaseline, openSides, prepare, prepareBefore, type Side } from './sides';
import { rateOf } from './turns';

const budgets = [{ atLeast: 100 }];

/** One player beyond their budget; the other rows have no budgets. */
const overBudget: Answer = {
  what: '429, budget of an account spent',
  calls: [{ ...requestOf(({ account }) => account.profile()), player: 0 }],
  status: 429,
  // Budgets fill again.
  others: [200],
  signedIn: true,
};

/** A server that reads a body takes longer than for a 304 whatever its code. */
async function measureWithBody(context: RowContext, side: Side, answer: Answer): Promise<Measure> {
  const { base, work } = await besideBaseline(context, side, answer);
  return {
    what: `${answer.what}, of baseline with the same body`,
    value: (100 * rateOf(work)) / rateOf(base),
    unit: '%',
    budgets: [{ atLeast: 60 }],
    note: `${rateOf(work).toFixed(0)}/s, baseline ${rateOf(base).toFixed(0)}/s`,
    figures: { rate: rateOf(work), baselineRate: rateOf(base) },
  };
}

/** Answers that refuse, and those that report health, beside the board's 304. */
export const refusals: Row = async (context) => {
  const { harness } = context;
  const sides = await openSides(context);
  const run = await againstBoard(context, sides);
  const measures: Measure[] = [];
  for (const answer of wantedAnswers(harness, answers)) {
    const now = await prepare(context, sides.now, answer);
    const before = await prepareBefore(context, sides.before, answer);
    measures.push(await measureShare(run, { what: answer.what, budgets, now, before }));
    if (answer.calls.some(({ body }) => body !== undefined)) {
      measures.push(await measureWithBody(context, sides.now, now.answer));
    }
  }
  for (const answer of wantedAnswers(harness, [overBudget])) {
    const environment = { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' };
    const limited: Side = { name: 'limited', server: await harness.startBeside('limited', { environment }) };
    const spend = { ports: [limited.server.port], connections: 4, count: 1000 };
    const calls = answer.calls.map((call) => ({ ...call, statuses: [200, 429] }));
    await run.generator.call('load', { ...spend, request: { kind: 'calls', calls, sessions: harness.sessions } });
    const now = await prepare(context, limited, answer);
    const spent = { what: answer.what, budgets, now, before: null, side: limited };
    measures.push(await measureShare({ ...run, sides: { ...sides, before: null } }, spent));
  }
  await harness.stopGenerators();
  return measures;
};
