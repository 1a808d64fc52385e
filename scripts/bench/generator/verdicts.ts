import { sharedNow } from './clock';
import { Histogram, type HistogramData } from './histogram';
import { HttpConnection } from './http-connection';
import { cookieOf } from './request';
import { openHubSocket } from './socket';
import { type RequestPlan, requestWriter } from './writers';

export interface VerdictPlan {
  ports: number[];
  /** Per second. */
  rate: number;
  seconds: number;
  request: Extract<RequestPlan, { kind: 'submission' }>;
}

export interface VerdictReport {
  sent: number;
  /** From the POST to the frame that names the submission, at the sender. */
  verdict: HistogramData;
  reply: HistogramData;
  missing: number;
  /** Verdicts pushed twice to one connection. */
  doubled: number;
  ids: number[];
}

/** For the last verdicts: on a busy machine a verdict is late, not missing. */
const timeoutMs = 60_000;

/** Sends submissions at a steady rate, each by a connected player; all times are on one clock. */
export async function paceVerdicts({ ports, rate, seconds, request }: VerdictPlan): Promise<VerdictReport> {
  const { sessions, gameId } = request;
  const judgedAt = new Map<number, number>();
  let doubled = 0;
  const port = (index: number) => ports[index % ports.length] ?? 0;
  const sockets = await Promise.all(
    Array.from({ length: sessions.count }, (_, player) =>
      openHubSocket(
        { port: port(player), gameId, cookie: cookieOf(sessions.sessionKey, player) },
        {
          onMessage(target, record, at) {
            if (target !== 'SubmissionJudged') return;
            const { id, userName } = JSON.parse(record).arguments[0] as { id: number; userName: string };
            // Team mates receive it too; only the sender's time counts.
            if (userName !== `player${player}`) return;
            if (judgedAt.has(id)) doubled += 1;
            else judgedAt.set(id, at);
          },
        },
      ),
    ),
  );
  const connections = Array.from({ length: sessions.count }, (_, player) => new HttpConnection(port(player)));
  await Promise.all(connections.map((connection) => connection.open()));

  const write = requestWriter(request);
  const sentAt = new Map<number, number>();
  const reply = new Histogram();
  let failure: unknown;
  const begin = sharedNow();
  const all: Promise<void>[] = [];
  const busy: Promise<void>[] = connections.map(() => Promise.resolve());
  for (let index = 0; index < rate * seconds; index += 1) {
    const wait = begin + (index * 1000) / rate - sharedNow();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    const place = index % connections.length;
    const connection = connections[place];
    const written = write();
    if (!connection || written === null || failure) break;
    const at = sharedNow();
    const send = async () => {
      const { text: id } = await connection.send(written.text, written.expected);
      sentAt.set(Number(id), at);
      reply.add(sharedNow() - at);
    };
    const one = (busy[place] ?? Promise.resolve()).then(send).catch((error: unknown) => {
      failure ??= error;
    });
    busy[place] = one;
    all.push(one);
  }
  await Promise.all(all);
  if (failure) throw failure;
  for (const until = sharedNow() + timeoutMs; sharedNow() < until; ) {
    if ([...sentAt.keys()].every((id) => judgedAt.has(id))) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  for (const socket of sockets) socket.close();
  for (const connection of connections) connection.close();
  const verdict = new Histogram();
  const ids = [...sentAt.keys()];
  for (const [id, at] of sentAt) {
    const received = judgedAt.get(id);
    if (received !== undefined) verdict.add(received - at);
  }
  const missing = ids.filter((id) => !judgedAt.has(id)).length;
  return { sent: all.length, verdict: verdict.data(), reply: reply.data(), missing, doubled, ids };
}
