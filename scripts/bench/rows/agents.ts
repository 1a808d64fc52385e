import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { median, quantile } from '../../lib/quantile';
import { HttpConnection } from '../generator/http-connection';
import { requestOf } from '../generator/request';
import type { PlannedCall } from '../generator/writers';
import type { Harness } from '../harness/harness';
import { agents, type Pair, pairsOf, storeTokens, untilAllowed, writeTool } from './mcp';
import type { Row } from './row';

const people = 2000;
/** Requests in a second: two of each agent, one of a person in two seconds. */
const rates = { perAgent: 2, perPerson: 0.5 };
const connections = 64;
const turns = 5;

/** What each person asks in turn: the list, challenges, and now and then a wrong flag. */
function callsOfPeople({ gameId, challengeIds, sessions }: Harness, first: number): PlannedCall[] {
  const list = requestOf(({ challenge }) => challenge.details({ params: { id: gameId } }));
  const asked = challengeIds.map((challengeId) => {
    const params = { id: gameId, challengeId };
    return {
      read: requestOf(({ challenge }) => challenge.get({ params })),
      submit: requestOf(({ submission }) => submission.submit({ params, body: { flag: 'flag{person}' } })),
    };
  });
  const count = Math.min(people, sessions.count - first);
  return Array.from({ length: 3 * count }, (_, at) => {
    const one = asked[(at * 7) % asked.length];
    const call = at % 19 === 0 ? one?.submit : at % 2 === 0 ? one?.read : list;
    return { ...(call ?? list), player: first + (at % count) };
  });
}

/** Tools at a fixed rate until the signal; gives how many. Each reply is the result of its tool. */
async function playAgents(ports: readonly number[], pairs: readonly Pair[], count: number, signal: AbortSignal) {
  const [challenge, list, submission] = pairs;
  const cycle = [challenge, list, challenge, challenge, list, submission, challenge, list, challenge, challenge];
  const begin = performance.now();
  let done = 0;
  const play = async (agent: number) => {
    const connection = new HttpConnection(ports[agent % ports.length] ?? 0);
    for (let turn = 0; ; turn += 1) {
      // Agents are spread over the time between two requests of one.
      const due = begin + (1000 * (turn + agent / count)) / rates.perAgent;
      const wait = due - performance.now();
      if (wait > 0) await delay(wait, undefined, { signal }).catch(() => undefined);
      const pair = cycle[(turn + agent) % cycle.length];
      if (signal.aborted || !pair) break;
      const { text } = await connection.send(writeTool(pair, agent), { kept: 'headAndBody' });
      if (!text.includes('"result":{"content":[') || text.includes('"isError":true'))
        throw new Error(`${pair.tool} got another reply: ${text.slice(0, 500)}`);
      done += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: count }, (_, agent) => play(agent)));
  return done / ((performance.now() - begin) / 1000);
}

/** What people wait for, without agents and beside them, in turns. */
export const agentsBeside: Row = async ({ harness }) => {
  const { smoke } = harness.options;
  const { ports, database } = await harness.deploy({ servers: 2, workers: 2, rateLimit: true, fresh: true });
  const { gameId, sessions } = harness;
  const count = smoke ? 20 : agents;
  await storeTokens(database, gameId, count);
  for (const port of ports) await untilAllowed(port);
  const calls = callsOfPeople(harness, count);
  const rate = Math.min(people, sessions.count - count) * rates.perPerson;
  const generator = harness.generator();
  const request = { kind: 'calls' as const, calls, sessions };
  const load = async (seconds: number) =>
    quantile((await generator.call('load', { ports, connections, seconds, rate, request })).latency, 0.99);
  const pairs = pairsOf(harness);
  const beside = async (seconds: number) => {
    const stopping = new AbortController();
    // Each agent waits on it.
    setMaxListeners(0, stopping.signal);
    const playing = playAgents(ports, pairs, count, stopping.signal);
    const p99 = await Promise.race([load(seconds), playing.then(() => Number.NaN)]).finally(() => stopping.abort());
    return { p99, agentRate: await playing };
  };

  const seconds = smoke ? 1 : 20;
  await load(seconds);
  const measured: { alone: number; beside: number; agentRate: number }[] = [];
  for (let turn = 0; turn < (smoke ? 1 : turns); turn += 1) {
    const first = turn % 2 === 0 ? await load(seconds) : null;
    const { p99, agentRate } = await beside(seconds);
    measured.push({ alone: first ?? (await load(seconds)), beside: p99, agentRate });
  }
  await harness.stopGenerators();
  const of = (pick: (one: (typeof measured)[number]) => number) => median(measured.map(pick));
  return [
    {
      what: `people's p99 beside ${count} agents with tools, to theirs alone, median of ${measured.length} turns`,
      value: of((one) => one.beside / one.alone),
      unit: 'times',
      budgets: [{ atMost: 1.2 }],
      note:
        `${of((one) => one.beside).toFixed(1)} ms and ${of((one) => one.alone).toFixed(1)} ms; people ${rate}/s, agents ` +
        `${of((one) => one.agentRate).toFixed(0)}/s, every reply checked`,
      figures: Object.fromEntries(measured.flatMap((one, turn) => [[`turn ${turn + 1}`, one.beside / one.alone]])),
    },
  ];
};
