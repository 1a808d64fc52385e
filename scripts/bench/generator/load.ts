import { Histogram, type HistogramData } from './histogram';
import { type Answer, Line } from './line';
import { type Crowd, cookieOf, flagOf, password, userName, writeRequest } from './request';

export type RequestPlan =
  | { kind: 'get'; path: string; headers?: Record<string, string>; crowd?: Crowd }
  | { kind: 'login'; firstPlayer: number; count: number }
  | {
      kind: 'answer';
      gameId: number;
      crowd: Crowd;
      /** Challenges that wrong answers go to, in turn. */
      challengeIds: number[];
      /** Who gives which challenge its flag; each once. */
      right: [player: number, challengeId: number][];
      /** Each so-manieth answer is a right one, 0 for none; the load ends when they are used up. */
      rightEvery: number;
    };

export interface LoadPlan {
  ports: number[];
  connections: number;
  /** Ends after so many seconds, or so many requests, whichever comes first. */
  seconds?: number;
  count?: number;
  /**
   * Requests per second, begun when they are due and counted from then; absent, each connection sends the next one as
   * soon as it has its answer.
   */
  rate?: number;
  request: RequestPlan;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** By status; 0 is a line that broke. */
  statuses: Record<number, number>;
  bytes: number;
  latency: HistogramData;
  /** Of stored submissions. */
  ids: number[];
  /** What the generator itself took, in cores. */
  cores: number;
}

/** Gives one request after the other, null when there are no more. */
type Writer = () => string | null;

function getWriter({ path, headers, crowd }: Extract<RequestPlan, { kind: 'get' }>): Writer {
  if (!crowd) {
    const only = writeRequest('GET', path, { headers });
    return () => only;
  }
  let player = 0;
  const written: string[] = [];
  return () => {
    const index = player++ % crowd.count;
    written[index] ??= writeRequest('GET', path, { headers, cookie: cookieOf(crowd.sessionKey, index) });
    return written[index] ?? null;
  };
}

function loginWriter({ firstPlayer, count }: Extract<RequestPlan, { kind: 'login' }>): Writer {
  let next = 0;
  return () =>
    writeRequest('POST', '/api/account/login', {
      json: { userName: userName(firstPlayer + (next++ % count)), password },
    });
}

function answerWriter(plan: Extract<RequestPlan, { kind: 'answer' }>): Writer {
  const { gameId, crowd, challengeIds, right, rightEvery } = plan;
  const cookies: string[] = [];
  const write = (player: number, challengeId: number, flag: string) => {
    cookies[player] ??= cookieOf(crowd.sessionKey, player);
    const path = `/api/game/${gameId}/challenges/${challengeId}`;
    return writeRequest('POST', path, { cookie: cookies[player], json: { flag } });
  };
  let next = 0;
  let rightNext = 0;
  return () => {
    const index = next++;
    if (rightEvery > 0 && index % rightEvery === 0) {
      const pair = right[rightNext++];
      return pair ? write(pair[0], pair[1], flagOf(pair[1])) : null;
    }
    // Neighbours in the row differ in player and in challenge, as answers of a crowd do.
    const challengeId = challengeIds[(index * 7) % challengeIds.length] ?? 0;
    return write(index % crowd.count, challengeId, `flag{wrong_${process.pid}_${index}}`);
  };
}

export function requestWriter(plan: RequestPlan): Writer {
  if (plan.kind === 'get') return getWriter(plan);
  return plan.kind === 'login' ? loginWriter(plan) : answerWriter(plan);
}

class Tally {
  readonly latency = new Histogram();
  readonly statuses: Record<number, number> = {};
  readonly ids: number[] = [];
  requests = 0;
  bytes = 0;

  count({ status, bytes, text }: Answer, ms: number, keepIds: boolean): void {
    this.requests += 1;
    this.bytes += bytes;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.latency.add(ms);
    if (keepIds && status === 200) this.ids.push(Number(text));
  }
}

const breakMs = 20;

/** Runs the plan with connections that are open before it begins. */
export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const keepIds = plan.request.kind === 'answer';
  const lines: Line[] = [];
  for (let index = 0; index < plan.connections; index += 1) {
    const port = plan.ports[index % plan.ports.length] ?? 0;
    const line = new Line(port);
    lines.push(line);
    // In small groups: a thousand at once do not fit into the queue of a listening socket.
    if (index % 50 === 49) await Promise.all(lines.slice(-50).map((one) => one.open()));
  }
  await Promise.all(lines.map((line) => line.open()));

  const write = requestWriter(plan.request);
  const tally = new Tally();
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const until = begin + (plan.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const send = async (line: Line, request: string, since: number) => {
    const answer = await line.send(request, keepIds ? 'body' : 'nothing');
    tally.count(answer, performance.now() - since, keepIds);
    // Whoever has nobody to talk to does not try a thousand times a second.
    if (answer.status === 0) await new Promise((resolve) => setTimeout(resolve, breakMs));
  };
  if (plan.rate) await runPaced(plan, plan.rate, { lines, write, send, begin, until });
  else await runClosed(plan, { lines, write, send, until });
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  for (const line of lines) line.close();
  const { requests, statuses, bytes, ids } = tally;
  const cores = (user + system) / 1e6 / seconds;
  return { requests, seconds, statuses, bytes, latency: tally.latency.data(), ids, cores };
}

interface Run {
  lines: Line[];
  write: Writer;
  send: (line: Line, request: string, since: number) => Promise<void>;
  until: number;
}

async function runClosed({ count = Number.POSITIVE_INFINITY }: LoadPlan, { lines, write, send, until }: Run) {
  let sent = 0;
  await Promise.all(
    lines.map(async (line) => {
      while (sent < count && performance.now() < until) {
        sent += 1;
        const request = write();
        if (request === null) return;
        await send(line, request, performance.now());
      }
    }),
  );
}

/** A request that finds no free connection waits for one, and that time is its own. */
async function runPaced(
  { count = Number.POSITIVE_INFINITY }: LoadPlan,
  rate: number,
  { lines, write, send, begin, until }: Run & { begin: number },
) {
  const free = [...lines];
  const waiting: { request: string; due: number }[] = [];
  const running = new Set<Promise<void>>();
  const give = (line: Line): void => {
    const next = waiting.shift();
    if (next) start(line, next.request, next.due);
    else free.push(line);
  };
  const start = (line: Line, request: string, due: number): void => {
    const one = send(line, request, due).finally(() => {
      running.delete(one);
      give(line);
    });
    running.add(one);
  };
  for (let index = 0; index < count; index += 1) {
    const due = begin + (index * 1000) / rate;
    if (due >= until) break;
    const wait = due - performance.now();
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait));
    const request = write();
    if (request === null) break;
    const line = free.pop();
    if (line) start(line, request, due);
    else waiting.push({ request, due });
  }
  while (running.size > 0) await Promise.all(running);
}
