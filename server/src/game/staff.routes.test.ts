import { gameEditRoutes as routes } from '@vexil/contract/game';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { gameStaff } from '@vexil/db/schema/game';
import { participationMembers } from '@vexil/db/schema/participation';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { inTransaction } from '@vexil/runtime/transaction';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { requireNotStaff } from './staff.service';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

describe('the staff of a game', () => {
  it('is added, changed, listed and removed', async () => {
    const game = await buildGame(test.db);
    const person = await buildAccount(test.db);
    const params = { id: game.id, userId: person.id };
    const named = await test.call(routes.setStaff, { as: admin, params, body: { role: 'observer' } });
    expect(named.body).toEqual({ userId: person.id, userName: person.userName, avatar: null, role: 'observer' });
    await test.call(routes.setStaff, { as: admin, params, body: { role: 'organiser' } });
    const listed = await test.call(routes.staff, { as: person, params: { id: game.id } });
    expect(listed.body).toEqual([{ ...named.body, role: 'organiser' }]);
    expect((await test.call(routes.removeStaff, { as: admin, params })).status).toBe(200);
    expectError(await test.call(routes.staff, { as: person, params: { id: game.id } }), 'account.forbidden');
    expectError(await test.call(routes.removeStaff, { as: admin, params }), 'game.staffNotFound');
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.gameId, game.id))
      .orderBy(auditEntries.id);
    expect(entries.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'game.setStaff', before: null, after: { role: 'observer' } },
      { action: 'game.setStaff', before: { role: 'observer' }, after: { role: 'organiser' } },
      { action: 'game.removeStaff', before: { role: 'organiser' }, after: null },
    ]);
  });

  it('refuses unknown accounts and players', async () => {
    const { captain, participation } = await buildParticipation(test.db, { status: 'Rejected' });
    const body = { role: 'organiser' as const };
    const player = { id: participation.gameId, userId: captain.id };
    expectError(await test.call(routes.setStaff, { as: admin, params: player, body }), 'game.staffIsPlayer');
    const unknown = { id: participation.gameId, userId: '01890a5d-ac96-774b-bcce-b302099a8057' };
    expectError(await test.call(routes.setStaff, { as: admin, params: unknown, body }), 'account.notFound');
    const nowhere = { id: 987654, userId: captain.id };
    expectError(await test.call(routes.setStaff, { as: admin, params: nowhere, body }), 'game.notFound');
  });

  it('and its players are disjoint under concurrency', async () => {
    const { participation } = await buildParticipation(test.db);
    const { gameId, id: participationId } = participation;
    const people = await Promise.all(Array.from({ length: 50 }, () => buildAccount(test.db)));
    await test.signIn(admin);
    await Promise.all(
      people.flatMap(({ id: accountId }) => [
        test.call(routes.setStaff, {
          as: admin,
          params: { id: gameId, userId: accountId },
          body: { role: 'observer' },
        }),
        inTransaction(test.deps, async ({ tx }) => {
          await requireNotStaff(tx, gameId, accountId);
          await tx.insert(participationMembers).values({ gameId, accountId, participationId });
        }).catch((error: { code: string }) => expect(error.code).toBe('participation.isStaff')),
      ]),
    );
    const staff = await test.db.select().from(gameStaff).where(eq(gameStaff.gameId, gameId));
    const both = await test.db
      .select()
      .from(participationMembers)
      .innerJoin(
        gameStaff,
        and(eq(gameStaff.gameId, participationMembers.gameId), eq(gameStaff.accountId, participationMembers.accountId)),
      );
    expect(both).toEqual([]);
    const players = await test.db.select().from(participationMembers).where(eq(participationMembers.gameId, gameId));
    // The captain is a player already; each of the fifty has exactly one role.
    expect(staff.length + players.length).toBe(51);
  });
});
