import { isAtLeast } from '@vexil/db/enums/account';
import { violatedConstraint } from '@vexil/db/errors';
import { type GameRow, gameConstraints, type NewGameRow } from '@vexil/db/schema/game';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { storeUploadedImage } from '../asset/image.service';
import { type Author, audit } from '../audit/audit.service';
import { containerJobs } from '../contract/container';
import { DomainError, invariant } from '../contract/errors';
import { type GameCreateBody, type GameUpdateBody, gameEditRoutes } from '../contract/game';
import { normaliseBloodBonus } from '../contract/score.rules';
import { scoreboardJobs } from '../contract/scoreboard';
import { withdrawBoard } from '../contract/scoreboard.store';
import { addJob, type Deps, inTransaction, publish } from '../deps';
import type { Actor } from '../plugins/auth';
import { createGameKeys, gameHashSalt } from './game.keys';
import {
  deleteGameRow,
  findGameLocked,
  insertGame,
  listAllGames,
  listGamesOfOrganiser,
  updateGameRow,
} from './game.queries';
import { getGame } from './game.service';

type GameChange = z.output<typeof GameUpdateBody>;

/** Members that are absent stay undefined, which an UPDATE leaves alone. */
function readChange({ start, end, writeupDeadline, bloodBonus, inviteCode, ...same }: GameChange) {
  return {
    ...same,
    inviteCode: inviteCode?.trim() === '' ? null : inviteCode,
    startAt: start === undefined ? undefined : new Date(start),
    endAt: end === undefined ? undefined : new Date(end),
    writeupDeadline: writeupDeadline === undefined ? undefined : new Date(writeupDeadline),
    bloodBonus: bloodBonus === undefined ? undefined : normaliseBloodBonus(bloodBonus),
  };
}

async function storePeriod(change: GameChange, store: () => Promise<GameRow>): Promise<GameRow> {
  try {
    return await store();
  } catch (error) {
    if (violatedConstraint(error) !== gameConstraints.period) throw error;
    throw new DomainError('game.endBeforeStart', { field: change.end === undefined ? 'start' : 'end', cause: error });
  }
}

export function createGame(deps: Deps, by: Author, body: z.output<typeof GameCreateBody>): Promise<GameRow> {
  return inTransaction(deps, async (tx) => {
    const endAt = new Date(body.end);
    const values = { ...readChange(body), title: body.title, startAt: new Date(body.start), endAt };
    const keys = createGameKeys(deps);
    const game = await storePeriod(body, () =>
      insertGame(tx, { ...values, ...keys, writeupDeadline: values.writeupDeadline ?? endAt } satisfies NewGameRow),
    );
    await audit(tx, { by, gameId: game.id, action: 'game.create', target: `game:${game.id}`, after: game });
    return game;
  });
}

/** Administrators edit every game, others those they organise. */
export const readEditableGames = (deps: Deps, actor: Actor, page: { count: number; skip: number }) =>
  isAtLeast(actor.role, 'Admin') ? listAllGames(deps.db, page) : listGamesOfOrganiser(deps.db, actor.id, page);

/** Sets only what the caller sent, so that two organisers who change different fields both keep theirs. */
function changeGame(deps: Deps, by: Author, gameId: number, values: Partial<NewGameRow>): Promise<GameRow> {
  return inTransaction(deps, async (tx, afterCommit) => {
    const before = await findGameLocked(tx, gameId, 'no key update');
    if (!before) throw new DomainError('game.notFound');
    const game = await updateGameRow(tx, gameId, values);
    await audit(tx, { by, gameId, action: 'game.update', target: `game:${gameId}`, before, after: game });
    afterCommit(() => publish(deps, `game:${gameId}`, 'GameChanged', { gameId }));
    afterCommit(() => addJob(deps, scoreboardJobs.advance, { gameId }));
    return game;
  });
}

export const updateGame = (deps: Deps, by: Author, gameId: number, change: GameChange): Promise<GameRow> =>
  storePeriod(change, () => changeGame(deps, by, gameId, readChange(change)));

/** Its containers end with their rows: the reconciler removes what no row wants. */
export function deleteGame(deps: Deps, by: Author, gameId: number): Promise<void> {
  return inTransaction(deps, async (tx, afterCommit) => {
    const before = await findGameLocked(tx, gameId, 'update');
    if (!before) throw new DomainError('game.notFound');
    await deleteGameRow(tx, gameId);
    await audit(tx, { by, gameId, action: 'game.delete', target: `game:${gameId}`, before });
    afterCommit(() => withdrawBoard(deps.redis, deps.keyPrefix, gameId));
    // A worker that read the facts before may publish them still; the job then takes that board away as well.
    afterCommit(() => addJob(deps, scoreboardJobs.advance, { gameId }));
    afterCommit(() => addJob(deps, containerJobs.reconcile, {}));
    afterCommit(() => publish(deps, `game:${gameId}`, 'GameChanged', { gameId }));
  });
}

/** The former poster's file stays for the sweep; the reply is the url of the new one. */
export async function replacePoster(deps: Deps, by: Author, gameId: number, request: FastifyRequest): Promise<string> {
  const { upload } = gameEditRoutes.poster;
  invariant(upload, 'a poster is uploaded');
  await getGame(deps.db, gameId);
  const { hash, url } = await storeUploadedImage(deps, request, upload, { name: 'poster' });
  await changeGame(deps, by, gameId, { posterHash: hash });
  return url;
}

export async function readHashSalt(deps: Deps, gameId: number): Promise<string> {
  return gameHashSalt(deps, await getGame(deps.db, gameId));
}

/** A game that does not exist has no board to recompute, which is no mistake of the caller's. */
export async function flushScoreboard(deps: Deps, gameId: number): Promise<void> {
  await addJob(deps, scoreboardJobs.advance, { gameId });
}

/** The older name of the same, which does tell a game that does not exist. */
export async function updateAccepted(deps: Deps, gameId: number): Promise<void> {
  await getGame(deps.db, gameId);
  await flushScoreboard(deps, gameId);
}
