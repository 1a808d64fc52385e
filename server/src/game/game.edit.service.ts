import { isDeepStrictEqual } from 'node:util';
import { customCategoriesMax } from '@vexil/contract/category.limits';
import { containerJobs } from '@vexil/contract/container';
import { DomainError, invariant } from '@vexil/contract/errors';
import { type GameCreateBody, type GameUpdateBody, gameEditRoutes } from '@vexil/contract/game';
import { gameSubject } from '@vexil/contract/live';
import { noticeJobs } from '@vexil/contract/notice';
import { isUnset } from '@vexil/contract/wire';
import { deleteMemberFields } from '@vexil/data/account/own-field.queries';
import type { Tx } from '@vexil/db';
import { isAtLeast } from '@vexil/db/enums/account';
import type { CustomCategory } from '@vexil/db/enums/challenge';
import { violatedConstraint } from '@vexil/db/errors';
import { type GameRow, gameConstraints, type NewGameRow } from '@vexil/db/schema/game';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { numberCategories } from '@vexil/rules/category.rules';
import { changedFreeze, shownFreeze } from '@vexil/rules/game-freeze.rules';
import { removedFields } from '@vexil/rules/own-field.rules';
import { normaliseBloodBonus } from '@vexil/rules/score.rules';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { refuseExposed } from '@vexil/runtime/own-fields';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { storeUploadedImage } from '../asset/image.service';
import { type Author, audit, type Operator } from '../audit/audit.service';
import { requireVersion } from '../audit/outdated';
import { createGameKeys, gameHashSalt } from './game.keys';
import {
  changeCustomCategory,
  countTeams,
  deleteGameRow,
  findGameLocked,
  insertGame,
  listAllGames,
  listGamesOfOrganiser,
  updateGameRow,
} from './game.queries';
import { getGame } from './game.service';

type GameChange = z.output<typeof GameUpdateBody>;

/** Named in a refusal. */
const titlesMax = 5;

const readFreezeTime = (freezeTime: number | null | undefined) =>
  typeof freezeTime === 'number' ? (isUnset(freezeTime) ? null : new Date(freezeTime)) : freezeTime;

/** An id that the game does not have is of another game, or gone. */
function readCategories(stored: readonly CustomCategory[], sent: NonNullable<GameChange['customCategories']>) {
  if (sent.length > customCategoriesMax) throw new DomainError('request.invalid', { field: 'customCategories' });
  const unknown = sent.findIndex(({ id }) => id !== undefined && !stored.some((one) => one.id === id));
  if (unknown >= 0) throw new DomainError('request.invalid', { field: `customCategories.${unknown}.id` });
  return numberCategories(stored, sent);
}

function readChange(
  {
    version: _,
    start,
    end,
    writeupDeadline,
    bloodBonus,
    inviteCode,
    freezeTime,
    customCategories,
    ...same
  }: GameChange,
  stored: readonly CustomCategory[] = [],
) {
  return {
    ...same,
    customCategories: customCategories && readCategories(stored, customCategories),
    inviteCode: inviteCode?.trim() === '' ? null : inviteCode,
    startAt: start === undefined ? undefined : new Date(start),
    endAt: end === undefined ? undefined : new Date(end),
    writeupDeadline: writeupDeadline === undefined || isUnset(writeupDeadline) ? undefined : new Date(writeupDeadline),
    bloodBonus: bloodBonus === undefined ? undefined : normaliseBloodBonus(bloodBonus),
    freezeAt: readFreezeTime(freezeTime),
  };
}

async function withPeriodError(change: GameChange, store: () => Promise<GameRow>): Promise<GameRow> {
  try {
    return await store();
  } catch (error) {
    if (violatedConstraint(error) !== gameConstraints.period) throw error;
    throw new DomainError('game.endBeforeStart', { field: change.end === undefined ? 'start' : 'end', cause: error });
  }
}

/** Checked on the locked row: two concurrent changes of different times could each be valid alone. */
function checkFreeze(game: GameRow): void {
  const { startAt, endAt } = game;
  const freezeAt = shownFreeze(game);
  if (freezeAt === null || (freezeAt >= startAt && freezeAt <= endAt)) return;
  throw new DomainError('game.freezeOutside', { field: 'freezeTime' });
}

export async function storeGame(
  deps: Deps,
  tx: Tx,
  by: Author,
  body: Omit<z.output<typeof GameCreateBody>, 'divisions'>,
): Promise<GameRow> {
  const endAt = new Date(body.end);
  const values = { ...readChange(body), title: body.title, startAt: new Date(body.start), endAt };
  const keys = createGameKeys(deps);
  const game = await withPeriodError(body, () =>
    insertGame(tx, { ...values, ...keys, writeupDeadline: values.writeupDeadline ?? endAt } satisfies NewGameRow),
  );
  checkFreeze(game);
  await audit(tx, { by, gameId: game.id, action: 'game.create', target: `game:${game.id}`, after: game });
  return game;
}

export const readEditableGames = (deps: Deps, actor: Actor, page: { count: number; skip: number }) =>
  isAtLeast(actor.role, 'Admin') ? listAllGames(deps.db, page) : listGamesOfOrganiser(deps.db, actor.id, page);

/** Sets only the sent members, so that two organisers who change different ones both keep theirs. */
function changeGame(
  deps: Deps,
  by: Author | Operator,
  gameId: number,
  valuesOf: (before: GameRow) => Partial<NewGameRow>,
  version?: number | null,
): Promise<GameRow> {
  return inTransaction(deps, async (work) => {
    const before = await findGameLocked(work.tx, gameId, 'no key update');
    if (!before) throw new DomainError('game.notFound');
    requireVersion(before, version);
    return storeChange(work, by, before, valuesOf(before));
  });
}

