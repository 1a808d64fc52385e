import { configEntries } from '@vexil/db/schema/config';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { configRoutes } from '../contract/config-info';
import { getAccountPolicy, getContainerPolicy } from './config.service';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(configEntries);
});

const standard = {
  title: 'GZ',
  slogan: 'Hack for fun not for profit',
  footerInfo: null,
  customTheme: null,
  apiPublicKey: null,
  logoUrl: null,
  portMapping: 'Default',
  defaultLifetime: 120,
  extensionDuration: 120,
  renewalWindow: 10,
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
    ]);
    const expected = { ...standard, title: 'Spring cup', footerInfo: 'Hall 3', defaultLifetime: 45 };
    expect((await test.call(configRoutes.client)).body).toEqual(expected);
  });

  it('passes over values that cannot be', async () => {
    await test.db.insert(configEntries).values([
      { key: 'globalConfig.title', value: 'not JSON' },
      { key: 'containerPolicy.defaultLifetime', value: '0' },
      { key: 'containerPolicy.renewalWindow', value: '"ten"' },
    ]);
    expect((await test.call(configRoutes.client)).body).toEqual(standard);
  });
});

describe('policies', () => {
  it('have the standard of the wire format', async () => {
    expect(await getAccountPolicy(test.deps)).toEqual({
      allowRegister: true,
      activeOnRegister: true,
      useCaptcha: false,
      emailConfirmationRequired: false,
      emailDomainList: '',
    });
    expect(await getContainerPolicy(test.deps)).toEqual({
      autoDestroyOnLimitReached: false,
      defaultLifetime: 120,
      extensionDuration: 120,
      renewalWindow: 10,
    });
  });
});
