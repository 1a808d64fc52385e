import { type Answer, refusals as answers, wantedAnswers } from './answers';
import type { Row } from './row';
import { againstBoard } from './shared';
import { measureShare } from './shares';
import { openSides, prepare, prepareBefore, type Side } from './sides';

const budgets = [{ atLeast: 100 }];

/** One player beyond their budget; the other rows have no budgets. */
const overBudget: Answer = {
  what: '429, budget of an account spent',
  calls: [{ path: '/api/account/profile', player: 0 }],
  status: 429,
  signedIn: true,
};

/** Answers that refuse, and those that report health, beside the board's 304. */
export const refusals: Row = async (context) => {
  const { harness } = context;
  const sides = await openSides(context);
  const run = await againstBoard(context, sides);
  const measures = [];
  for (const answer of wantedAnswers(harness, answers)) {
    const now = await prepare(context, sides.now, answer);
    const before = await prepareBefore(context, sides.before, answer);
    measures.push(await measureShare(run, { what: answer.what, budgets, now, before }));
  }
  for (const answer of wantedAnswers(harness, [overBudget])) {
    const environment = { RATE_LIMIT: 'on', TRUST_PROXY: 'loopback' };
    const limited: Side = { name: 'limited', server: await harness.startBeside('limited', { environment }) };
    const spend = { ports: [limited.server.port], connections: 4, count: 1000 };
    const { calls } = answer;
    await run.generator.call('load', { ...spend, request: { kind: 'calls', calls, sessions: harness.sessions } });
    const now = await prepare(context, limited, answer);
    // Budgets fill again, so that some are let through.
    const spent = { what: answer.what, budgets, now, before: null, side: limited, statusShare: 0.5 };
    measures.push(await measureShare({ ...run, sides: { ...sides, before: null } }, spent));
  }
  await harness.stopGenerators();
  return measures;
};
