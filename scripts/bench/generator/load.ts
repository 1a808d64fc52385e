import { sharedNow } from './clock';
import { HttpConnection, type HttpReply } from './http-connection';
import { type RequestPlan, requestWriter, type Writer, type Written } from './writers';

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
  statuses: Record<number, number>;
  bytes: number;
  /** Milliseconds of each request. */
  latency: number[];
  /** Of stored submissions, and when each was sent, on the shared clock. */
  ids: number[];
  sentAt: number[];
  /** Processor use of the generator, in cores. */
  cores: number;
}

class Tally {
  readonly latency: number[] = [];
  readonly statuses: Record<number, number> = {};
  readonly ids: number[] = [];
  readonly sentAt: number[] = [];
  requests = 0;
  bytes = 0;

  count({ status, bytes }: HttpReply, ms: number): void {
    this.requests += 1;
    this.bytes += bytes;
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.latency.push(ms);
  }

  keepId({ status, text }: HttpReply, sentAt: number): void {
    if (status !== 200) return;
    this.ids.push(Number(text));
    this.sentAt.push(sentAt);
  }
}

/** Throws the first UnexpectedReply: replies that were not expected are no work, whatever their rate. */
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
  let failure: unknown;
  const run: Run = {
    ...{ connections, write, until: begin + (plan.seconds ?? Number.POSITIVE_INFINITY) * 1000 },
    async send(connection, { text, expected }, since) {
      try {
        const sentAt = sharedNow();
        const reply = await connection.send(text, expected);
        tally.count(reply, performance.now() - since);
        if (keepIds) tally.keepId(reply, sentAt);
      } catch (error) {
        failure ??= error;
        run.until = 0;
      }
    },
  };
  await (plan.rate ? runPaced(plan, plan.rate, run) : runClosed(plan, run));
  const seconds = (performance.now() - begin) / 1000;
  const { user, system } = process.cpuUsage(cpu);
  for (const connection of connections) connection.close();
  if (failure) throw failure;
  const { requests, statuses, bytes, latency, ids, sentAt } = tally;
  const cores = (user + system) / 1e6 / seconds;
  return { requests, seconds, statuses, bytes, latency, ids, sentAt, cores };
}

interface Run {
  connections: HttpConnection[];
  write: Writer;
  send: (connection: HttpConnection, request: Written, since: number) => Promise<void>;
  /** Passed when a reply was not expected. */
  until: number;
}

async function runClosed({ count = Number.POSITIVE_INFINITY }: LoadPlan, run: Run) {
  const { connections, write, send } = run;
  let sent = 0;
  await Promise.all(
    connections.map(async (connection) => {
      while (sent < count && performance.now() < run.until) {
        sent += 1;
        const request = write();
        if (request === null) return;
        await send(connection, request, performance.now());
      }
    }),
  );
}

/** The time that a request waits for a free connection counts as its own. */
async function runPaced({ count = Number.POSITIVE_INFINITY }: LoadPlan, rate: number, run: Run) {
  const { connections, write, send } = run;
  const begin = performance.now();
  const free = [...connections];
  const waiting: { request: Written; due: number }[] = [];
  const running = new Set<Promise<void>>();
  const give = (connection: HttpConnection): void => {
    const next = waiting.shift();
    if (next) start(connection, next.request, next.due);
    else free.push(connection);
  };
  const start = (connection: HttpConnection, request: Written, due: number): void => {
    const one = send(connection, request, due).finally(() => {
      running.delete(one);
      give(connection);
    });
    running.add(one);
  };
  for (let index = 0; index < count; index += 1) {
    const due = begin + (index * 1000) / rate;
    if (due >= run.until) break;
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
