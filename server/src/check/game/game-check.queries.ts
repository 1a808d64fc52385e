import { invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { challenges, flags } from '@vexil/db/schema/challenge';
import { games } from '@vexil/db/schema/game';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { teamChallenges } from '@vexil/db/schema/submission';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { and, asc, eq, sql } from 'drizzle-orm';

/** Breaks `gameConstraints.checkOnce` while another copy of the game is there. */
export async function markCopy(tx: Tx, copyId: number, gameId: number): Promise<void> {
  await tx.update(games).set({ checkOf: gameId }).where(eq(games.id, copyId));
}

/** Without the messages and notices that follow when an organiser enables them. */
export async function enableCopied(tx: Tx, copyId: number) {
  const { id, title, type } = challenges;
  const rows = await tx
    .update(challenges)
    .set({ isEnabled: true })
    .where(eq(challenges.gameId, copyId))
    .returning({ id, title, type });
  return rows.sort((one, other) => one.id - other.id);
}

interface NewPlayer {
  name: string;
  gameId: number;
  tokenOf: (teamId: number) => string;
  inviteToken: string;
}

/** No password and no address that could receive mail. */
const unusable = '!';

export async function insertPlayer(
  tx: Tx,
  { name, gameId, tokenOf, inviteToken }: NewPlayer,
): Promise<{ accountId: string; teamId: number; participationId: number }> {
  const [account] = await tx
    .insert(accounts)
    .values({ userName: name, email: `${name}@check.invalid`, emailConfirmed: true, passwordHash: unusable })
    .returning();
  invariant(account, 'An inserted account is returned.');
  const accountId = account.id;
  const [team] = await tx.insert(teams).values({ name, inviteToken, captainId: accountId }).returning();
  invariant(team, 'An inserted team is returned.');
  const teamId = team.id;
  await tx.insert(teamMembers).values({ teamId, accountId });
  const [participation] = await tx
    .insert(participations)
    .values({ gameId, teamId, status: 'Accepted', token: tokenOf(teamId) })
    .returning();
  invariant(participation, 'An inserted participation is returned.');
  await tx.insert(participationMembers).values({ gameId, accountId, participationId: participation.id });
  return { accountId, teamId, participationId: participation.id };
}

/** A right answer, sealed: the team's own flag, else one of the challenge. */
export async function findFlagSealed(
  db: Executor,
  { participationId, challengeId }: { participationId: number; challengeId: number },
): Promise<string | undefined> {
  const [own] = await db
    .select({ generated: teamChallenges.flagSealed, drawn: flags.sealed })
    .from(teamChallenges)
    .leftJoin(flags, eq(flags.id, teamChallenges.flagId))
    .where(and(eq(teamChallenges.participationId, participationId), eq(teamChallenges.challengeId, challengeId)));
  const sealed = own?.generated ?? own?.drawn;
  if (sealed) return sealed;
  const [first] = await db
    .select()
    .from(flags)
    .where(and(eq(flags.challengeId, challengeId), eq(flags.isCanary, false)))
    .orderBy(asc(flags.id))
    .limit(1);
  return first?.exampleSealed ?? first?.sealed;
}

export interface GameFile {
  hash: string;
  sizeBytes: number;
  /** Of the challenge. */
  title: string;
}

/** Attachments of enabled challenges, those of teams included. */
export async function listFilesOfGame(db: Executor, gameId: number): Promise<GameFile[]> {
  const rows = await db.execute<{ hash: string; size: string; title: string }>(sql`
    select distinct f.hash, f.size_bytes as size, c.title from (
      select id, title, attachment_id from challenges where game_id = ${gameId} and is_enabled
      union all
      select c.id, c.title, l.attachment_id from challenges c join flags l on l.challenge_id = c.id
      where c.game_id = ${gameId} and c.is_enabled
    ) c join attachments a on a.id = c.attachment_id or a.first_id = c.attachment_id join files f on f.hash = a.file_hash
    order by c.title, f.hash`);
  return rows.map(({ hash, size, title }) => ({ hash, sizeBytes: Number(size), title }));
}

export interface GameFlag {
  challengeId: number;
  title: string;
  hash: string;
  sealed: string;
}

/** Of enabled challenges. */
export const listFlagsOfGame = (db: Executor, gameId: number): Promise<GameFlag[]> =>
  db
    .select({ challengeId: challenges.id, title: challenges.title, hash: flags.hash, sealed: flags.sealed })
    .from(flags)
    .innerJoin(challenges, eq(challenges.id, flags.challengeId))
    .where(and(eq(challenges.gameId, gameId), challenges.isEnabled))
    .orderBy(asc(flags.id));
