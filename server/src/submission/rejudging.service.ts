import { DomainError } from '@vexil/contract/errors';
import { rejudgingJobs, type rejudgingRoutes } from '@vexil/contract/rejudging';
import type { BodyOf } from '@vexil/contract/route';
import {
  deleteVerdicts,
  digestFlags,
  digestPairs,
  listSolveChanges,
  updateRejudging,
} from '@vexil/data/rejudging/rejudging.queries';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { GameRow } from '@vexil/db/schema/game';
import type { RejudgingRow } from '@vexil/db/schema/rejudging';
import type { Deps } from '@vexil/http/deps';
import { judgeAgain } from '@vexil/runtime/judge-again';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { insertActivity } from '../activity/activity.service';
import { type Author, audit } from '../audit/audit.service';
import { getGame, lockGame } from '../game/game.service';
import { announceBloodMoves } from './rejudging.bloods';
import {
  findOpenAuthor,
  findParticipationId,
  getRejudging,
  hasOtherRelease,
  insertRejudging,
  type ListedRejudging,
  listRejudgedSubmissions,
  listRejudgedTeams,
  listRejudgings,
  lockRejudgedChallenges,
  lockRejudging,
  type RejudgingId,
  readTeamEffects,
  requireChallenge,
  storeNewVerdicts,
  storeSolveChanges,
} from './rejudging.queries';

type Page = { count: number; skip: number };

export async function readRejudgings(deps: Deps, gameId: number, page: Page) {
  await getGame(deps.db, gameId);
  return listRejudgings(deps.db, gameId, page);
}

export async function readRejudging(deps: Deps, id: RejudgingId): Promise<ListedRejudging> {
  await getGame(deps.db, id.gameId);
  return getRejudging(deps.db, id);
}

export async function readRejudgedSubmissions(deps: Deps, id: RejudgingId, page: Page) {
  await readRejudging(deps, id);
  return listRejudgedSubmissions(deps.db, id.rejudgingId, page);
}

export async function readRejudgedTeams(deps: Deps, id: RejudgingId, { count, skip }: Page) {
  await readRejudging(deps, id);
  const teams = await readTeamEffects(deps.db, id.rejudgingId);
  return { rows: teams.slice(skip, skip + count), total: teams.length };
}

/** What a draft of this challenge alone would change, by the flags of now. */
export async function countRejudged(deps: Deps, { gameId, challengeId }: { gameId: number; challengeId: number }) {
  await requireChallenge(deps.db, gameId, challengeId);
  const scope = { gameId, challengeId, participationId: null, fromAt: null, untilAt: null };
  const { changes, kept } = await judgeAgain(deps, scope, false);
  return { changedCount: changes.length, keptCount: kept };
}

/** Throws `rejudging.open` where the game has a draft already. */
export async function createRejudging(
  deps: Deps,
  by: Author,
  gameId: number,
  { reason, challengeId = null, teamId, from, to, takeBack: takesBack }: BodyOf<typeof rejudgingRoutes.create>,
  at: Date,
): Promise<ListedRejudging> {
  return inTransaction(deps, async (work) => {
    // Drafts of one game are made one after the other, so the second names the author of the first.
    const game = await lockGame(work.tx, gameId, 'no key update');
    if (at < game.startAt) throw new DomainError('game.notStarted');
    const author = await findOpenAuthor(work.tx, gameId);
    if (author !== undefined) throw new DomainError('rejudging.open', { params: { name: author ?? '' } });
    if (challengeId !== null) await requireChallenge(work.tx, gameId, challengeId);
    const participationId = teamId == null ? null : await findParticipationId(work.tx, gameId, teamId);
    const [fromAt, untilAt] = [from, to].map((time) => (time == null ? null : new Date(time)));
    const scope = { gameId, challengeId, participationId, fromAt, untilAt };
    const { id } = await insertRejudging(work.tx, {
      ...scope,
      reason,
      takesBack,
      accountId: by.accountId,
      createdAt: at,
    });
    const after = { reason, challengeId, teamId, from, to, takesBack };
    await audit(work.tx, { by, gameId, action: 'rejudging.create', target: `rejudging:${id}`, after });
    work.job(rejudgingJobs.compute, { rejudgingId: id });
    return getRejudging(work.tx, { gameId, rejudgingId: id });
  });
}