/** Challenges follow a category that got another name or look; one that any of them has stays in the list. */
async function changeCategories(work: Work, before: GameRow, { id: gameId, customCategories }: GameRow): Promise<void> {
  for (const old of before.customCategories) {
    const now = customCategories.find(({ id }) => id === old.id);
    if (isDeepStrictEqual(old, now)) continue;
    const titles = await changeCustomCategory(work.tx, gameId, { id: old.id, now });
    if (titles.length === 0) continue;
    if (!now) {
      const params = { name: old.name, challenges: titles.slice(0, titlesMax).join(', ') };
      throw new DomainError('game.categoryUsed', { field: 'customCategories', params });
    }
    work.event(`game:${gameId}`, 'ChallengesChanged', { gameId, challengeIds: [] });
  }
}

async function storeChange(
  work: Work,
  by: Author | Operator,
  before: GameRow,
  { freezeAt, ...values }: Partial<NewGameRow>,
): Promise<GameRow> {
  const gameId = before.id;
  const game = await updateGameRow(work.tx, gameId, { ...values, ...changedFreeze(before, freezeAt) });
  checkFreeze(game);
  if (game.individual !== before.individual && (await countTeams(work.tx, gameId)) > 0)
    throw new DomainError('game.hasTeams', { field: 'individual' });
  await changeCategories(work, before, game);
  refuseExposed(before.fields, game.fields, 'fields');
  await deleteMemberFields(work.tx, gameId, removedFields(before.fields, game.fields));
  await audit(work.tx, { by, gameId, action: 'game.update', target: `game:${gameId}`, before, after: game });
  await publishGameChange(work, before, game);
  return game;
}

/** Of a game that the transaction has locked with `no key update`. */
export const changeGameIn = (work: Work, by: Author, before: GameRow, change: GameChange): Promise<GameRow> =>
  withPeriodError(change, () => storeChange(work, by, before, readChange(change, before.customCategories)));

/** What a pause changes of a game that the transaction has locked. */
export async function moveGame(work: Work, before: GameRow, values: Partial<NewGameRow>): Promise<GameRow> {
  const game = await updateGameRow(work.tx, before.id, values);
  await publishGameChange(work, before, game);
  return game;
}

async function publishGameChange(work: Work, before: GameRow, game: GameRow): Promise<void> {
  const gameId = game.id;
  // Published first: clients fetch the game by the messages below.
  work.changes('games', `game:${gameId}`);
  if ((game.hidden && !before.hidden) || game.boardVisibility !== before.boardVisibility) {
    work.accessChanged([gameSubject(gameId)]);
  }
  work.event(`game:${gameId}`, 'GameChanged', { gameId });
  const freezeChanged = before.freezeAt?.getTime() !== game.freezeAt?.getTime();
  // Bloods withheld by the freeze may be announced now.
  if (freezeChanged) work.job(noticeJobs.announce, { gameId });
  work.scoreboards([gameId], { freezeChanged });
}

/** The freeze time stays, so the ceremony can be repeated. */
export function unfreezeGame(deps: Deps, by: Author | Operator, gameId: number, at: Date): Promise<GameRow> {
  return inTransaction(deps, async (work) => {
    const before = await findGameLocked(work.tx, gameId, 'no key update');
    if (!before) throw new DomainError('game.notFound');
    if (frozenSince(before, at) === null) return before;
    const game = await updateGameRow(work.tx, gameId, {
      freezeAt: null,
      revealedFreezeAt: before.freezeAt,
      revealedAt: at,
    });
    await audit(work.tx, { by, gameId, action: 'game.unfreeze', target: `game:${gameId}`, before, after: game });
    await publishGameChange(work, before, game);
    return game;
  });
}

export const updateGame = (deps: Deps, by: Author | Operator, gameId: number, change: GameChange): Promise<GameRow> =>
  withPeriodError(change, () =>
    changeGame(deps, by, gameId, ({ customCategories }) => readChange(change, customCategories), change.version),
  );

/** The reconciler stops containers whose rows are gone. */
export function deleteGame(deps: Deps, by: Author, gameId: number): Promise<void> {
  return inTransaction(deps, async (work) => {
    const before = await findGameLocked(work.tx, gameId, 'update');
    if (!before) throw new DomainError('game.notFound');
    await deleteGameRow(work.tx, gameId);
    await audit(work.tx, { by, gameId, action: 'game.delete', target: `game:${gameId}`, before });
    work.changes('games', `game:${gameId}`, `notices:${gameId}`);
    work.job(containerJobs.reconcile, {});
    work.event(`game:${gameId}`, 'GameChanged', { gameId });
  });
}

export async function replacePoster(deps: Deps, by: Author, gameId: number, request: FastifyRequest): Promise<string> {
  const { upload } = gameEditRoutes.poster;
  invariant(upload, 'The route declares an upload.');
  await getGame(deps.db, gameId);
  const { hash, url } = await storeUploadedImage(deps, request, upload, { name: 'poster' });
  await changeGame(deps, by, gameId, () => ({ posterHash: hash }));
  return url;
}

export async function readHashSalt(deps: Deps, gameId: number): Promise<string> {
  return gameHashSalt(deps, await getGame(deps.db, gameId));
}

export async function flushScoreboard(deps: Deps, gameId: number): Promise<void> {
  await inTransaction(deps, async (work) => work.scoreboards([gameId]));
}

/** Older name of `flushScoreboard`; throws `game.notFound`. */
export async function updateAccepted(deps: Deps, gameId: number): Promise<void> {
  await getGame(deps.db, gameId);
  await flushScoreboard(deps, gameId);
}
