import { setTimeout as delay } from 'node:timers/promises';
import { sharedNow } from './clock';
import { Histogram, type HistogramData } from './histogram';
import { HttpConnection, type HttpReply } from './http-connection';
import { addressOf, cookieOf, flagOf, type PlayerSessions, password, userName, writeRequest } from './request';
import { type HubSocket, openHubSocket } from './socket';

export interface JourneyPlan {
  ports: number[];
  gameId: number;
  sessions: PlayerSessions;
  /** Of this process: players from `first` on. */
  first: number;
  players: number;
  /** Over which they arrive, evenly. */
  arriveSeconds: number;
  /** Each so-manieth has to sign in first. */
  loginEvery: number;
  challengeIds: number[];
  /** Right answers by player. */
  right: [player: number, challengeId: number][];
  submissionsEach: number;
  /** Between the answers of one player. */
  thinkSeconds: number;
}

/** `ready` is the time of a player from arriving to having page, hub and challenges, with all waiting. */
export const journeySteps = ['login', 'page', 'details', 'hub', 'ready', 'submit', 'verdict', 'delta'] as const;
export type JourneyStep = (typeof journeySteps)[number];

export interface JourneyReport {
  latency: Record<JourneyStep, HistogramData>;
  /** By step and status; 0 is a connection that broke. */
  errors: Record<string, number>;
  /** 429, which is an answer and no failure, by step; each is tried again after the time that it names. */
  refused: Record<string, number>;
  /** Who was ready within a minute, who later, and who was refused until even our web client gives up. */
  players: { inTime: number; late: number; gaveUp: number };
  /** By how long refusals have kept each player waiting, over the whole journey. */
  waited: HistogramData;
  ids: number[];
  sockets: number;
  /** Sockets that were closed by the other side. */
  dropped: number;
  verdicts: { missing: number; doubled: number };
  notices: { heard: number; doubled: number };
  /** Versions of the board: a step of more than one is a frame that was lost. */
  deltas: { heard: number; lost: number; doubled: number; last: number; behind: number };
  cores: number;
}

/** What one socket was told, and when it listened. */
interface Listener {
  /** Unix milliseconds. */
  since: number;
  until: number;
  notices: Set<number>;
}

const timeoutMs = 20_000;
const inTimeMs = 60_000;
/** As often, and as long, as our web client comes back. */
const triesMax = 9;
const retrySecondsMax = 30;
/** A connection that nothing was asked on for so long may be closed at this very moment; browsers would ask twice. */
const idleMsMax = 30_000;
/** A notice is marked as announced after it was pushed; within this time it counts on neither side. */
const marginMs = 3000;
let listeners: Listener[] = [];

/** Of these notices, how many were not heard by somebody who listened; over all sockets of the last journeys. */
export function missedNotices(told: readonly { id: number; at: number }[]): number {
  return listeners.reduce((missed, { since, until, notices }) => {
    const due = told.filter(({ at }) => at > since + marginMs && at < until - marginMs);
    return missed + due.filter(({ id }) => !notices.has(id)).length;
  }, 0);
}

const pageCalls = (gameId: number) => [
  '/api/config',
  '/api/account/profile',
  `/api/game/${gameId}`,
  `/api/game/${gameId}/scoreboard`,
  `/api/game/${gameId}/notices`,
];