/** Discarding twice is discarding once. Throws `rejudging.applied`. */
export function deleteRejudging(deps: Deps, by: Author, id: RejudgingId, at: Date): Promise<void> {
  return inTransaction(deps, async ({ tx }) => {
    await lockGame(tx, id.gameId);
    const { state, reason } = await lockRejudging(tx, id);
    if (state === 'Discarded') return;
    if (state === 'Applied') throw new DomainError('rejudging.applied');
    await deleteVerdicts(tx, id.rejudgingId);
    await updateRejudging(tx, id.rejudgingId, {
      state: 'Discarded',
      closedAt: at,
      closedById: by.accountId,
      teams: null,
    });
    const target = `rejudging:${id.rejudgingId}`;
    await audit(tx, { by, gameId: id.gameId, action: 'rejudging.delete', target, before: { reason } });
  });
}

/** Applying twice is applying once. Throws `rejudging.notReady`, `rejudging.outdated` and `rejudging.earlierProcess`. */
export async function applyRejudging(deps: Deps, by: Author, id: RejudgingId, at: Date): Promise<ListedRejudging> {
  const isOutdated = await inTransaction(deps, async (work) => {
    const { tx } = work;
    const game = await lockGame(tx, id.gameId, 'no key update');
    const draft = await lockRejudging(tx, id);
    if (draft.state === 'Applied') return false;
    if (draft.state !== 'Ready') throw new DomainError('rejudging.notReady');
    if (await hasOtherRelease(tx)) throw new DomainError('rejudging.earlierProcess');
    const challenges = await lockRejudgedChallenges(tx, draft.id);
    if (`${await digestFlags(tx, draft)}${await digestPairs(tx, draft.id)}` !== draft.digest) {
      await updateRejudging(tx, draft.id, { state: 'Outdated' });
      work.job(rejudgingJobs.compute, { rejudgingId: draft.id });
      return true;
    }
    const changes = await listSolveChanges(tx, draft.id);
    const store = async () => {
      await storeNewVerdicts(tx, draft, at);
      await storeSolveChanges(tx, game.id, changes, at);
    };
    await announceBloodMoves(deps, work, { game, challenges, reason: draft.reason, at }, store);
    await updateRejudging(tx, draft.id, { state: 'Applied', closedAt: at, closedById: by.accountId });
    await announce(work, { by, game, draft, challengeIds: challenges.map((one) => one.id), at });
    if (changes.length > 0) work.scoreboards([game.id], { factAt: at.getTime() });
    return false;
  });
  if (isOutdated) throw new DomainError('rejudging.outdated');
  return getRejudging(deps.db, id);
}

const refetchWithinMs = 5_000;

/** Teams learn it at once, monitors with the next look; a freeze keeps it from all others. */
async function announce(
  work: Work,
  what: { by: Author; game: GameRow; draft: RejudgingRow; challengeIds: readonly number[]; at: Date },
): Promise<void> {
  const { by, game, draft, challengeIds, at } = what;
  const { id, reason, effect } = draft;
  const gameId = game.id;
  const changed = effect?.changed ?? 0;
  const after = { reason, submissions: changed, kept: effect?.kept };
  await audit(work.tx, { by, gameId, action: 'rejudging.apply', target: `rejudging:${id}`, after });
  for (const challengeId of challengeIds) {
    const target = `challenge:${challengeId}`;
    await audit(work.tx, { by, gameId, action: 'challenge.rejudge', target, after: { reason, rejudgingId: id } });
  }
  const teams = await listRejudgedTeams(work.tx, id);
  const activityId = await insertActivity(work.tx, {
    ...{ gameId, type: 'Normal', values: [`⚖ ${changed}`, reason], accountId: by.accountId, happenedAt: at },
  });
  work.event(`monitor:${gameId}`, 'ReceivedGameEvent', { ids: [activityId] });
  work.event(`monitor:${gameId}`, 'Refetch', { withinMs: refetchWithinMs });
  for (const { participationId, challengeIds } of teams) {
    work.event(`participation:${participationId}`, 'Rejudged', { gameId, id, reason, challengeIds });
  }
  const data = { rejudgingId: id, reason, submissions: changed, teams: teams.length, challengeIds };
  await storeWebhookFacts(work.tx, [{ kind: 'Rejudged', gameId, isPublic: false, happenedAt: at, data }]);
}
