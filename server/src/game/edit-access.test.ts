import { auditRoutes } from '@vexil/contract/audit';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import { healthRoutes } from '@vexil/contract/health';
import { noticeEditRoutes } from '@vexil/contract/notice';
import { packageRoutes } from '@vexil/contract/package';
import type { Route } from '@vexil/contract/route';
import type { AccountRow } from '@vexil/db/schema/account';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';

const routes: Route[] = [
  gameEditRoutes,
  challengeEditRoutes,
  flagRoutes,
  divisionRoutes,
  noticeEditRoutes,
  packageRoutes,
  healthRoutes,
  { audit: auditRoutes.game },
].flatMap((group) => Object.values(group) as Route[]);
const ofOrganisers = routes.filter(({ access }) => access === 'organiser');

describe('the calls of organisers', () => {
  let test: TestApp;
  let people: Record<string, AccountRow>;
  let gameId: number;
  beforeAll(async () => {
    test = await createTestApp();
    const { db } = test;
    gameId = (await buildGame(db)).id;
    const otherId = (await buildGame(db)).id;
    people = {
      banned: await buildAccount(db, { role: 'Banned' }),
      'a user': await buildAccount(db),
      'a monitor': await buildAccount(db, { role: 'Monitor' }),
      'an observer': await buildAccount(db),
      'an organiser of another game': await buildAccount(db),
      'a banned organiser': await buildAccount(db, { role: 'Banned' }),
      'an organiser': await buildAccount(db),
      'an administrator': await buildAccount(db, { role: 'Admin' }),
    };
    const place = (who: string, role: 'organiser' | 'observer', id = gameId) => ({
      gameId: id,
      accountId: people[who]?.id ?? '',
      role,
    });
    await db
      .insert(gameStaff)
      .values([
        place('an observer', 'observer'),
        place('an organiser of another game', 'organiser', otherId),
        place('a banned organiser', 'organiser'),
        place('an organiser', 'organiser'),
      ]);
  });
  afterAll(() => test.close());

  // Without a body, an allowed call fails before it changes anything.
  const call = (route: Route, who: string | null) => {
    const url = route.path.replace(':id', String(gameId)).replace(/:[A-Za-z]+/g, '0');
    const as = who === null ? {} : { as: people[who] as AccountRow };
    return test.send({ method: route.method, url, ...as });
  };

  it('are all edit calls except searching challenges, listing, creating, copying and importing games, and events', () => {
    const others = routes.filter(({ access }) => access !== 'organiser').map(({ method, path }) => `${method} ${path}`);
    expect(others.sort()).toEqual([
      'GET /api/admin/imports/:importId',
      'GET /api/edit/challenges',
      'GET /api/edit/games',
      'POST /api/admin/imports',
      'POST /api/edit/games',
      'POST /api/edit/games/:id/copy',
      'POST /api/edit/games/import',
    ]);
  });

  it.each(ofOrganisers.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s',
    async (_name, route) => {
      expect((await call(route, null)).body).toMatchObject({ status: 401, code: 'account.unauthenticated' });
      for (const who of ['banned', 'a banned organiser']) {
        expect((await call(route, who)).body, who).toMatchObject({ status: 403, code: 'account.banned' });
      }
      for (const who of ['a user', 'a monitor', 'an observer', 'an organiser of another game']) {
        expect((await call(route, who)).body, who).toMatchObject({ status: 403, code: 'account.forbidden' });
      }
      // Deleting the game would succeed without a body.
      if (route === gameEditRoutes.delete) return;
      for (const who of ['an organiser', 'an administrator']) {
        const { status } = await call(route, who);
        expect([401, 403, 500], who).not.toContain(status);
      }
    },
  );

  it('let an organiser delete their game', async () => {
    expect((await call(gameEditRoutes.delete, 'an organiser')).status).toBe(200);
  });
});
