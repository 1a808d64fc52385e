import type { AccountRow } from '@vexil/db/schema/account';
import { containers } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import type { Config } from '@vexil/runtime/config';
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';

let test: TestApp;
afterEach(() => test.close());

/** A server with these settings, a team with a container challenge, and an administrator. */
async function build(config: Partial<Config>) {
  test = await createTestApp({ containerEngine: 'docker', ...config });
  const { id: gameId } = await buildGame(test.db);
  const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer', containerImage: 'x:1' });
  const { captain } = await buildParticipation(test.db, { gameId });
  const admin = await buildAccount(test.db, { role: 'Admin' });
  return { gameId, challengeId: challenge.id, captain, admin };
}

/** Starts a container as the worker does. */
async function startLikeAWorker(kind: 'Team' | 'Test'): Promise<void> {
  const rows = () => test.db.select().from(containers).where(eq(containers.kind, kind));
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 30_000, interval: 10 });
  await test.db.update(containers).set({ state: 'running', publicPort: 30_001 }).where(eq(containers.kind, kind));
}

const read = async (url: string, as: AccountRow, host: string) =>
  JSON.stringify((await test.send({ url, as, headers: { host } })).body);

describe('the host of an entry', () => {
  it("is the host of the reader's own request", async () => {
    const { gameId, challengeId, captain, admin } = await build({});
    const headers = { host: 'evil.example' };
    const own = `/api/game/${gameId}/container/${challengeId}`;
    const edit = `/api/edit/games/${gameId}/challenges/${challengeId}`;
    const [started] = await Promise.all([
      test.send({ method: 'POST', url: own, as: captain, headers }),
      startLikeAWorker('Team'),
    ]);
    expect(started).toMatchObject({ status: 200, body: { entry: 'evil.example:30001' } });
    const [tested] = await Promise.all([
      test.send({ method: 'POST', url: `${edit}/container`, as: admin, headers }),
      startLikeAWorker('Test'),
    ]);
    expect(tested).toMatchObject({ status: 200, body: { entry: 'evil.example:30001' } });
    for (const row of await test.db.select().from(containers)) expect(row.publicHost).toBeNull();
    for (const [url, as] of [
      [`/api/game/${gameId}/container`, captain],
      [`/api/game/${gameId}/challenges/${challengeId}`, captain],
      [edit, admin],
      ['/api/admin/instances', admin],
    ] as const) {
      const text = await read(url, as, 'ctf.example:8080');
      expect(text).toMatch(/ctf\.example:30001|"ip":"ctf\.example","port":30001/);
      expect(text).not.toContain('evil');
    }
  });

  it.each([
    [{ containerPublicHost: 'play.example.net', publicUrl: 'https://ctf.example.org' }, 'play.example.net:30001'],
    [{ publicUrl: 'https://ctf.example.org:8443' }, 'ctf.example.org:30001'],
    [{ containerPublicHost: '2001:db8::1' }, '[2001:db8::1]:30001'],
  ])('is the one that the settings %j name', async (config, entry) => {
    const { gameId, challengeId, captain } = await build(config);
    const url = `/api/game/${gameId}/container/${challengeId}`;
    const [started] = await Promise.all([
      test.send({ method: 'POST', url, as: captain, headers: { host: 'evil.example' } }),
      startLikeAWorker('Team'),
    ]);
    expect(started).toMatchObject({ status: 200, body: { entry } });
    expect(await read(`/api/game/${gameId}/challenges/${challengeId}`, captain, 'evil.example')).toContain(entry);
  });
});
