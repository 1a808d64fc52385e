import { quantile } from '../../lib/quantile';
import { type Answer, boardAnswer, detailsAnswer } from './answers';
import type { Row, RowContext } from './row';
import { sayCores, sayStatuses } from './row';
import { besideBaseline, prepareUnchanged, type Side } from './sides';
import { rateOf } from './turns';

async function openSide({ harness }: RowContext): Promise<Side> {
  const [server] = (await harness.deploy()).servers;
  if (!server) throw new Error('No server runs.');
  return { name: 'now', server };
}

/** Alternates between the product and a baseline server, so that both meet the same noise of the machine. */
async function compare(context: RowContext, answer: Answer) {
  const { warmUpSeconds, readSeconds } = context.extent;
  const turns = { rounds: 2, seconds: readSeconds, warmUpSeconds };
  const { base, work, reply } = await besideBaseline(context, await openSide(context), answer, turns);
  await context.harness.stopGenerators();
  const cores = Object.fromEntries(Object.entries(work.cpu).map(([part, used]) => [part, used / work.seconds]));
  const rate = rateOf(work);
  return {
    kiB: reply.body.length / 1024,
    rate,
    share: (100 * rate) / rateOf(base),
    at: (share: number) => quantile(work.latency, share),
    note: `baseline ${rateOf(base).toFixed(0)}/s; ${sayCores(cores)}${sayStatuses(work.statuses)}`,
  };
}

const budgets = [{ atLeast: 60 }];

export const board: Row = async (context) => {
  const { calls, ...answer } = boardAnswer(context.harness);
  const brotli = calls.map((call) => ({ ...call, headers: { 'Accept-Encoding': 'br' } }));
  const { kiB, rate, share, at, note } = await compare(context, { ...answer, calls: brotli });
  return [
    {
      what: 'GET scoreboard, 200 with br, of baseline',
      value: share,
      unit: '%',
      budgets,
      note: `${rate.toFixed(0)}/s of ${kiB.toFixed(0)} KiB, ${note}`,
    },
    {
      what: `GET scoreboard, p99 at ${context.extent.connections} connections`,
      value: at(0.99),
      unit: 'ms',
      budgets: [{ atMost: 60 }],
      note: `p50 ${at(0.5).toFixed(1)} ms`,
    },
  ];
};

export const unchanged: Row = async (context) => {
  const known = await prepareUnchanged(context, await openSide(context), boardAnswer(context.harness));
  if (!known) throw new Error('The board has no ETag.');
  const { rate, share, note } = await compare(context, known.answer);
  return [
    {
      what: 'GET scoreboard, 304, of baseline',
      value: share,
      unit: '%',
      budgets,
      note: `${rate.toFixed(0)}/s, ${note}`,
    },
  ];
};

export const details: Row = async (context) => {
  const { kiB, rate, at, note } = await compare(context, detailsAnswer(context.harness));
  return [
    {
      what: 'GET details, all players in turn',
      value: rate,
      unit: '/s',
      budgets: [{ atLeast: 8000 }],
      note: `${kiB.toFixed(1)} KiB, p99 ${at(0.99).toFixed(0)} ms, ${note}`,
    },
  ];
};
