import { setTimeout as delay } from 'node:timers/promises';
import { sharedNow } from './clock';
import { HttpConnection, type Kept, UnexpectedReply } from './http-connection';
import { nothingReceived, type Received, ReceivedCounts } from './received';
import {
  addressOf,
  cookieOf,
  flagOf,
  type PlayerSessions,
  requestOf,
  writeFlag,
  writeLogin,
  writeRequest,
} from './request';
import { type HubSocket, openHubSocket } from './socket';

export interface JourneyPlan {
  ports: number[];
  gameId: number;
  sessions: PlayerSessions;
  /** Players of this process start at `first`. */
  first: number;
  players: number;
  arriveSeconds: number;
  loginEvery: number;
  challengeIds: number[];
  right: [player: number, challengeId: number][];
  submissionsEach: number;
  /** Between the answers of one player. */
  thinkSeconds: number;
}

/** `ready` is the time from arrival to having page, hub and challenges, waits included. */
export const journeySteps = ['login', 'page', 'details', 'hub', 'ready', 'submit', 'verdict', 'delta'] as const;
type JourneyStep = (typeof journeySteps)[number];

export interface JourneyReport {
  latency: Record<JourneyStep, number[]>;
  /** By step and status; 0 is a broken connection. */
  errors: Record<string, number>;
  /** 429 by step; not a failure, since each is retried after Retry-After. */
  refused: Record<string, number>;
  /** Ready within a minute, later, or not: refused more often than our web client retries, or for longer than a person waits. */
  players: { inTime: number; late: number; gaveUp: number };
  /** Total wait for Retry-After per player. */
  waited: number[];
  ids: number[];
  sockets: number;
  dropped: number;
  verdicts: { missing: number; doubled: number };
  notices: { received: number; doubled: number };
  /** `lost` counts versions that no change led to; repeated changes after a reconnect are no fault. */
  deltas: { received: number; lost: number; last: number; behind: number };
  cores: number;
}

const verdictTimeoutMs = 20_000;
const inTimeMs = 60_000;
/** The retry limits of our web client, which signs in for as long as its form is open. */
const triesMax = 9;
const signInMsMax = 15 * 60_000;
const retrySecondsMax = 60;
/** The server may be closing a connection that was idle this long; browsers would retry. */
const idleMsMax = 30_000;
/** A notice is marked as announced after it was pushed; within this time it counts for neither side. */
const marginMs = 3000;

interface Player extends Received {
  index: number;
  port: number;
  connection: HttpConnection;
  cookie: string;
  arrivedAt: number;
  repliedAt: number;
  waitedMs: number;
  hub: HubSocket | null;
  openedAt: number;
  closedAt: number;
}

let connected: Player[] = [];

function pathsOf(id: number) {
  const params = { id };
  const calls: Parameters<typeof requestOf>[0][] = [
    ({ config }) => config.client(),
    ({ account }) => account.profile(),
    ({ game }) => game.get({ params }),
    ({ scoreboard }) => scoreboard.get({ params }),
    ({ notice }) => notice.list({ params }),
  ];
  const details = requestOf(({ challenge }) => challenge.details({ params })).path;
  return { page: calls.map((call) => requestOf(call).path), details };
}

/** Notices that connected clients did not receive; over all sockets of the last journeys. */
export function missedNotices(announced: readonly { id: number; at: number }[]): number {
  return connected.reduce((missed, { openedAt, closedAt, notices }) => {
    const due = announced.filter(({ at }) => at > openedAt + marginMs && at < closedAt - marginMs);
    return missed + due.filter(({ id }) => !notices.has(id)).length;
  }, 0);
}

const count = (counts: Record<string, number>, name: string) => {
  counts[name] = (counts[name] ?? 0) + 1;
};

class Journeys {
  readonly latency: JourneyReport['latency'] = {
    login: [],
    page: [],
    details: [],
    hub: [],
    ready: [],
    submit: [],
    verdict: [],
    delta: [],
  };
  readonly errors: Record<string, number> = {};
  readonly refused: Record<string, number> = {};
  readonly players = { inTime: 0, late: 0, gaveUp: 0 };
  readonly waited: number[] = [];
  readonly ids: number[] = [];
  readonly received = new ReceivedCounts((ms) => this.latency.delta.push(ms));
  missingVerdicts = 0;
  dropped = 0;
  isFinished = false;
  private readonly paths: ReturnType<typeof pathsOf>;
  private readonly rightFlags = new Map<number, number[]>();

