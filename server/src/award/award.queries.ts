import { awardsMax } from '@vexil/contract/award.limits';
import { DomainError, invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { activities, type NewActivityRow } from '@vexil/db/schema/activity';
import { type AwardRow, awards, type NewAwardRow } from '@vexil/db/schema/award';
import { participations } from '@vexil/db/schema/participation';
import { teams } from '@vexil/db/schema/team';
import { and, count, desc, eq, isNull, type SQL } from 'drizzle-orm';
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
    })
    .from(awards)
    .innerJoin(participations, eq(participations.id, awards.participationId))
    .innerJoin(teams, eq(teams.id, participations.teamId))
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

/** Of a game that the transaction has locked. Throws `award.tooMany`. */
export async function insertAward(tx: Tx, values: NewAwardRow): Promise<AwardRow> {
  const [counted] = await tx
    .select({ value: count() })
    .from(awards)
    .where(and(eq(awards.gameId, values.gameId), isNull(awards.reversedAt)));
  if ((counted?.value ?? 0) >= awardsMax) throw new DomainError('award.tooMany', { params: { limit: awardsMax } });
  const [row] = await tx.insert(awards).values(values).returning();
  invariant(row, 'An inserted award is returned.');
  return row;
}

export async function reverseAward(tx: Tx, id: number, reversedById: string, reversedAt: Date): Promise<void> {
  await tx.update(awards).set({ reversedAt, reversedById }).where(eq(awards.id, id));
}

export async function insertActivity(tx: Tx, values: NewActivityRow): Promise<number> {
  const [row] = await tx.insert(activities).values(values).returning({ id: activities.id });
  invariant(row, 'An inserted event is returned.');
  return row.id;
}
