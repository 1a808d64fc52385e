import { configAdminRoutes, configRoutes } from '@vexil/contract/config-info';
import { standardSettings } from '@vexil/contract/settings';
import { auditEntries } from '@vexil/db/schema/audit';
import { configEntries } from '@vexil/db/schema/config';
import { buildAccount } from '@vexil/db/testing/account';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import product from '../../../package.json';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { getAccountPolicy, getContainerPolicy, updateSettings } from './config.service';

let test: TestApp;
let admin: Awaited<ReturnType<typeof buildAccount>>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(configEntries);
  await test.db.delete(auditEntries);
});

const standard = {
  title: 'GZ',
  slogan: 'Hack for fun not for profit',
  footerInfo: null,
  customTheme: null,
  foreignImages: 'ask',
  apiPublicKey: null,
  logoUrl: null,
  portMapping: 'Default',
  defaultLifetime: 120,
  extensionDuration: 120,
  renewalWindow: 10,
  autoDestroyOnLimitReached: false,
  version: product.version,
  commit: null,
  sourceUrl: null,
  attachmentBytesMax: 512 * 1024 ** 2,
  packageBytesMax: 512 * 1024 ** 2,
  sendsMail: false,
  licenseUrl: 'https://www.gnu.org/licenses/agpl-3.0.html',
};

