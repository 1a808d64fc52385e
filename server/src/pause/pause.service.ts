import { challengeJobs } from '@vexil/contract/challenge';
import { containerJobs } from '@vexil/contract/container';
import { DomainError, invariant } from '@vexil/contract/errors';
import type { pauseRoutes } from '@vexil/contract/pause';
import type { BodyOf } from '@vexil/contract/route';
import { stopContainers } from '@vexil/data/container/stop.queries';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { canPause, resumedText, shiftedDate } from '@vexil/rules/pause.rules';
import { announceContainers, announceStops } from '@vexil/runtime/container-announce';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { type Author, audit, type Operator } from '../audit/audit.service';
import { moveGame } from '../game/game.edit.service';
import { getGame, lockGame } from '../game/game.service';
import { addNotice } from '../notice/notice.service';
import {
  endPause,
  insertPause,
  listPauses,
  lockPausedGames,
  lockRunningGames,
  ofPlayers,
  shiftPlans,
} from './pause.queries';

type Order = BodyOf<typeof pauseRoutes.pause>;

interface Act {
  deps: Deps;
  work: Work;
  by: Author | Operator;
  /** Under the lock of the game. */
  at: Date;
}

export async function readPauses(deps: Pick<Deps, 'db'>, gameId: number, page: { count: number; skip: number }) {
  await getGame(deps.db, gameId);
  return listPauses(deps.db, gameId, page);
}

/** Players, webhooks, open pages and instances. The signs say in every language what began. */
async function announce(
  { deps, work, at }: Act,
  { gameId, phase, reason, text }: { gameId: number; phase: 'Paused' | 'Resumed'; reason: string; text: string },
): Promise<void> {
  await addNotice(deps, work, { gameId, type: 'Normal', values: [text], publishedAt: at });
  const data = { phase, reason };
  await storeWebhookFacts(work.tx, [{ kind: 'Phase', gameId, isPublic: true, happenedAt: at, data }]);
}

async function pause(act: Act, before: GameRow, order: Order): Promise<GameRow> {
  const { deps, work, by, at } = act;
  const { reason, hideStatements, stopInstances } = order;
  const gameId = before.id;
  const game = await moveGame(work, before, { pausedAt: at, statementsHidden: hideStatements });
  await insertPause(work.tx, { gameId, pausedAt: at, accountId: by.accountId, ...order });
  const after = { ...game, stopInstances };
  await audit(work.tx, { by, gameId, action: 'game.pause', target: `game:${gameId}`, before, after, reason });
  if (stopInstances) announceStops(deps, work, await stopContainers(work.tx, ofPlayers(gameId), 'paused'));
  await announce(act, { gameId, phase: 'Paused', reason, text: `⏸ ${reason}` });
  return game;
}

async function resume(act: Act, before: GameRow): Promise<GameRow> {
  const { deps, work, by } = act;
  const gameId = before.id;
  invariant(before.pausedAt, 'A paused game has the time of its pause.');
  // Another server's clock may have paused it.
  const at = new Date(Math.max(act.at.getTime(), before.pausedAt.getTime()));
  const shift = { pausedAt: before.pausedAt.getTime(), resumedAt: at.getTime() };
  const game = await moveGame(work, before, {
    pausedAt: null,
    statementsHidden: false,
    endAt: shiftedDate(before.endAt, shift),
    freezeAt: shiftedDate(before.freezeAt, shift),
    writeupDeadline: shiftedDate(before.writeupDeadline, shift),
  });
  const ended = await endPause(work.tx, gameId, { resumedAt: at, resumedById: by.accountId });
  invariant(ended, 'A paused game has an open pause.');
  await audit(work.tx, { by, gameId, action: 'game.resume', target: `game:${gameId}`, before, after: game });
  const { releases, instances } = await shiftPlans(work.tx, gameId, shift);
  const delayOf = (time: Date) => ({ delayMs: Math.max(0, time.getTime() - at.getTime()) + 50 });
  for (const time of releases) work.job(challengeJobs.release, {}, delayOf(time));
  for (const { id, expiresAt } of instances) work.job(containerJobs.expire, { containerId: id }, delayOf(expiresAt));
  work.after(() => announceContainers(deps, instances));
  const text = resumedText(ended.reason, shift);
  await announce({ ...act, at }, { gameId, phase: 'Resumed', reason: ended.reason, text });
  return game;
}

export const pauseGame = (deps: Deps, by: Author | Operator, gameId: number, order: Order): Promise<GameRow> =>
  inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, gameId, 'no key update');
    const at = deps.clock.now();
    if (game.pausedAt !== null) throw new DomainError('game.paused');
    const times = { start: game.startAt.getTime(), end: game.endAt.getTime() };
    if (!canPause(times, at.getTime())) throw new DomainError('game.notRunning');
    return pause({ deps, work, by, at }, game, order);
  });

export const resumeGame = (deps: Deps, by: Author | Operator, gameId: number): Promise<GameRow> =>
  inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, gameId, 'no key update');
    if (game.pausedAt === null) throw new DomainError('game.notPaused');
    return resume({ deps, work, by, at: deps.clock.now() }, game);
  });

/** The numbers of the games. */
export const pauseAll = (deps: Deps, by: Author | Operator, order: Order): Promise<number[]> =>
  inTransaction(deps, async (work) => {
    const running = await lockRunningGames(work.tx, deps.clock.now());
    const at = deps.clock.now();
    for (const game of running) await pause({ deps, work, by, at }, game, order);
    return running.map(({ id }) => id);
  });

/** The numbers of the games. */
export const resumeAll = (deps: Deps, by: Author | Operator): Promise<number[]> =>
  inTransaction(deps, async (work) => {
    const paused = await lockPausedGames(work.tx);
    const at = deps.clock.now();
    for (const game of paused) await resume({ deps, work, by, at }, game);
    return paused.map(({ id }) => id);
  });