  constructor(private readonly plan: JourneyPlan) {
    this.paths = pathsOf(plan.gameId);
    for (const [player, challengeId] of plan.right) {
      this.rightFlags.set(player, [...(this.rightFlags.get(player) ?? []), challengeId]);
    }
  }

  async play(index: number): Promise<void> {
    const { ports, sessions, loginEvery } = this.plan;
    const now = sharedNow();
    const port = ports[index % ports.length] ?? 0;
    const player: Player = {
      ...{ index, port, connection: new HttpConnection(port), cookie: cookieOf(sessions.sessionKey, index) },
      ...{ arrivedAt: now, repliedAt: now, waitedMs: 0, hub: null, openedAt: 0, closedAt: Number.POSITIVE_INFINITY },
      ...nothingReceived(),
    };
    // By rank on its server, so that each server has as many sign-ins.
    if (Math.floor(index / ports.length) % loginEvery === 0 && !(await this.signIn(player))) {
      this.players.gaveUp += 1;
      return player.connection.close();
    }
    let isComplete = true;
    for (const path of this.paths.page) {
      if (!(await this.get('page', player, path))) isComplete = false;
    }
    await this.connectHub(player);
    if (!(await this.get('details', player, this.paths.details))) isComplete = false;
    const readyMs = sharedNow() - player.arrivedAt;
    this.latency.ready.push(readyMs);
    this.players[!isComplete || !player.hub ? 'gaveUp' : readyMs <= inTimeMs ? 'inTime' : 'late'] += 1;
    const sent = await this.submitFlags(player);
    this.waited.push(player.waitedMs);
    player.connection.close();
    if (player.hub) await this.awaitVerdicts(player, sent);
  }

  /** Retries until accepted; null after the last refusal, or when the reply is neither a success nor a refusal. */
  private async send(
    step: JourneyStep,
    player: Player,
    request: string,
    kept: Kept = 'nothing',
  ): Promise<{ text: string; since: number } | null> {
    const isLast = (tries: number) =>
      step === 'login' ? sharedNow() - player.arrivedAt > signInMsMax : tries > triesMax;
    const head = step === 'login' ? 'GZCTF_Token=' : 'application/json';
    const expected = { statuses: [200, 429], head, kept };
    for (let tries = 1; !isLast(tries); tries += 1) {
      const since = sharedNow();
      if (since - player.repliedAt > idleMsMax) player.connection.close();
      // Unexpected replies are the problems that the scenario reports.
      const reply = await player.connection.send(request, expected).catch((error: unknown) => {
        if (error instanceof UnexpectedReply) return error;
        throw error;
      });
      player.repliedAt = sharedNow();
      if (reply.status !== 429) this.latency[step].push(sharedNow() - since);
      if (reply instanceof UnexpectedReply) {
        count(this.errors, `${step} ${reply.status}`);
        return null;
      }
      const { status, text, retryAfterSeconds = 1 } = reply;
      if (status !== 429) return { text, since };
      count(this.refused, step);
      await this.pause(player, 1000 * (Math.min(retrySecondsMax, retryAfterSeconds) + Math.random()));
    }
    count(this.refused, `${step} until the end`);
    return null;
  }

  private get(step: JourneyStep, player: Player, path: string) {
    return this.send(step, player, writeRequest('GET', path, { cookie: player.cookie }));
  }

  private async pause(player: Player, ms: number): Promise<void> {
    player.waitedMs += ms;
    await delay(ms);
  }

  private async signIn(player: Player): Promise<boolean> {
    const request = writeLogin(player.index, { 'X-Forwarded-For': addressOf(player.index) });
    const reply = await this.send('login', player, request, 'headAndBody');
    player.cookie = /GZCTF_Token=[^;\r\n]+/.exec(reply?.text ?? '')?.[0] ?? player.cookie;
    return reply !== null;
  }

