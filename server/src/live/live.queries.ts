import type { AccountPolicy } from '@vexil/contract/settings';
import type { Executor } from '@vexil/db';
import type { OwnField } from '@vexil/db/enums/own-field';
import { accounts, apiTokens, sessions } from '@vexil/db/schema/account';
import { consents } from '@vexil/db/schema/consent';
import { factors } from '@vexil/db/schema/factor';
import { gameStaff, games } from '@vexil/db/schema/game';
import { gameTokens } from '@vexil/db/schema/game-token';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { teamMembers } from '@vexil/db/schema/team';
import { lacksFields, shownFieldValues } from '@vexil/rules/own-field.rules';
import { and, eq, exists, gt, inArray, isNull, ne, notExists, or, type SQL } from 'drizzle-orm';
import { isValidToken } from '../play/caller.queries';
import { type AccessFacts, type ConnectionRequest, pairKey } from './live.policy';

/** What a session has to fulfil; else it counts as none, as for calls. */
interface Demands {
  required: AccountPolicy['factorRequiredOf'];
  /** The hash of the text to accept. */
  terms: string | null;
  fields: readonly OwnField[];
}

/** Permissions of all these connections, with one statement per table. */
export async function loadAccessFacts(
  db: Executor,
  asked: readonly ConnectionRequest[],
  { now, required, terms, fields }: Demands & { now: Date },
): Promise<AccessFacts> {
  const gameIds = [...new Set(asked.flatMap(({ gameId }) => gameId ?? []))];
  const hashes = [...new Set(asked.flatMap(({ sessionHash }) => sessionHash ?? []))];
  const accountIds = [...new Set(asked.flatMap(({ accountId }) => accountId ?? []))];
  const [gameRows, sessionRows, tokenRows, staffRows, memberRows, acceptedRows] = await Promise.all([
    gameIds.length === 0
      ? []
      : db
          .select({ id: games.id, hidden: games.hidden, boardVisibility: games.boardVisibility })
          .from(games)
          .where(inArray(games.id, gameIds)),
    hashes.length === 0
      ? []
      : db
          .select({ hash: sessions.tokenHash, role: accounts.role, values: accounts.fields })
          .from(sessions)
          .innerJoin(accounts, eq(accounts.id, sessions.accountId))
          .where(
            and(
              inArray(sessions.tokenHash, hashes),
              gt(sessions.expiresAt, now),
              hasRequiredFactor(db, required),
              hasAccepted(db, terms),
            ),
          ),
    listTokens(db, asked, now),
    listStaff(db, asked),
    gameIds.length === 0 || accountIds.length === 0
      ? []
      : db
          .select()
          .from(participationMembers)
          .where(
            and(inArray(participationMembers.gameId, gameIds), inArray(participationMembers.accountId, accountIds)),
          ),
    gameIds.length === 0 || accountIds.length === 0 ? [] : listAccepted(db, gameIds, accountIds),
  ]);
  return {
    games: new Map(gameRows.map(({ id, ...game }) => [id, game])),
    roles: new Map(
      sessionRows
        .filter(({ values }) => !lacksFields(fields, shownFieldValues(fields, values)))
        .map(({ hash, role }) => [hash, role]),
    ),
    tokens: new Map(tokenRows.map(({ hash, role, scopes }) => [hash, { role, scopes }])),
    staff: new Set(staffRows.map(({ gameId, accountId }) => pairKey(gameId, accountId))),
    participations: new Map(
      memberRows.map(({ gameId, accountId, participationId }) => [pairKey(gameId, accountId), participationId]),
    ),
    accepted: new Set(acceptedRows.map(({ gameId, accountId }) => pairKey(gameId, accountId))),
  };
}

/** As `factorDueOf` has it: a session without a factor that is required of its account counts as none. */
function hasRequiredFactor(db: Executor, required: AccountPolicy['factorRequiredOf']): SQL | undefined {
  if (required === 'None') return undefined;
  const own = db.select({ id: factors.id }).from(factors).where(eq(factors.accountId, accounts.id));
  const staff = db.select({ id: gameStaff.gameId }).from(gameStaff).where(eq(gameStaff.accountId, accounts.id));
  const isFree = required === 'Admins' ? ne(accounts.role, 'Admin') : and(eq(accounts.role, 'User'), notExists(staff));
  return or(isFree, exists(own));
}

/** As with factors: until the terms that stand are accepted, a session counts as none. Plan: consents_platform_key. */
function hasAccepted(db: Executor, hash: string | null): SQL | undefined {
  if (hash === null) return undefined;
  const isOwn = and(eq(consents.accountId, accounts.id), eq(consents.hash, hash), isNull(consents.gameId));
  return exists(db.select({ id: consents.id }).from(consents).where(isOwn));
}

const listAccepted = (db: Executor, gameIds: number[], accountIds: string[]) =>
  db
    .select({ gameId: games.id, accountId: teamMembers.accountId })
    .from(games)
    .innerJoin(participations, eq(participations.gameId, games.id))
    .innerJoin(teamMembers, eq(teamMembers.teamId, participations.teamId))
    .where(
      and(
        or(eq(games.hidden, true), eq(games.boardVisibility, 'Participants')),
        inArray(games.id, gameIds),
        eq(participations.status, 'Accepted'),
        inArray(teamMembers.accountId, accountIds),
      ),
    );

async function listTokens(db: Executor, asked: readonly ConnectionRequest[], now: Date) {
  const hashes = [...new Set(asked.flatMap(({ tokenHash }) => tokenHash ?? []))];
  if (hashes.length === 0) return [];
  return db
    .select({ hash: apiTokens.tokenHash, role: accounts.role, scopes: apiTokens.scopes })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.creatorId))
    .leftJoin(gameTokens, eq(gameTokens.tokenId, apiTokens.id))
    .where(and(isValidToken(inArray(apiTokens.tokenHash, hashes), now), isNull(gameTokens.gameId)));
}

async function listStaff(db: Executor, asked: readonly ConnectionRequest[]) {
  const gameIds = [...new Set(asked.flatMap(({ gameId }) => gameId ?? []))];
  const accountIds = [...new Set(asked.flatMap(({ accountId }) => accountId ?? []))];
  if (gameIds.length === 0 || accountIds.length === 0) return [];
  return db
    .select({ gameId: gameStaff.gameId, accountId: gameStaff.accountId })
    .from(gameStaff)
    .where(and(inArray(gameStaff.gameId, gameIds), inArray(gameStaff.accountId, accountIds)));
}
