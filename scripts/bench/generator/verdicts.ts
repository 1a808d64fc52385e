import { setTimeout as delay } from 'node:timers/promises';
import { sharedNow } from './clock';
import { runLoad } from './load';
import { cookieOf } from './request';
import { openHubSocket } from './socket';
import type { RequestPlan } from './writers';

export interface VerdictPlan {
  ports: number[];
  /** Per second. */
  rate: number;
  seconds: number;
  request: Extract<RequestPlan, { kind: 'submission' }>;
}

export interface VerdictReport {
  sent: number;
  /** Milliseconds from the POST to the frame that names the submission, at the sender. */
  verdict: number[];
  reply: number[];
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
  const listen = (player: number) =>
    openHubSocket(
      { port: ports[player % ports.length] ?? 0, gameId, cookie: cookieOf(sessions.sessionKey, player) },
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
    );
  const sockets = await Promise.all(Array.from({ length: sessions.count }, (_, player) => listen(player)));
  const load = await runLoad({ ports, connections: sessions.count, rate, seconds, request });
  const { requests: sent, latency: reply, ids, sentAt } = load;
  const isJudged = (id: number) => judgedAt.has(id);
  for (const until = sharedNow() + timeoutMs; sharedNow() < until && !ids.every(isJudged); ) await delay(20);
  for (const socket of sockets) socket.close();
  const verdict = ids
    .map((id, index) => (judgedAt.get(id) ?? Number.NaN) - (sentAt[index] ?? 0))
    .filter(Number.isFinite);
  return { sent, verdict, reply, missing: ids.length - verdict.length, doubled, ids };
}