/** All players of this process, from the first call to the last verdict, as our web client goes about it. */
export async function runJourneys(plan: JourneyPlan): Promise<JourneyReport> {
  const latency = Object.fromEntries(journeySteps.map((step) => [step, new Histogram()])) as Record<
    JourneyStep,
    Histogram
  >;
  const errors: Record<string, number> = {};
  const refused: Record<string, number> = {};
  const players = { inTime: 0, late: 0, gaveUp: 0 };
  const waited = new Histogram();
  const ids: number[] = [];
  const verdicts = { missing: 0, doubled: 0 };
  const notices = { heard: 0, doubled: 0 };
  const deltas = { heard: 0, lost: 0, doubled: 0, last: 0, behind: 0 };
  const versions: (() => number)[] = [];
  const cpu = process.cpuUsage();
  const begin = sharedNow();
  const rights = new Map<number, number[]>();
  for (const [player, challengeId] of plan.right) rights.set(player, [...(rights.get(player) ?? []), challengeId]);
  const open: HubSocket[] = [];
  let dropped = 0;
  let finished = false;
  listeners = [];

  const count = (counts: Record<string, number>, name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };

  /** Sends until it is let in; null where it never is, or is answered with something else than success. */
  async function ask(
    step: JourneyStep,
    send: () => Promise<HttpReply>,
    player: { connection: HttpConnection; askedAt: number; waitedMs: number },
  ): Promise<{ answer: HttpReply; since: number } | null> {
    for (let tries = 1; tries <= triesMax; tries += 1) {
      const since = sharedNow();
      if (since - player.askedAt > idleMsMax) player.connection.close();
      const answer = await send();
      player.askedAt = sharedNow();
      if (answer.status === 429) {
        count(refused, step);
        const seconds = Math.min(retrySecondsMax, answer.retryAfterSeconds ?? 1) + Math.random();
        player.waitedMs += seconds * 1000;
        await delay(seconds * 1000);
        continue;
      }
      latency[step].add(sharedNow() - since);
      if (answer.status === 200 || answer.status === 304) return { answer, since };
      count(errors, `${step} ${answer.status}`);
      return null;
    }
    count(refused, `${step} until the end`);
    return null;
  }

  async function play(player: number): Promise<void> {
    const port = plan.ports[player % plan.ports.length] ?? 0;
    const connection = new HttpConnection(port);
    let cookie = cookieOf(plan.sessions.sessionKey, player);
    const arrivedAt = sharedNow();
    const own = { connection, askedAt: arrivedAt, waitedMs: 0 };
    const get = (path: string) => connection.send(writeRequest('GET', path, { cookie }));
    if (player % plan.loginEvery === 0) {
      const json = { userName: userName(player), password };
      const login = writeRequest('POST', '/api/account/login', {
        json,
        headers: { 'X-Forwarded-For': addressOf(player) },
      });
      const signedIn = await ask('login', () => connection.send(login, 'headAndBody'), own);
      if (!signedIn) {
        players.gaveUp += 1;
        return connection.close();
      }
      cookie = /GZCTF_Token=[^;\r\n]+/.exec(signedIn.answer.text)?.[0] ?? cookie;
    }
    let isWhole = true;
    for (const path of pageCalls(plan.gameId)) {
      if (!(await ask('page', () => get(path), own))) isWhole = false;
    }
    const toldAt = new Map<number, number>();
    const listener: Listener = { since: 0, until: Number.POSITIVE_INFINITY, notices: new Set() };
    let version = 0;
    let socket: HubSocket | null = null;
    for (let tries = 1; !socket && tries <= triesMax; tries += 1) {
      const at = sharedNow();
      let isOpen = false;
      let refusal = '';
      socket = await openHubSocket(
        { port, gameId: plan.gameId, cookie },
        {
          onMessage(target, record, heardAt) {
            if (target === 'SubmissionJudged') {
              const { id } = firstArgument<{ id: number }>(record);
              if (toldAt.has(id)) verdicts.doubled += 1;
              toldAt.set(id, heardAt);
            } else if (target === 'ReceivedGameNotice') {
              const { id } = firstArgument<{ id: number }>(record);
              notices.heard += 1;
              if (listener.notices.has(id)) notices.doubled += 1;
              listener.notices.add(id);
            } else if (target === 'ScoreboardChanged') {
              // Cheaper than to parse a delta five thousand times: the version stands before it.
              const next = Number(/"version":(\d+)/.exec(record.slice(0, 120))?.[1]);
              deltas.heard += 1;
              if (version > 0 && next <= version) deltas.doubled += 1;
              if (version > 0 && next > version + 1) deltas.lost += next - version - 1;
              version = Math.max(version, next);
              deltas.last = Math.max(deltas.last, next);
              latency.delta.add(heardAt - deltaTime(record));
            }
          },
          onClose() {
            if (isOpen && !finished) dropped += 1;
          },
        },
      ).catch((error: Error) => {
        refusal = error.message;
        return null;
      });
      if (socket) {
        isOpen = true;
        latency.hub.add(sharedNow() - at);
      } else if (/ (429|503)$/.test(refusal)) {
        count(refused, 'hub');
        const pauseMs = Math.min(30_000, 500 * 2 ** tries) * (0.5 + Math.random() / 2);
        own.waitedMs += pauseMs;
        await delay(pauseMs);
      } else break;
    }
    if (socket) {
      open.push(socket);
      listener.since = Date.now();
      listeners.push(listener);
      versions.push(() => version);
    } else count(errors, 'hub closed');

    if (!(await ask('details', () => get(`/api/game/${plan.gameId}/details`), own))) isWhole = false;
    const readyMs = sharedNow() - arrivedAt;
    latency.ready.add(readyMs);
    if (!isWhole || !socket) players.gaveUp += 1;
    else if (readyMs <= inTimeMs) players.inTime += 1;
    else players.late += 1;
    const sent = new Map<number, number>();
    const right = rights.get(player) ?? [];
    for (let index = 0; index < plan.submissionsEach; index += 1) {
      await delay(plan.thinkSeconds * 1000 * (0.5 + ((player * 31 + index * 17) % 100) / 100));
      const solves = index > 0 ? right[index - 1] : undefined;
      const challengeId = solves ?? plan.challengeIds[(player + index * 13) % plan.challengeIds.length] ?? 0;
      const flag = solves === undefined ? `flag{wrong_${player}_${index}}` : flagOf(challengeId);
      const path = `/api/game/${plan.gameId}/challenges/${challengeId}`;
      const post = writeRequest('POST', path, { cookie, json: { flag } });
      const taken = await ask('submit', () => connection.send(post, 'body'), own);
      if (!taken) continue;
      ids.push(Number(taken.answer.text));
      sent.set(Number(taken.answer.text), taken.since);
    }
    waited.add(own.waitedMs);
    connection.close();
    if (!socket) return;
    for (const until = sharedNow() + timeoutMs; sharedNow() < until && [...sent.keys()].some((id) => !toldAt.has(id)); )
      await delay(50);
    for (const [id, since] of sent) {
      const heard = toldAt.get(id);
      if (heard === undefined) verdicts.missing += 1;
      else latency.verdict.add(Math.max(0, heard - since));
    }
  }

  await Promise.all(
    Array.from({ length: plan.players }, async (_, index) => {
      await delay((index * plan.arriveSeconds * 1000) / plan.players);
      await play(plan.first + index);
    }),
  );
  // Whoever has heard no delta at all has nothing to be behind of; the last one may still be on its way.
  const countBehind = () => versions.filter((read) => read() > 0 && read() < deltas.last).length;
  for (const until = sharedNow() + timeoutMs; sharedNow() < until && countBehind() > 0; ) await delay(50);
  const seconds = (sharedNow() - begin) / 1000;
  const sockets = open.filter((socket) => socket.isOpen()).length;
  finished = true;
  deltas.behind = countBehind();
  for (const listener of listeners) listener.until = Date.now();
  for (const socket of open) socket.close();
  const { user, system } = process.cpuUsage(cpu);
  return {
    latency: Object.fromEntries(journeySteps.map((step) => [step, latency[step].data()])) as JourneyReport['latency'],
    errors,
    refused,
    players,
    waited: waited.data(),
    ids,
    sockets,
    dropped,
    verdicts,
    notices,
    deltas,
    cores: (user + system) / 1e6 / seconds,
  };
}

function firstArgument<T>(record: string): T {
  return (JSON.parse(record) as { arguments: [T] }).arguments[0];
}

const timeOffset = () => Date.now() - sharedNow();

/** When the delta was made, on the shared clock. */
function deltaTime(record: string): number {
  return Number(/"updateTimeUtc":(\d+)/.exec(record)?.[1] ?? 0) - timeOffset();
}
