import { configAdminRoutes } from '@vexil/contract/config-info';
import type { PackageChallengeText } from '@vexil/contract/package';
import { planRoutes as routes } from '@vexil/contract/plan';
import type { AccountRow } from '@vexil/db/schema/account';
import { engineImages, engines } from '@vexil/db/schema/container';
import type { GameRow } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

describe('the images of a plan', () => {
  let test: TestApp;
  let admin: AccountRow;
  let game: GameRow;
  beforeAll(async () => {
    test = await createTestApp({ containerEngine: 'docker' });
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.db.delete(engines);
    game = await buildGame(test.db);
  });

  const described = (
    title: string,
    image: string,
    vexil: PackageChallengeText['vexil'] = {},
    type: PackageChallengeText['type'] = 'DynamicContainer',
  ) => ({
    key: title.toLowerCase(),
    path: `${title}/challenge.yml`,
    challenge: {
      title,
      enabled: type === 'DynamicContainer',
      type,
      container: { image },
      flags: { template: 'flag{[TEAM_HASH]}' },
      vexil,
    },
  });
  const companions = [{ name: 'db', image: 'vexil/db:1', environment: {}, memoryMiB: 64, cpuTenths: 1 }];
  const planOf = async (entries: ReturnType<typeof described>[], values: object = {}) => {
    const body = { challenges: entries, ...values };
    const reply = await test.call(routes.create, { as: admin, params: { id: game.id }, body });
    expect(reply.status).toBe(200);
    return reply.body;
  };
  const imagesOf = async (planId: string) =>
    (await test.call(routes.images, { as: admin, params: { id: game.id, planId } })).body;
  const states = async (planId: string) => (await imagesOf(planId)).map(({ image, state }) => [image, state]);
  const addEngine = (...names: string[]) =>
    test.db.insert(engines).values(names.map((name) => ({ name, kind: 'docker' as const, state: 'active' as const })));
  const allow = async (imageRegistries: string) => {
    const body = { containerCeilings: { imageRegistries } };
    expect((await test.call(configAdminRoutes.update, { as: admin, body })).status).toBe(200);
  };
  const rows = () => test.db.select().from(engineImages).orderBy(asc(engineImages.engine), asc(engineImages.image));

  it('are asked for on every engine, with companions and solver, and shown by challenge', async () => {
    await addEngine('a', 'b');
    const solver = { image: 'vexil/solver:1', script: 'x', timeoutSeconds: 60 };
    const kettle = described('Kettle', 'vexil/main:1', { solver, containerOptions: { companions } });
    const { id } = await planOf([kettle, described('Lamp', 'vexil/main:1')]);
    const one = { key: 'kettle', state: 'waiting', reason: null };
    expect(await imagesOf(id)).toEqual([
      { ...one, field: 'containerImage', image: 'vexil/main:1' },
      { ...one, field: 'containerOptions', image: 'vexil/db:1' },
      { ...one, field: 'solver', image: 'vexil/solver:1' },
      { ...one, key: 'lamp', field: 'containerImage', image: 'vexil/main:1' },
    ]);
    expect((await rows()).map(({ engine, image, state }) => [engine, image, state])).toEqual(
      ['a', 'b'].flatMap((engine) =>
        ['vexil/db:1', 'vexil/main:1', 'vexil/solver:1'].map((image) => [engine, image, 'pulling']),
      ),
    );
    await test.db.update(engineImages).set({ state: 'present' });
    const failed = { state: 'failed', error: 'imageMissing' } as const;
    await test.db.update(engineImages).set(failed).where(eq(engineImages.image, 'vexil/db:1'));
    expect((await imagesOf(id))[1]).toMatchObject({
      state: 'failed',
      reason: 'The registry has no image vexil/db:1.',
    });
    expect((await states(id)).filter(([, state]) => state === 'present')).toHaveLength(3);
    // The next plan tries again what has failed, and nothing else.
    await planOf([kettle]);
    expect((await rows()).map(({ state }) => state).sort()).toEqual([
      ...Array(4).fill('present'),
      ...Array(2).fill('pulling'),
    ]);
  });

  it('are pulled anew where they were built anew, and a failure then counts though an old one is kept', async () => {
    await addEngine('a');
    const kettle = described('Kettle', 'vexil/main:1');
    await planOf([kettle]);
    await test.db.update(engineImages).set({ state: 'present', error: 'imageDenied' });
    expect(await states((await planOf([kettle])).id)).toEqual([['vexil/main:1', 'present']]);
    await test.db.update(engineImages).set({ state: 'present', error: null });
    const { id } = await planOf([kettle], { rebuilt: ['vexil/main:1', 'other/image:1'] });
    expect(await rows()).toMatchObject([{ image: 'vexil/main:1', state: 'present', percent: 0 }]);
    expect(await states(id)).toEqual([['vexil/main:1', 'waiting']]);
    await test.db.update(engineImages).set({ percent: null, error: 'imageDenied' });
    expect(await states(id)).toEqual([['vexil/main:1', 'failed']]);
  });

  it('of what cannot be applied are not asked for: other registries, and names that are none', async () => {
    await addEngine('a');
    await allow('registry.example.org/{gameid}');
    const images = ['127.0.0.1:5000/x:1', 'registry.example.org/999999/x:1', '-x', `${'x'.repeat(300)}:1`];
    const { changes, id } = await planOf([
      ...images.map((image, index) => described(`Task ${index}`, image)),
      described('Fine', `registry.example.org/${game.id}/x:1`),
    ]);
    expect(changes.map(({ problem }) => problem?.code.startsWith('challenge.image') ?? false)).toEqual([
      ...images.map(() => true),
      false,
    ]);
    expect(await states(id)).toEqual([[`registry.example.org/${game.id}/x:1`, 'waiting']]);
    expect(await rows()).toHaveLength(1);
    await allow('');
  });

  it('are unknown without an engine, and none where the challenge starts nothing', async () => {
    const { id } = await planOf([
      described('Kettle', 'vexil/main:1'),
      described('File', 'vexil/main:1', {}, 'StaticAttachment'),
    ]);
    expect(await states(id)).toEqual([['vexil/main:1', 'unknown']]);
    const { config } = test.deps;
    await addEngine('a');
    config.containerEngine = 'none';
    const other = await planOf([described('Kettle', 'vexil/other:1')]);
    expect(await states(other.id)).toEqual([['vexil/other:1', 'unknown']]);
    expect(await rows()).toEqual([]);
    config.containerEngine = 'docker';
  });

  it('are asked for once by fifty plans at once, and are many', async () => {
    await addEngine('a', 'b');
    const many = Array.from({ length: 250 }, (_, index) => described(`Task ${index}`, `vexil/main:${index}`));
    await planOf(many);
    expect(await rows()).toHaveLength(500);
    const plans = await Promise.all(Array.from({ length: 50 }, () => planOf([described('Kettle', 'vexil/own:1')])));
    expect(plans).toHaveLength(50);
    expect((await rows()).filter(({ image }) => image === 'vexil/own:1')).toHaveLength(2);
  });

  it('are of a plan of this game that there is, and of texts that fit', async () => {
    const { id } = await planOf([described('Kettle', 'vexil/main:1')]);
    const other = await buildGame(test.db);
    expectError(await test.call(routes.images, { as: admin, params: { id: other.id, planId: id } }), 'plan.notFound');
    for (const rebuilt of [['x'.repeat(513)], Array(2001).fill('x'), [1], 'x']) {
      const body = { challenges: [], rebuilt: rebuilt as string[] };
      expectError(await test.call(routes.create, { as: admin, params: { id: game.id }, body }), 'request.invalid');
    }
  });
});
