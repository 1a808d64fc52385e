import { awardsMax } from '@vexil/contract/award.limits';
import { DomainError, invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { type AwardRow, awards, type NewAwardRow } from '@vexil/db/schema/award';
import { challenges } from '@vexil/db/schema/challenge';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, count, desc, eq, isNull, type SQL, sum } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';

const reversers = alias(accounts, 'reversers');

const selectAwards = (db: Executor, filter: SQL | undefined) =>
  db
    .select({
      award: awards,
      teamId: teams.id,
      teamName: teams.name,
      userName: accounts.userName,
      reversedBy: reversers.userName,
      challengeTitle: challenges.title,
    })
    .from(awards)
    .innerJoin(participations, eq(participations.id, awards.participationId))
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .leftJoin(challenges, eq(challenges.id, awards.challengeId))
    .leftJoin(accounts, eq(accounts.id, awards.accountId))
    .leftJoin(reversers, eq(reversers.id, awards.reversedById))
    .where(filter);

export type ListedAward = Awaited<ReturnType<typeof selectAwards>>[number];

export async function listAwards(
  db: Executor,
  gameId: number,
  page: { count: number; skip: number },
): Promise<{ rows: ListedAward[]; total: number }> {
  const ofGame = eq(awards.gameId, gameId);
  const [rows, [total]] = await Promise.all([
    selectAwards(db, ofGame).orderBy(desc(awards.id)).limit(page.count).offset(page.skip),
    db.select({ value: count() }).from(awards).where(ofGame),
  ]);
  return { rows, total: total?.value ?? 0 };
}

export async function getListedAward(db: Executor, id: number): Promise<ListedAward> {
  const [row] = await selectAwards(db, eq(awards.id, id));
  invariant(row, 'A stored award is listed.');
  return row;
}

export async function findAwardBySender(tx: Tx, gameId: number, externalId: string): Promise<AwardRow | undefined> {
  const [row] = await tx
    .select()
    .from(awards)
    .where(and(eq(awards.gameId, gameId), eq(awards.externalId, externalId)));
  return row;
}

export async function lockAward(tx: Tx, gameId: number, awardId: number): Promise<AwardRow> {
  const [row] = await tx
    .select()
    .from(awards)
    .where(and(eq(awards.id, awardId), eq(awards.gameId, gameId)))
    .for('no key update');
  if (!row) throw new DomainError('award.notFound');
  return row;
}

/** Throws `award.teamNotAccepted`; the status stays until the transaction ends. */
export async function lockAwardedTeam(tx: Tx, gameId: number, teamId: number) {
  const [row] = await tx
    .select({ participationId: participations.id, name: teams.name, status: participations.status })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .where(and(eq(participations.gameId, gameId), eq(participations.teamId, teamId)))
    .for('share', { of: participations });
  if (row?.status !== 'Accepted') throw new DomainError('award.teamNotAccepted', { field: 'teamId' });
  return row;
}

/** The team's awards stay as they are until the transaction ends. Throws `participation.notAccepted`. */
export async function lockAwardsOf(tx: Tx, participationId: number) {
  const [row] = await tx
    .select({ status: participations.status, name: teams.name })
    .from(participations)
    .innerJoin(teams, eq(teams.id, participations.teamId))
    .where(eq(participations.id, participationId))
    .for('no key update', { of: participations });
  if (row?.status !== 'Accepted') throw new DomainError('participation.notAccepted');
  const [found] = await tx
    .select({ points: sum(awards.points).mapWith(Number) })
    .from(awards)
    .where(and(eq(awards.participationId, participationId), isNull(awards.reversedAt)));
  return { name: row.name, points: found?.points ?? 0 };
}

type OfHint = Pick<AwardRow, 'participationId'> & { challengeId: number; hintId: number };

/** Also one that was taken back: what was read stays read. */
export async function hasTaken(tx: Tx, { participationId, challengeId, hintId }: OfHint): Promise<boolean> {
  const isOfTeam = eq(awards.participationId, participationId);
  const isHint = and(eq(awards.challengeId, challengeId), eq(awards.hintId, hintId));
  return (await tx.$count(awards, and(isOfTeam, isHint))) > 0;
}

export async function storeAward(tx: Tx, values: NewAwardRow): Promise<AwardRow> {
  const [row] = await tx.insert(awards).values(values).returning();
  invariant(row, 'An inserted award is returned.');
  return row;
}

/** Of a game that the transaction has locked. Throws `award.tooMany`. */
export async function insertAward(tx: Tx, values: NewAwardRow): Promise<AwardRow> {
  const [counted] = await tx
    .select({ value: count() })
    .from(awards)
    .where(and(eq(awards.gameId, values.gameId), isNull(awards.reversedAt), isNull(awards.hintId)));
  if ((counted?.value ?? 0) >= awardsMax) throw new DomainError('award.tooMany', { params: { limit: awardsMax } });
  return storeAward(tx, values);
}

export async function reverseAward(tx: Tx, id: number, reversedById: string, reversedAt: Date): Promise<void> {
  await tx.update(awards).set({ reversedAt, reversedById }).where(eq(awards.id, id));
}