describe('GET /api/config', () => {
  it('says what holds as long as nothing was set', async () => {
    expect((await test.call(configRoutes.client)).body).toEqual(standard);
  });

  it('says what was set', async () => {
    await test.db.insert(configEntries).values([
      { key: 'globalConfig.title', value: '"Spring cup"' },
      { key: 'globalConfig.footerInfo', value: '"Hall 3"' },
      { key: 'containerPolicy.defaultLifetime', value: '45' },
      { key: 'containerPolicy.autoDestroyOnLimitReached', value: 'true' },
    ]);
    const changed = { title: 'Spring cup', footerInfo: 'Hall 3', defaultLifetime: 45, autoDestroyOnLimitReached: true };
    const expected = { ...standard, ...changed };
    expect((await test.call(configRoutes.client)).body).toEqual(expected);
  });

  it('names the address that the operator set for the source', async () => {
    const sourceUrl = 'https://git.example.org/club/vexil';
    const modified = await createTestApp({ sourceUrl });
    expect((await modified.call(configRoutes.client)).body).toEqual({ ...standard, sourceUrl });
    await modified.close();
  });

  it('says that mails are sent where a mail server and the policy are set', async () => {
    const mailing = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:25' });
    expect((await mailing.call(configRoutes.client)).body).toEqual(standard);
    await mailing.db.insert(configEntries).values({ key: 'accountPolicy.emailConfirmationRequired', value: 'true' });
    expect((await mailing.call(configRoutes.client)).body).toEqual({ ...standard, sendsMail: true });
    await mailing.close();
    await test.db.insert(configEntries).values({ key: 'accountPolicy.emailConfirmationRequired', value: 'true' });
    expect((await test.call(configRoutes.client)).body).toEqual(standard);
  });

  it('passes over values that cannot be', async () => {
    await test.db.insert(configEntries).values([
      { key: 'globalConfig.title', value: 'not JSON' },
      { key: 'globalConfig.customTheme', value: '"red"' },
      { key: 'containerPolicy.defaultLifetime', value: '0' },
      { key: 'containerPolicy.renewalWindow', value: '"ten"' },
    ]);
    expect((await test.call(configRoutes.client)).body).toEqual(standard);
  });

  it('answers 304 to a client with the current copy, until it changes', async () => {
    const etag = String((await test.call(configRoutes.client)).headers.etag);
    expect(etag).toMatch(/^W\/"/);
    const headers = { 'if-none-match': `"other", ${etag}` };
    expect(await test.call(configRoutes.client, { headers })).toMatchObject({ status: 304, body: undefined });
    await test.call(configAdminRoutes.update, { as: admin, body: { globalConfig: { slogan: 'Another' } } });
    expect((await test.call(configRoutes.client, { headers })).body).toEqual({ ...standard, slogan: 'Another' });
  });
});

describe('GET and PUT /api/admin/config', () => {
  const readVersioned = async () => (await test.call(configAdminRoutes.get, { as: admin })).body;
  const read = async () => {
    const { version: _1, signInProviders: _2, ...settings } = await readVersioned();
    return settings;
  };
  const put = (payload: unknown) =>
    test.send({ method: 'PUT', url: '/api/Admin/Config', as: admin, payload: payload as object });

  it('has all sections in full, standard values included', async () => {
    expect(await read()).toEqual(standardSettings);
  });

  it('stores every member, and takes back what it gave', async () => {
    const wanted = {
      accountPolicy: {
        allowRegister: false,
        activeOnRegister: false,
        useCaptcha: true,
        emailConfirmationRequired: true,
        emailDomainList: 'example.org, example.net',
        factorRequiredOf: 'Staff',
        factorRequiredFrom: 4_000_000_000_000,
        fields: [
          {
            id: 'size',
            name: 'Size',
            kind: 'Choice' as const,
            choices: ['S', 'M'],
            required: false,
            visibility: 'Public' as const,
          },
        ],
      },
      globalConfig: {
        ...standardSettings.globalConfig,
        title: '校赛',
        slogan: '',
        description: 'd',
        footerInfo: '<b>f</b>',
        customTheme: '#12abEF',
      },
      containerPolicy: {
        autoDestroyOnLimitReached: true,
        maxExerciseContainerCountPerUser: 0,
        defaultLifetime: 7200,
        extensionDuration: 1,
        renewalWindow: 360,
      },
      containerCeilings: {
        memoryMiB: 32,
        cpuTenths: 1024,
        storageMiB: 1,
        lifetimeMinutes: 525_600,
        instancesMax: 1_000_000,
        networkModes: ['Custom' as const],
        imageRegistries: '*, registry.lan:5000/club',
        runtimes: ['runsc', 'kata'],
      },
      termsPolicy: { terms: '', privacy: '', eligibility: '' },
    };
    expect(await put(wanted)).toMatchObject({ status: 200, body: undefined });
    expect(await read()).toEqual(wanted);
    expect((await put(await readVersioned())).status).toBe(200);
    expect(await read()).toEqual(wanted);
  });

  it('leaves absent sections, absent members and members of null as they are', async () => {
    await put({ globalConfig: { title: 'Cup', footerInfo: 'Hall 3' }, containerPolicy: { defaultLifetime: 45 } });
    await put({ globalConfig: { slogan: 'New', footerInfo: null }, accountPolicy: null });
    await put({});
    const { globalConfig, containerPolicy, accountPolicy } = await read();
    expect(globalConfig).toMatchObject({ title: 'Cup', slogan: 'New', footerInfo: 'Hall 3' });
    expect(containerPolicy).toEqual({ ...standardSettings.containerPolicy, defaultLifetime: 45 });
    expect(accountPolicy).toEqual(standardSettings.accountPolicy);
    await put({ globalConfig: { footerInfo: '' } });
    expect((await read()).globalConfig.footerInfo).toBe('');
  });

  it('takes no hash of a logo', async () => {
    await put({ globalConfig: { title: 'x', logoHash: 'a'.repeat(64), faviconHash: 'a'.repeat(64) } });
    expect((await read()).globalConfig).toMatchObject({ title: 'x', logoHash: null, faviconHash: null });
  });

  it('reads names in any case and numbers as texts', async () => {
    await put({ ContainerPolicy: { DEFAULTLIFETIME: '30' } });
    expect((await read()).containerPolicy.defaultLifetime).toBe(30);
  });

  it.each([
    ['containerPolicy.defaultLifetime', 0],
    ['containerPolicy.defaultLifetime', 7201],
    ['containerPolicy.extensionDuration', 1.5],
    ['containerPolicy.renewalWindow', 361],
    ['containerPolicy.maxExerciseContainerCountPerUser', -1],
    ['containerPolicy.autoDestroyOnLimitReached', 'maybe'],
    ['accountPolicy.emailDomainList', null],
    ['accountPolicy.allowRegister', null],
    ['globalConfig.title', null],
    ['globalConfig.slogan', null],
    ['globalConfig.customTheme', 'red'],
    ['globalConfig.foreignImages', 'load'],
    ['globalConfig.title', 'x'.repeat(65)],
  ])('names %s when it is %j, and stores nothing of the rest', async (path, value) => {
    const [section = '', name = ''] = path.split('.');
    const reply = await put({ accountPolicy: { useCaptcha: true }, [section]: { [name]: value } });
    expectError(reply, 'request.invalid');
    expect((reply.body as { details: { path: string }[] }).details.map((detail) => detail.path)).toContain(path);
    expect(await read()).toEqual(standardSettings);
  });

  it('says that fields are not encrypted here', async () => {
    const reply = await put({ globalConfig: { title: 'x', apiEncryption: true } });
    expectError(reply, 'config.encryptionUnsupported');
    expect(reply.body).toMatchObject({ details: [{ path: 'globalConfig.apiEncryption' }] });
    expect((await read()).globalConfig.title).toBe('GZ');
    expect((await put({ globalConfig: { apiEncryption: false } })).status).toBe(200);
  });

  it('writes what changed to the audit log', async () => {
    await put({ globalConfig: { title: 'Cup' }, containerPolicy: { defaultLifetime: 120, renewalWindow: 5 } });
    await put({ globalConfig: { title: 'Cup' } });
    const entries = await test.db.select().from(auditEntries);
    expect(entries).toMatchObject([{ accountId: admin.id, gameId: null, action: 'config.update', target: 'config' }]);
    expect(entries[0]?.before).toEqual({ 'globalConfig.title': 'GZ', 'containerPolicy.renewalWindow': 10 });
    expect(entries[0]?.after).toEqual({ 'globalConfig.title': 'Cup', 'containerPolicy.renewalWindow': 5 });
  });

  it('keeps one whole story when fifty change settings at once', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => put({ globalConfig: { title: `Cup ${index}` } })),
    );
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    const entries = await test.db.select().from(auditEntries).orderBy(desc(auditEntries.id));
    expect(entries).toHaveLength(50);
    expect(entries[0]?.after).toEqual({ 'globalConfig.title': (await read()).globalConfig.title });
    for (const [index, { before }] of entries.entries()) {
      expect(before).toEqual(entries[index + 1]?.after ?? { 'globalConfig.title': 'GZ' });
    }
  });

  describe('on a version', () => {
    it('refuses the second save on the same one, with what is stored, and changes nothing', async () => {
      const { version } = await readVersioned();
      const theirs = { globalConfig: { title: 'Theirs' }, version };
      expect(await put(theirs)).toMatchObject({ status: 200, body: undefined });
      const mine = { globalConfig: { title: 'Mine' }, accountPolicy: { useCaptcha: true }, version };
      const refused = await put(mine);
      expectError(refused, 'request.outdated');
      const current = await readVersioned();
      expect(refused).toMatchObject({ status: 409, body: { current } });
      expect(current).toMatchObject({ globalConfig: { title: 'Theirs' }, accountPolicy: { useCaptcha: false } });
      expect((await put({ ...mine, version: current.version })).status).toBe(200);
      expect(await read()).toMatchObject({ globalConfig: { title: 'Mine' }, accountPolicy: { useCaptcha: true } });
    });

    it('shows in the refusal nothing but the settings', async () => {
      await test.db.insert(configEntries).values([
        { key: 'mailText.VerifyEmail.en-US', value: '{"subject":"hidden words","text":null,"version":1}' },
        { key: 'globalConfig.privateKey', value: '"hidden key"' },
      ]);
      const { version } = await readVersioned();
      await put({ globalConfig: { title: 'Theirs' }, version });
      const { body } = await put({ globalConfig: { title: 'Mine' }, version });
      expect((body as { current: unknown }).current).toEqual(await readVersioned());
      expect(JSON.stringify(body)).not.toContain('hidden');
    });

    it('lets one of fifty through', async () => {
      const { version } = await readVersioned();
      const saves = await Promise.all(
        Array.from({ length: 50 }, (_, at) => put({ globalConfig: { title: `Cup ${at}` }, version })),
      );
      expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(saves.filter(({ status }) => status === 409)).toHaveLength(49);
      expect(await test.db.select().from(auditEntries)).toHaveLength(1);
    });

    it('changes with each member that can be set', async () => {
      const changes: Record<keyof typeof standardSettings, object> = {
        accountPolicy: {
          allowRegister: false,
          activeOnRegister: false,
          useCaptcha: true,
          emailConfirmationRequired: true,
          emailDomainList: 'example.org',
          factorRequiredFrom: 4_000_000_000_000,
          factorRequiredOf: 'Staff',
          fields: [{ id: 'size', name: 'Size', kind: 'Text' }],
        },
        globalConfig: {
          title: 'Cup',
          slogan: 's',
          description: 'd',
          footerInfo: 'f',
          customTheme: '#123456',
          foreignImages: 'refuse',
        },
        containerPolicy: {
          autoDestroyOnLimitReached: true,
          maxExerciseContainerCountPerUser: 2,
          defaultLifetime: 1,
          extensionDuration: 1,
          renewalWindow: 1,
        },
        containerCeilings: {
          memoryMiB: 32,
          cpuTenths: 1,
          storageMiB: 1,
          lifetimeMinutes: 1,
          instancesMax: 1,
          networkModes: ['Open'],
          imageRegistries: 'registry.lan:5000',
          runtimes: ['runsc'],
        },
        // Set, they ask the administrator first: terms.routes.test.ts.
        termsPolicy: {},
      };
      const single = Object.entries(changes).flatMap(([section, members]) =>
        Object.entries(members).map(([name, value]) => ({ [section]: { [name]: value } })),
      );
      const versions = [(await readVersioned()).version];
      for (const change of single) {
        await put({ ...change, version: versions.at(-1) });
        versions.push((await readVersioned()).version);
      }
      expect(new Set(versions).size).toBe(28);
    });

    it('does not change with a picture, nor with a save of what is stored', async () => {
      const { version, ...settings } = await readVersioned();
      await test.db.insert(configEntries).values({ key: 'globalConfig.logoHash', value: '""' });
      expect((await put({ ...settings, version })).status).toBe(200);
      expect((await readVersioned()).version).toBe(version);
    });

    it('is not checked without one', async () => {
      for (const change of [{}, { version: null }, {}]) {
        expect((await put({ globalConfig: { title: 'Cup' }, ...change })).status).toBe(200);
      }
    });

    it('leaves it out of what is stored and of the audit log', async () => {
      await put({ globalConfig: { title: 'Cup' }, version: (await readVersioned()).version });
      const stored = await test.db.select().from(configEntries);
      expect(stored.map(({ key }) => key)).toEqual(['globalConfig.title']);
      const [entry] = await test.db.select().from(auditEntries);
      expect(Object.keys(entry?.after ?? {})).toEqual(['globalConfig.title']);
    });
  });

  it('stores a change even while Redis is away', async () => {
    const gone = { publish: () => Promise.reject(new Error('Redis is away')) } as never;
    const by = { accountId: admin.id, ip: null };
    await updateSettings({ ...test.deps, redis: gone }, by, { globalConfig: { title: 'Stored' } });
    expect((await read()).globalConfig.title).toBe('Stored');
  });

  it('is for administrators', async () => {
    const others = [];
    for (const role of ['Banned', 'User', 'Monitor'] as const) others.push(await buildAccount(test.db, { role }));
    for (const method of ['GET', 'PUT'] as const) {
      const call = { method, url: '/api/admin/config', payload: { globalConfig: { title: 'Mine' } } };
      expectError(await test.send(call), 'account.unauthenticated');
      for (const as of others) expect((await test.send({ ...call, as })).status).toBe(403);
    }
    expect(await read()).toEqual(standardSettings);
  });
});

describe('policies', () => {
  it('have the standard of the wire format', async () => {
    expect(await getAccountPolicy(test.deps)).toEqual(standardSettings.accountPolicy);
    expect(await getContainerPolicy(test.deps)).toEqual(standardSettings.containerPolicy);
  });
});

describe('POST /api/admin/config/testmail', () => {
  it('says why no mail can be sent, and writes it down', async () => {
    const body = { to: 'operator@ctf.test' };
    const unset = await test.call(configAdminRoutes.testMail, { as: admin, body });
    expect(unset.body).toEqual({ problem: 'notConfigured', answer: null });
    const mailing = await createTestApp({ smtpUrl: 'smtp://127.0.0.1:1' });
    const as = await buildAccount(mailing.db, { role: 'Admin' });
    const idle = await mailing.call(configAdminRoutes.testMail, { as, body });
    expect(idle.body).toEqual({ problem: 'noWorker', answer: null });
    await mailing.close();
    const entries = await test.db.select().from(auditEntries);
    expect(entries).toMatchObject([{ action: 'config.testMail', after: { to: body.to, problem: 'notConfigured' } }]);
  });
});
