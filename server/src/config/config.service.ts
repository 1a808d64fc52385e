import type { ContainerCeilings } from '@vexil/contract/ceiling';
import type { ClientConfig, SettingsUpdateBody, VersionedSettings } from '@vexil/contract/config-info';
import { DomainError } from '@vexil/contract/errors';
import { everySubject } from '@vexil/contract/live';
import type { AccountPolicy, ContainerPolicy, Settings } from '@vexil/contract/settings';
import { deleteAccountFields } from '@vexil/data/account/own-field.queries';
import type { Deps } from '@vexil/http/deps';
import { removedFields } from '@vexil/rules/own-field.rules';
import { refuseExposed } from '@vexil/runtime/own-fields';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { type Author, audit } from '../audit/audit.service';
import { requireVersion, versionOf } from '../audit/outdated';
import { lockSettings, putEntries, readSettings } from './config.queries';
import { productInfo } from './product';
import { listProviders, type ProviderRow, storeProviders, viewProvider } from './provider.service';

export type { AccountPolicy, ContainerPolicy } from '@vexil/contract/settings';

export const getAccountPolicy = async (deps: Pick<Deps, 'settings'>): Promise<AccountPolicy> =>
  (await deps.settings.read()).accountPolicy;

export const getContainerPolicy = async (deps: Pick<Deps, 'settings'>): Promise<ContainerPolicy> =>
  (await deps.settings.read()).containerPolicy;

export const getContainerCeilings = async (deps: Pick<Deps, 'settings'>): Promise<ContainerCeilings> =>
  (await deps.settings.read()).containerCeilings;

export function viewClientConfig(
  deps: Pick<Deps, 'config'>,
  {
    accountPolicy,
    globalConfig,
    containerPolicy,
  }: Pick<Settings, 'accountPolicy' | 'globalConfig' | 'containerPolicy'>,
): ClientConfig {
  const { title, slogan, footerInfo, customTheme, foreignImages, logoHash } = globalConfig;
  return {
    title,
    slogan,
    footerInfo,
    customTheme,
    foreignImages,
    apiPublicKey: null,
    logoUrl: logoHash ? `/assets/${logoHash}/logo` : null,
    portMapping: deps.config.containerPortMapping === 'proxy' ? 'PlatformProxy' : 'Default',
    defaultLifetime: containerPolicy.defaultLifetime,
    extensionDuration: containerPolicy.extensionDuration,
    renewalWindow: containerPolicy.renewalWindow,
    autoDestroyOnLimitReached: containerPolicy.autoDestroyOnLimitReached,
    attachmentBytesMax: deps.config.attachmentMaxMiB * 1024 ** 2,
    packageBytesMax: deps.config.packageMaxMiB * 1024 ** 2,
    sendsMail: deps.config.smtpUrl !== null && accountPolicy.emailConfirmationRequired,
    version: productInfo.version,
    commit: productInfo.commit,
    sourceUrl: deps.config.sourceUrl ?? productInfo.repositoryUrl,
    licenseUrl: productInfo.licenseUrl,
  };
}

function flat(settings: Record<keyof Settings, object>): Record<string, unknown> {
  const sections = Object.entries(settings).map(([section, members]) =>
    Object.entries(members).map(([name, value]) => [`${section}.${name}`, value]),
  );
  return Object.fromEntries(sections.flat());
}

/** Pictures are uploaded, so a save cannot overwrite them. */
function settingsVersion(settings: Settings, providers: readonly ProviderRow[]): number {
  const { logoHash: _1, faviconHash: _2, hasOwnFavicon: _3, ...globalConfig } = settings.globalConfig;
  return versionOf([...Object.entries(flat({ ...settings, globalConfig })), providers.map(viewProvider)]);
}

export async function getSettings({ db }: Pick<Deps, 'db'>): Promise<VersionedSettings> {
  const [settings, providers] = [await readSettings(db), await listProviders(db)];
  const version = settingsVersion(settings, providers);
  return { ...settings, signInProviders: providers.map(viewProvider), version };
}

type Changes = Omit<z.output<typeof SettingsUpdateBody>, 'version' | 'signInProviders'>;

function merge(before: Settings, changes: Changes): Settings {
  const merged = Object.entries(before).map(([section, members]) => {
    const given = Object.entries(changes[section as keyof Settings] ?? {});
    const kept = given.filter(([, value]) => value !== undefined && value !== null);
    return [section, { ...members, ...Object.fromEntries(kept) }];
  });
  return Object.fromEntries(merged);
}

/** The caller holds the lock of the settings. */
export async function storeSettings(
  work: Work,
  by: Author,
  { before, after }: { before: Settings; after: Settings },
  beside: { before: object; after: object } = { before: {}, after: {} },
): Promise<void> {
  const [old, wanted] = [flat(before), flat(after)];
  const changed = Object.keys(wanted).filter((key) => wanted[key] !== old[key]);
  const hashes: Record<string, string | null> = {
    'globalConfig.logoHash': after.globalConfig.logoHash,
    'globalConfig.faviconHash': after.globalConfig.faviconHash,
  };
  // An empty hash says that there was a logo once; it names no file.
  await putEntries(
    work.tx,
    changed.map((key) => ({ key, value: wanted[key], fileHash: hashes[key] || null })),
  );
  const entry = { before: { ...old, ...beside.before }, after: { ...wanted, ...beside.after } };
  await audit(work.tx, { by, gameId: null, action: 'config.update', target: 'config', ...entry });
  work.changes('config');
  if (changed.some((key) => /^termsPolicy|^accountPolicy\.(factor|fields)/.test(key)))
    work.accessChanged([everySubject]);
}

/**
 * Throws `request.outdated`, `account.fieldPrivate`, what `storeProviders` throws, and `config.encryptionUnsupported`: TLS protects form fields, and
 * a page that came without it could carry any key.
 */
export async function updateSettings(
  deps: Deps,
  by: Author,
  { version, signInProviders, ...changes }: z.output<typeof SettingsUpdateBody>,
): Promise<void> {
  if (changes.globalConfig?.apiEncryption) {
    throw new DomainError('config.encryptionUnsupported', { field: 'globalConfig.apiEncryption' });
  }
  await inTransaction(deps, async (work) => {
    await lockSettings(work.tx);
    const [before, providers] = [await readSettings(work.tx), await listProviders(work.tx)];
    requireVersion({ version: settingsVersion(before, providers) }, version);
    const beside = signInProviders ? await storeProviders(deps, work.tx, providers, signInProviders) : undefined;
    const after = merge(before, changes);
    const [asked, kept] = [before.accountPolicy.fields, after.accountPolicy.fields];
    refuseExposed(asked, kept, 'accountPolicy.fields');
    await deleteAccountFields(work.tx, removedFields(asked, kept));
    await storeSettings(work, by, { before, after }, beside);
  });
}
