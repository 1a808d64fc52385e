import type { awardRoutes } from '@vexil/contract/award';
import { DomainError } from '@vexil/contract/errors';
import type { BodyOf } from '@vexil/contract/route';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { AwardRow } from '@vexil/db/schema/award';
import type { GameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { awardTime, signedPoints } from '@vexil/rules/award.rules';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { getGame, lockGame } from '../game/game.service';
import {
  findAwardBySender,
  getListedAward,
  insertActivity,
  insertAward,
  type ListedAward,
  listAwards,
  lockAward,
  lockAwardedTeam,
  reverseAward,
} from './award.queries';

export async function readAwards(
  deps: Deps,
  gameId: number,
  page: { count: number; skip: number },
): Promise<{ rows: ListedAward[]; total: number }> {
  await getGame(deps.db, gameId);
  return listAwards(deps.db, gameId, page);
}

/** Board, event, webhooks and the team itself; a freeze keeps it from all but staff and the team. */
async function announce(
  work: Work,
  { by, game, award, team, at }: { by: Author; game: GameRow; award: AwardRow; team: string; at: Date },
): Promise<void> {
  const { id, gameId, participationId, points, reason, label } = award;
  const reversed = award.reversedAt !== null;
  work.scoreboards([gameId], { factAt: at.getTime() });
  const activityId = await insertActivity(work.tx, {
    gameId,
    type: 'Normal',
    values: [`${reversed ? '↺ ' : ''}${signedPoints(points)}`, reason, ...(label ? [label] : [])],
    participationId,
    accountId: by.accountId,
    happenedAt: at,
  });
  work.event(`monitor:${gameId}`, 'ReceivedGameEvent', { ids: [activityId] });
  work.event(`participation:${participationId}`, 'AwardChanged', { gameId, id, points, reason, label, reversed });
  const isPublic = game.freezeAt === null || at <= game.freezeAt;
  const data = { team, participationId, awardId: id, points, reason, label, reversed };
  await storeWebhookFacts(work.tx, [{ kind: 'Award', gameId, isPublic, happenedAt: at, data }]);
}

/** One `externalId` makes one award. */
export function createAward(
  deps: Deps,
  by: Author,
  gameId: number,
  body: BodyOf<typeof awardRoutes.create>,
  at: Date,
): Promise<ListedAward> {
  const { teamId, points, reason, label = null, externalId = null } = body;
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, gameId, 'no key update');
    const known = externalId && (await findAwardBySender(work.tx, gameId, externalId));
    if (known) return getListedAward(work.tx, known.id);
    const [start, end] = [game.startAt.getTime(), game.endAt.getTime()];
    if (at < game.startAt) throw new DomainError('game.notStarted');
    const time = awardTime({ start, end }, body.at, at.getTime());
    if (time === null) throw new DomainError('award.timeOutside', { field: 'at' });
    const { participationId, name } = await lockAwardedTeam(work.tx, gameId, teamId);
    const award = await insertAward(work.tx, {
      ...{ gameId, participationId, points, reason, label, externalId },
      awardedAt: new Date(time),
      accountId: by.accountId,
      createdAt: at,
    });
    const after = { teamId, points, reason, label, at: time, externalId };
    await audit(work.tx, { by, gameId, action: 'award.create', target: `award:${award.id}`, after });
    await announce(work, { by, game, award, team: name, at });
    return getListedAward(work.tx, award.id);
  });
}

/** Taking back twice is taking back once. */
export function deleteAward(
  deps: Deps,
  by: Author,
  { gameId, awardId }: { gameId: number; awardId: number },
  at: Date,
): Promise<void> {
  return inTransaction(deps, async (work) => {
    const game = await lockGame(work.tx, gameId, 'no key update');
    const award = await lockAward(work.tx, gameId, awardId);
    if (award.reversedAt !== null) return;
    await reverseAward(work.tx, awardId, by.accountId, at);
    const { teamId, teamName } = await getListedAward(work.tx, awardId);
    const { points, reason, label } = award;
    const before = { teamId, points, reason, label };
    await audit(work.tx, { by, gameId, action: 'award.delete', target: `award:${awardId}`, before });
    await announce(work, { by, game, award: { ...award, reversedAt: at }, team: teamName, at });
  });
}
