import { Settings, standardSettings } from '@vexil/contract/settings';
import { describe, expect, it } from 'vitest';
import { platformName, settingsOf } from './config.rules';

/** The settings with one member changed, such as `containerPolicy.renewalWindow`. */
function withValue(key: string, value: unknown): unknown {
  const [section, name] = key.split('.') as [keyof Settings, string];
  return { ...standardSettings, [section]: { ...standardSettings[section], [name]: value } };
}
const isValid = (key: string, value: unknown) => Settings.safeParse(withValue(key, value)).success;
const text = (length: number) => 'a'.repeat(length);

describe('Settings', () => {
  it('take the standard values', () => expect(Settings.parse(standardSettings)).toEqual(standardSettings));

  it('begin with these', () => {
    expect(standardSettings).toEqual({
      accountPolicy: {
        allowRegister: true,
        activeOnRegister: true,
        useCaptcha: false,
        emailConfirmationRequired: false,
        emailDomainList: '',
        factorRequiredOf: 'None',
        factorRequiredFrom: 0,
        fields: [],
      },
      globalConfig: {
        title: 'GZ',
        slogan: 'Hack for fun not for profit',
        description: 'A platform for capture-the-flag competitions.',
        footerInfo: null,
        customTheme: null,
        apiEncryption: false,
        foreignImages: 'ask',
        logoHash: null,
        faviconHash: null,
        hasOwnFavicon: false,
      },
      containerPolicy: {
        autoDestroyOnLimitReached: false,
        maxExerciseContainerCountPerUser: 1,
        defaultLifetime: 120,
        extensionDuration: 120,
        renewalWindow: 10,
      },
      containerCeilings: {
        memoryMiB: 4096,
        cpuTenths: 40,
        storageMiB: 10_240,
        lifetimeMinutes: 10_080,
        instancesMax: 0,
        networkModes: ['Open', 'Isolated'],
        imageRegistries: '',
        runtimes: [],
      },
      termsPolicy: { terms: '', privacy: '', eligibility: '' },
    });
  });

  it.each<[key: string, taken: unknown[], refused: unknown[]]>([
    ['accountPolicy.allowRegister', [true, false], ['true', null]],
    ['accountPolicy.activeOnRegister', [true, false], [1]],
    ['accountPolicy.useCaptcha', [true, false], [null]],
    ['accountPolicy.emailConfirmationRequired', [true, false], [null]],
    ['accountPolicy.emailDomainList', ['', text(4096)], [text(4097), null]],
    ['accountPolicy.factorRequiredOf', ['None', 'Admins', 'Staff'], ['Everybody', '', null]],
    ['accountPolicy.factorRequiredFrom', [0, 1_750_000_000_000], [0.5, '0', null, 1e16]],
    ['accountPolicy.fields', [[]], [null, '', [{}], Array(11).fill({})]],
    ['termsPolicy.terms', ['', text(65_536)], [text(65_537), null]],
    ['termsPolicy.privacy', ['', text(65_536)], [text(65_537), null]],
    ['termsPolicy.eligibility', ['', text(512)], [text(513), null]],
    ['globalConfig.title', ['', text(64)], [text(65), null]],
    ['globalConfig.slogan', ['', text(256)], [text(257), null]],
    ['globalConfig.description', [null, '', text(1024)], [text(1025), 1]],
    ['globalConfig.footerInfo', [null, '', text(8192)], [text(8193), 1]],
    [
      'globalConfig.customTheme',
      [null, '', '#012abc', '#ABCDEF'],
      ['#01234', '#0123456', '0123456', 'x#012345', '#01234g', '#012345#012345', ' '],
    ],
    ['globalConfig.apiEncryption', [true, false], [null]],
    ['globalConfig.foreignImages', ['ask', 'refuse'], ['load', '', null]],
    ['globalConfig.logoHash', [null, '', 'hash'], [1]],
    ['globalConfig.faviconHash', [null, '', 'hash'], [1]],
    ['containerPolicy.autoDestroyOnLimitReached', [true, false], [null]],
    ['containerPolicy.maxExerciseContainerCountPerUser', [0, 2147483647], [-1, 0.5, 2147483648]],
    ['containerPolicy.defaultLifetime', [1, 7200], [0, 7201, 1.5]],
    ['containerPolicy.extensionDuration', [1, 7200], [0, 7201, 1.5]],
    ['containerPolicy.renewalWindow', [1, 360], [0, 361, 1.5]],
  ])('know the bounds of %s', (key, taken, refused) => {
    expect(taken.filter((value) => !isValid(key, value))).toEqual([]);
    expect(refused.filter((value) => isValid(key, value))).toEqual([]);
  });

  it('need every section', () => {
    expect(Settings.safeParse({ ...standardSettings, accountPolicy: undefined }).success).toBe(false);
    expect(Settings.safeParse({ ...standardSettings, globalConfig: {} }).success).toBe(false);
    expect(Settings.safeParse({ ...standardSettings, containerPolicy: {} }).success).toBe(false);
  });
});

describe('platformName', () => {
  it.each([
    ['', 'Vexil'],
    ['  ', 'Vexil'],
    ['GZ', 'Vexil'],
    [' GZ ', 'Vexil'],
    ['Spring CTF', 'Spring CTF'],
    [' Spring CTF ', 'Spring CTF'],
  ])('of the title "%s" is %s', (title, name) => expect(platformName(title)).toBe(name));
});

describe('settingsOf', () => {
  it('gives the standard values where nothing is stored', () => expect(settingsOf([])).toEqual(standardSettings));

  it('takes what is stored in every section', () => {
    const stored = [
      { key: 'accountPolicy.allowRegister', value: 'false' },
      { key: 'globalConfig.title', value: '"Spring CTF"' },
      { key: 'globalConfig.logoHash', value: '"hash"' },
      { key: 'containerPolicy.defaultLifetime', value: '45' },
      { key: 'containerCeilings.memoryMiB', value: '1024' },
      { key: 'termsPolicy.privacy', value: '"We keep little."' },
    ];
    expect(settingsOf(stored)).toEqual({
      accountPolicy: { ...standardSettings.accountPolicy, allowRegister: false },
      globalConfig: { ...standardSettings.globalConfig, title: 'Spring CTF', logoHash: 'hash' },
      containerPolicy: { ...standardSettings.containerPolicy, defaultLifetime: 45 },
      containerCeilings: { ...standardSettings.containerCeilings, memoryMiB: 1024 },
      termsPolicy: { ...standardSettings.termsPolicy, privacy: 'We keep little.' },
    });
  });

  it.each([
    ['does not fit', { key: 'containerPolicy.defaultLifetime', value: '0' }],
    ['is no JSON', { key: 'containerPolicy.defaultLifetime', value: '{' }],
    ['is unknown', { key: 'containerPolicy.unknown', value: '1' }],
  ])('ignores a value that %s', (_, entry) => expect(settingsOf([entry])).toEqual(standardSettings));
});
