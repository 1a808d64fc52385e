// Boards of games that are played are held in memory, each by one worker. Work on a game goes to its holder; where that
// has died, its lease ends and the next one to ask or to look takes over.

import { setTimeout as delay } from 'node:timers/promises';
import { scoreboardJobs } from '@vexil/contract/scoreboard';
import { staffBoardPrefix } from '@vexil/rules/scoreboard.freeze.rules';
import { boardPauseMs } from '@vexil/runtime/scoreboard.store';
import type { WorkerDeps } from '../deps';
import { advanceBoard } from './advance-board';
import { openBoardLeases } from './board-lease';
import { createBoardPost } from './board-post';
import { type HeldGame, joinWishes, type Wish } from './held-game';

export interface BoardKeeper {
  /** Meets a wish here or at the worker that holds the game; resolves when it is met. */
  advance(gameId: number, wish: Wish): Promise<void>;
  /** Looks after games whose holder dies, from now on. */
  start(): void;
  /** Hands its games to other workers, and takes over none from here on; what this worker is at is still done. */
  leave(): Promise<void>;
  /** Gives all games back. */
  close(): Promise<void>;
}

interface Game {
  held: HeldGame | null;
  /** What waits to be done after what is being done. */
  next: { wish: Wish; done: Promise<void> } | null;
  last: Promise<void>;
  usedAt: number;
}

const tickMs = 1_000;
/** What the sweep does not touch any more is not played. */
const idleMs = 120_000;
const gamesMax = 64;
const bytesMax = 512 * 1024 ** 2;
/** So often a worker looks whether the one it asked is still there. */
const lookMs = 500;
const looksPerRepeat = 4;
const looksMax = 120;

const takeOver: Wish = { facts: true, check: false, repeated: true };

export function createBoardKeeper(base: Omit<WorkerDeps, 'boards' | 'close'>): BoardKeeper {
  const deps = base as WorkerDeps;
  const workerId = deps.random.uuid();
  const games = new Map<number, Game>();
  const leases = openBoardLeases(deps.redis, deps.keyPrefix, workerId);
  const post = createBoardPost(deps, workerId, workHere);
  let timer: NodeJS.Timeout | null = null;
  let ticking = Promise.resolve();
  let leaving = false;
  let closed = false;

  /** Wishes for one game are met one after the other, and those that wait are met together. */
  function workHere(gameId: number, wish: Wish): Promise<void> {
    const game = games.get(gameId) ?? { held: null, next: null, last: Promise.resolve(), usedAt: 0 };
    games.set(gameId, game);
    game.usedAt = performance.now();
    if (game.next) {
      game.next.wish = joinWishes(game.next.wish, wish);
      return game.next.done;
    }
    const done = game.last.catch(() => undefined).then(() => work(gameId, game));
    game.next = { wish, done };
    game.last = done;
    return done;
  }

  async function work(gameId: number, game: Game): Promise<void> {
    const { next, held } = game;
    try {
      await untilPauseEnds(gameId);
    } finally {
      // From here on another wish needs another run: what it is about may come after the facts were read.
      game.next = null;
    }
    game.held = null;
    game.held = await advanceBoard(deps, gameId, held, next?.wish ?? takeOver);
    game.usedAt = performance.now();
    if (!game.held) await drop([gameId]);
    await dropOldest();
  }

  async function untilPauseEnds(gameId: number): Promise<void> {
    const prefixes = [deps.keyPrefix, staffBoardPrefix(deps.keyPrefix)];
    const pauses = await Promise.all(prefixes.map((prefix) => boardPauseMs(deps.redis, prefix, gameId)));
    const pauseMs = Math.max(...pauses);
    if (pauseMs > 0) await delay(pauseMs);
  }

  async function drop(gameIds: readonly number[]): Promise<void> {
    const idle = gameIds.filter((id) => !games.get(id)?.next);
    for (const id of idle) games.delete(id);
    await leases.release(idle);
  }

  async function dropOldest(): Promise<void> {
    const byUse = [...games].sort(([, a], [, b]) => b.usedAt - a.usedAt);
    let bytes = 0;
    const surplus = byUse.filter(([, { held }], at) => {
      bytes += held?.bytes ?? 0;
      return at >= gamesMax || (at > 0 && bytes > bytesMax);
    });
    if (surplus.length > 0) await drop(surplus.map(([id]) => id));
  }

  function start(): void {
    if (timer || closed) return;
    timer = setInterval(() => {
      ticking = ticking.then(tick).catch((error) => {
        deps.log.warn({ err: error }, 'Games could not be looked after');
      });
    }, tickMs);
    timer.unref();
  }

  async function tick(): Promise<void> {
    if (closed) return;
    const idleSince = performance.now() - idleMs;
    await drop([...games].filter(([, { usedAt }]) => usedAt < idleSince).map(([id]) => id));
    for (const id of await leases.renew([...games.keys()])) {
      if (!games.get(id)?.next) games.delete(id);
    }
    if (leaving) return;
    const { handedOver, lost } = await leases.listLeft();
    for (const id of [...handedOver, ...lost]) {
      await post.open();
      if ((await leases.claim(id)) !== workerId) continue;
      if (lost.includes(id)) {
        deps.metrics.boardsTakenOver.inc();
        deps.log.warn({ gameId: id }, 'The board of a game is taken over from a lost worker');
        await freeJobs(id);
      }
      workHere(id, takeOver).catch((error) => deps.log.warn({ err: error, gameId: id }, 'A board was not taken over'));
    }
  }

  /** A job that a dead worker was at counts as running for some seconds, and keeps others of its kind out of the queue. */
  async function freeJobs(gameId: number): Promise<void> {
    for (const job of [scoreboardJobs.advance, scoreboardJobs.solves, scoreboardJobs.check]) {
      const id = job.deduplicateBy?.({ gameId });
      if (id !== undefined) await deps.queues[job.queue].removeDeduplicationKey(id);
    }
  }

  /** True when the holder did it, false when it holds the game no more. */
  async function askHolder(holder: string, gameId: number, wish: Wish): Promise<boolean> {
    const question = await post.ask(holder, gameId, wish);
    const answered = question.answer.then(() => true);
    try {
      for (let looks = 1; looks <= looksMax; looks += 1) {
        if (await Promise.race([answered, delay(lookMs, false)])) return true;
        if ((await leases.claim(gameId)) !== holder) return false;
        if (looks % looksPerRepeat === 0) await question.repeat();
      }
    } finally {
      question.drop();
    }
    throw new Error('The worker that holds this board does not answer');
  }

  /** Games with more to do are left to `close`. */
  async function leave(): Promise<void> {
    leaving = true;
    await ticking;
    await Promise.allSettled([...games.values()].map(({ last }) => last));
    const idle = [...games].filter(([, { next }]) => !next).map(([id]) => id);
    for (const id of idle) games.delete(id);
    await leases.handOver(idle).catch(() => undefined);
  }

  return {
    start,
    leave,
    async advance(gameId, wish) {
      start();
      await post.open();
      let own = wish;
      for (;;) {
        const holder = await leases.claim(gameId);
        if (holder === workerId) return workHere(gameId, own);
        if (await askHolder(holder, gameId, own)) return;
        // The one that was asked may have died between publishing and telling.
        own = { ...wish, repeated: true };
      }
    },
    async close() {
      closed = true;
      if (timer) clearInterval(timer);
      await ticking;
      await Promise.allSettled([...games.values()].map(({ last }) => last));
      await leases.handOver([...games.keys()]).catch(() => undefined);
      post.close();
    },
  };
}
