import { Histogram, type HistogramData } from './histogram';
import { HttpConnection, type HttpReply } from './http-connection';
import { type RequestPlan, requestWriter, type Writer } from './writers';

export interface LoadPlan {
  ports: number[];
  connections: number;
  /** Ends after so many seconds, or so many requests, whichever comes first. */
  seconds?: number;
  count?: number;
  /** Requests per second, timed from when they are due. Absent: each connection sends on after each reply. */
  rate?: number;
  request: RequestPlan;
}

export interface LoadResult {
  requests: number;
  seconds: number;
  /** By status; 0 is a broken connection. */
  statuses: Record<number, number>;
  bytes: number;
  latency: HistogramData;
  /** Of stored submissions. */
  ids: number[];
  /** Processor use of the generator, in cores. */
  cores: number;
}

class Tally {
  readonly latency = new Histogram();
  readonly statuses: Record<number, number> = {};
  readonly ids: number[] = [];
  requests = 0;
  bytes = 0;

  count({ status, bytes, text }: HttpReply, ms: number, keepIds: boolean): void {
    this.requests += 1;
    this.bytes += bytes;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.latency.add(ms);
    if (keepIds && status === 200) this.ids.push(Number(text));
  }
}

const breakMs = 20;

export async function runLoad(plan: LoadPlan): Promise<LoadResult> {
  const keepIds = plan.request.kind === 'submission';
  const connections: HttpConnection[] = [];
  for (let index = 0; index < plan.connections; index += 1) {
    const port = plan.ports[index % plan.ports.length] ?? 0;
    const connection = new HttpConnection(port);
    connections.push(connection);
    // In small groups: a thousand at once overflow the accept queue of a listening socket.
    if (index % 50 === 49) await Promise.all(connections.slice(-50).map((one) => one.open()));
  }
  await Promise.all(connections.map((connection) => connection.open()));

  const write = requestWriter(plan.request);
  const tally = new Tally();
  const cpu = process.cpuUsage();
  const begin = performance.now();
  const until = begin + (plan.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  const send = async (connection: HttpConnection, request: string, since: number) => {
    const answer = await connection.send(request, keepIds ? 'body' : 'nothing');
    tally.count(answer, performance.now() - since, keepIds);
    // Without a server, reconnecting would spin.
    if (answer.status === 0) await new Promise((resolve) => setTimeout(resolve, breakMs));
  };
  if (plan.rate) await runPaced(plan, plan.rate, { connections, write, send, begin, until });
  else await runClosed(plan, { connections, write, send, until });
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of connections) connection.close();
  const { requests, statuses, bytes, ids } = tally;
  const cores = (user + system) / 1e6 / seconds;
  return { requests, seconds, statuses, bytes, latency: tally.latency.data(), ids, cores };
}

interface Run {
  connections: HttpConnection[];
  write: Writer;
  send: (connection: HttpConnection, request: string, since: number) => Promise<void>;
  until: number;
}

async function runClosed({ count = Number.POSITIVE_INFINITY }: LoadPlan, { connections, write, send, until }: Run) {
  let sent = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (sent < count && performance.now() < until) {
        sent += 1;
        const request = write();
        if (request === null) return;
        await send(connection, request, performance.now());
      }
    }),
  );
}

/** The time that a request waits for a free connection counts as its own. */
async function runPaced(
  { count = Number.POSITIVE_INFINITY }: LoadPlan,
  rate: number,
  { connections, write, send, begin, until }: Run & { begin: number },
) {
  const free = [...connections];
  const waiting: { request: string; due: number }[] = [];
  const running = new Set<Promise<void>>();
  const give = (connection: HttpConnection): void => {
    const next = waiting.shift();
    if (next) start(connection, next.request, next.due);
    else free.push(connection);
  };
  const start = (connection: HttpConnection, request: string, due: number): void => {
    const one = send(connection, request, due).finally(() => {
      running.delete(one);
      give(connection);
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
    const connection = free.pop();
    if (connection) start(connection, request, due);
    else waiting.push({ request, due });
  }
  while (running.size > 0) await Promise.all(running);
}