  private async connectHub(player: Player): Promise<void> {
    const { port, cookie } = player;
    for (let tries = 1; tries <= triesMax; tries += 1) {
      const at = sharedNow();
      try {
        player.hub = await openHubSocket(
          { port, gameId: this.plan.gameId, cookie },
          {
            onMessage: (target, record, receivedAt) => this.received.add(player, target, record, receivedAt),
            onClose: () => {
              if (player.hub && !this.isFinished) this.dropped += 1;
            },
          },
        );
        this.latency.hub.push(sharedNow() - at);
        player.openedAt = Date.now();
        connected.push(player);
        return;
      } catch (error) {
        if (!/ (429|503)$/.test((error as Error).message)) break;
        count(this.refused, 'hub');
        await this.pause(player, Math.min(30_000, 500 * 2 ** tries) * (0.5 + Math.random() / 2));
      }
    }
    count(this.errors, 'hub closed');
  }

  /** @returns when each stored submission was sent, by id */
  private async submitFlags(player: Player): Promise<Map<number, number>> {
    const { gameId, challengeIds, submissionsEach, thinkSeconds } = this.plan;
    const right = this.rightFlags.get(player.index) ?? [];
    const sent = new Map<number, number>();
    for (let turn = 0; turn < submissionsEach; turn += 1) {
      await delay(thinkSeconds * 1000 * (0.5 + ((player.index * 31 + turn * 17) % 100) / 100));
      const solved = turn > 0 ? right[turn - 1] : undefined;
      const challengeId = solved ?? challengeIds[(player.index + turn * 13) % challengeIds.length] ?? 0;
      const flag = solved === undefined ? `flag{wrong_${player.index}_${turn}}` : flagOf(challengeId);
      const request = writeFlag(gameId, challengeId, flag, player.cookie);
      const stored = await this.send('submit', player, request, 'body');
      if (!stored) continue;
      this.ids.push(Number(stored.text));
      sent.set(Number(stored.text), stored.since);
    }
    return sent;
  }

  private async awaitVerdicts({ verdictAt }: Player, sent: ReadonlyMap<number, number>): Promise<void> {
    const isMissing = (id: number) => !verdictAt.has(id);
    for (const until = sharedNow() + verdictTimeoutMs; sharedNow() < until && [...sent.keys()].some(isMissing); ) {
      await delay(50);
    }
    for (const [id, since] of sent) {
      const at = verdictAt.get(id);
      if (at === undefined) this.missingVerdicts += 1;
      else this.latency.verdict.push(Math.max(0, at - since));
    }
  }

  /** Sockets whose last delta is older than the newest; those without any cannot be compared. */
  countBehind = () =>
    connected.filter(({ boardVersion }) => boardVersion > 0 && boardVersion < this.received.deltas.last).length;
}

export async function runJourneys(plan: JourneyPlan): Promise<JourneyReport> {
  connected = [];
  const journeys = new Journeys(plan);
  const cpu = process.cpuUsage();
  const begin = sharedNow();
  await Promise.all(
    Array.from({ length: plan.players }, async (_, index) => {
      await delay((index * plan.arriveSeconds * 1000) / plan.players);
      await journeys.play(plan.first + index);
    }),
  );
  for (const until = sharedNow() + verdictTimeoutMs; sharedNow() < until && journeys.countBehind() > 0; )
    await delay(50);
  const seconds = (sharedNow() - begin) / 1000;
  const sockets = connected.filter(({ hub }) => hub?.isOpen()).length;
  journeys.isFinished = true;
  for (const player of connected) {
    player.closedAt = Date.now();
    player.hub?.close();
  }
  const { user, system } = process.cpuUsage(cpu);
  const { latency, errors, refused, players, waited, ids, dropped, received, missingVerdicts } = journeys;
  return {
    ...{ latency, waited, errors, refused, players, ids, sockets, dropped, notices: received.notices },
    verdicts: { missing: missingVerdicts, doubled: received.doubledVerdicts },
    deltas: { ...received.deltas, behind: journeys.countBehind() },
    cores: (user + system) / 1e6 / seconds,
  };
}
