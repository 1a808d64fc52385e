import { quantile } from '../../lib/quantile';
import type { LoadResult } from '../generator/load';
import type { PlayerSessions } from '../generator/request';
import type { PlannedCall } from '../generator/writers';
import { boardAnswer, detailsAnswer } from './answers';
import { capture } from './capture';
import type { Measure, Row, RowContext } from './row';
import { sayCores, sayStatuses } from './row';
import { rateOf } from './turns';

interface Get {
  kind: 'calls';
  calls: [PlannedCall];
  sessions?: PlayerSessions;
}

const rateOfAll = (results: readonly LoadResult[]) =>
  rateOf({
    requests: results.reduce((sum, { requests }) => sum + requests, 0),
    seconds: results.reduce((sum, { seconds }) => sum + seconds, 0),
  });

/** Alternates between the product and a baseline server, so that both meet the same noise of the machine. */
async function compare({ harness, extent }: RowContext, request: Get) {
  const deployment = await harness.deploy();
  const reply = await capture(deployment.ports[0] ?? 0, request.calls[0], request.sessions);
  const [baselineProcess, load] = [harness.generator(), harness.generator()];
  const { status, headers, body } = reply;
  const baselinePort = await baselineProcess.call('openBaseline', { status, headers, body: body.toString('base64') });
  const run = (ports: number[], seconds: number) =>
    load.call('load', { ports, connections: extent.connections, seconds, request });
  await run(deployment.ports, extent.warmUpSeconds);
  await run([baselinePort], extent.warmUpSeconds);
  const baseline: LoadResult[] = [];
  const product: LoadResult[] = [];
  const all: Record<string, number>[] = [];
  for (let round = 0; round < 2; round += 1) {
    baseline.push(await run([baselinePort], extent.readSeconds));
    const { result, cores } = await harness.watch(() => run(deployment.ports, extent.readSeconds));
    product.push(result);
    all.push({ ...cores, generator: result.cores });
  }
  await harness.stopGenerators();
  const latency = product.flatMap((one) => one.latency);
  return {
    reply,
    rate: rateOfAll(product),
    baselineRate: rateOfAll(baseline),
    latency,
    note: `${sayCores(all.at(-1) ?? {})}${sayStatuses(product.at(-1)?.statuses ?? {})}`,
  };
}

const path = ({ harness }: RowContext) => boardAnswer(harness).calls[0]?.path ?? '';
const baselineShare = 60;

export const board: Row = async (context) => {
  const headers = { 'Accept-Encoding': 'br' };
  const { reply, rate, baselineRate, latency, note } = await compare(context, {
    kind: 'calls',
    calls: [{ path: path(context), headers }],
  });
  const measures: Measure[] = [
    {
      what: 'GET scoreboard, 200 with br, of baseline',
      value: (100 * rate) / baselineRate,
      unit: '%',
      budgets: [{ atLeast: baselineShare }],
      note: `${rate.toFixed(0)}/s of ${(reply.body.length / 1024).toFixed(0)} KiB, baseline ${baselineRate.toFixed(0)}/s; ${note}`,
    },
    {
      what: `GET scoreboard, p99 at ${context.extent.connections} connections`,
      value: quantile(latency, 0.99),
      unit: 'ms',
      budgets: [{ atMost: 60 }],
      note: `p50 ${quantile(latency, 0.5).toFixed(1)} ms`,
    },
  ];
  return measures;
};

export const unchanged: Row = async (context) => {
  const { ports } = await context.harness.deploy();
  const { headers } = await capture(ports[0] ?? 0, { path: path(context) });
  const call = { path: path(context), headers: { 'If-None-Match': headers.etag ?? '' }, statuses: [304] };
  const { rate, baselineRate, note } = await compare(context, { kind: 'calls', calls: [call] });
  return [
    {
      what: 'GET scoreboard, 304, of baseline',
      value: (100 * rate) / baselineRate,
      unit: '%',
      budgets: [{ atLeast: baselineShare }],
      note: `${rate.toFixed(0)}/s, baseline ${baselineRate.toFixed(0)}/s; ${note}`,
    },
  ];
};

export const details: Row = async (context) => {
  const { harness } = context;
  await harness.deploy();
  const [call = { path: '' }] = detailsAnswer(harness).calls;
  const request: Get = { kind: 'calls', calls: [call], sessions: harness.sessions };
  const { reply, rate, baselineRate, latency, note } = await compare(context, request);
  return [
    {
      what: 'GET details, all players in turn',
      value: rate,
      unit: '/s',
      budgets: [{ atLeast: 8000 }],
      note: `${(reply.body.length / 1024).toFixed(1)} KiB, p99 ${quantile(latency, 0.99).toFixed(0)} ms, baseline ${baselineRate.toFixed(0)}/s; ${note}`,
    },
  ];
};
