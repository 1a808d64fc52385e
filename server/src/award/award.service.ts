import type { awardRoutes } from '@vexil/contract/award';
import { hintReason } from '@vexil/contract/award.limits';
import { DomainError } from '@vexil/contract/errors';
import type { BodyOf } from '@vexil/contract/route';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { Hint } from '@vexil/db/enums/challenge';
import type { AwardRow } from '@vexil/db/schema/award';
import type { GameRow } from '@vexil/db/schema/game';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { awardTime, signedPoints } from '@vexil/rules/award.rules';
import { gameNow } from '@vexil/rules/pause.rules';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { insertActivity } from '../activity/activity.service';
import { type Author, audit } from '../audit/audit.service';
import { getGame, lockGame } from '../game/game.service';
import {
  findAwardBySender,
  getListedAward,
  hasTaken,
  insertAward,
  type ListedAward,
  listAwards,
  lockAward,
  lockAwardedTeam,
  lockAwardsOf,
  reverseAward,
  storeAward,
} from './award.queries';

export async function readAwards(
  deps: Deps,
  gameId: number,
  page: { count: number; skip: number },
): Promise<{ rows: ListedAward[]; total: number }> {
  await getGame(deps.db, gameId);
  return listAwards(deps.db, gameId, page);
}

interface Announcement {
  by: Pick<Author, 'accountId'>;
  isPublic: boolean;
  award: AwardRow;
  team: string;
  at: Date;
  /** What a freeze compares: during a pause it has not come, however late it is. */
  factAt?: Date;
}

/** Board, event, webhooks and the team itself; a freeze keeps it from all but staff and the team. */
async function announce(work: Work, { by, isPublic, award, team, at, factAt = at }: Announcement): Promise<void> {
  const { id, gameId, participationId, points, reason, label, challengeId } = award;
  const reversed = award.reversedAt !== null;
  work.scoreboards([gameId], { factAt: factAt.getTime() });
  const activityId = await insertActivity(work.tx, {
    gameId,
    type: 'Normal',
    values: [`${reversed ? '↺ ' : ''}${signedPoints(points)}`, reason, ...(label ? [label] : [])],
    participationId,
    accountId: by.accountId,
    happenedAt: at,
  });
  work.event(`monitor:${gameId}`, 'ReceivedGameEvent', { ids: [activityId] });
  work.event(`participation:${participationId}`, 'AwardChanged', {
    ...{ gameId, id, points, reason, label, challengeId, reversed },
  });
  const data = { team, participationId, awardId: id, points, reason, label, reversed };
  await storeWebhookFacts(work.tx, [{ kind: 'Award', gameId, isPublic, happenedAt: at, data }]);
}

const isPublic = ({ freezeAt }: GameRow, at: Date) => freezeAt === null || at <= freezeAt;

interface HintCharge {
  actor: Pick<Actor, 'id'>;
  player: { id: number; gameId: number };
  challengeId: number;
  hint: Pick<Hint, 'id' | 'cost'>;
  /** What the team's awards may not sum up to less than. */
  floor: number;
  at: Date;
}

/** Once per team and hint, and announced to no player of another team. Throws `challenge.hintTooExpensive`. */
export async function chargeHint(
  work: Work,
  { actor, player, challengeId, hint, floor, at }: HintCharge,
): Promise<void> {
  const { id: participationId, gameId } = player;
  const { name, points } = await lockAwardsOf(work.tx, participationId);
  if (await hasTaken(work.tx, { participationId, challengeId, hintId: hint.id })) return;
  if (points - hint.cost < floor) throw new DomainError('challenge.hintTooExpensive');
  const award = await storeAward(work.tx, {
    ...{ gameId, participationId, challengeId, hintId: hint.id },
    points: -hint.cost,
    // Not the challenge's title, which would outlive it on the board.
    reason: hintReason,
    awardedAt: at,
    accountId: actor.id,
    createdAt: at,
  });
  await announce(work, { by: { accountId: actor.id }, isPublic: false, award, team: name, at });
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
    const start = game.startAt.getTime();
    const end = game.pausedAt === null ? game.endAt.getTime() : at.getTime();
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
    const factAt = gameNow(game, at);
    await announce(work, { by, isPublic: isPublic(game, factAt), award, team: name, at, factAt });
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
    const factAt = gameNow(game, at);
    const before = { teamId, points, reason, label };
    await audit(work.tx, { by, gameId, action: 'award.delete', target: `award:${awardId}`, before });
    await announce(work, {
      ...{ by, award: { ...award, reversedAt: at }, team: teamName, at, factAt },
      isPublic: award.hintId === null && isPublic(game, factAt),
    });
  });
}
