import { DomainError } from '@vexil/contract/errors';
import type { ProvidersBody, StoredProvider } from '@vexil/contract/sign-in';
import type { Tx } from '@vexil/db';
import type { Deps } from '@vexil/http/deps';
import type { Shared } from '@vexil/http/reads/shared-values';
import { providerOf } from '@vexil/rules/sign-in.rules';
import { mayBePublicUrl } from '@vexil/runtime/public-address.rules';
import type { z } from 'zod';
import { findGamesAndDivisions, listProviders, type ProviderRow, replaceProviders } from './provider.queries';

export { listProviders, type ProviderRow } from './provider.queries';

const providers: Shared<'all', ProviderRow[]> = { topics: () => ['config'], read: ({ db }) => listProviders(db) };

/** Those that are enabled, in their order. */
export const readProviders = async ({ shared }: Pick<Deps, 'shared'>): Promise<ProviderRow[]> =>
  (await shared.get(providers, 'all')).filter(({ isEnabled }) => isEnabled);

/** Throws `account.providerNotFound`. */
export async function getProvider(deps: Pick<Deps, 'shared'>, id: string): Promise<ProviderRow> {
  const provider = (await readProviders(deps)).find((one) => one.id === id);
  if (!provider) throw new DomainError('account.providerNotFound');
  return provider;
}

export const viewProvider = ({ clientSecretSealed, ...settings }: ProviderRow): StoredProvider => ({
  ...settings,
  hasSecret: clientSecretSealed !== null,
});

async function checkRules(tx: Tx, given: readonly ProviderRow[]): Promise<void> {
  const rules = given.flatMap((provider) => provider.rules);
  const known = await findGamesAndDivisions(tx, {
    gameIds: rules.map(({ gameId }) => gameId),
    divisionIds: rules.flatMap(({ divisionId }) => divisionId ?? []),
  });
  for (const [at, provider] of given.entries()) {
    for (const [ruleAt, { gameId, divisionId }] of provider.rules.entries()) {
      const field = `signInProviders.${at}.rules.${ruleAt}`;
      if (!known.gameIds.has(gameId)) throw new DomainError('game.notFound', { field: `${field}.gameId` });
      if (divisionId !== null && known.gameOfDivision.get(divisionId) !== gameId) {
        throw new DomainError('division.notFound', { field: `${field}.divisionId` });
      }
    }
  }
}

/**
 * Returns what the audit log says of it: a new secret is named, never shown. Throws `config.issuerPrivate`, `game.notFound` or
 * `division.notFound`.
 */
export async function storeProviders(
  { config, sealing }: Pick<Deps, 'config' | 'sealing'>,
  tx: Tx,
  before: readonly ProviderRow[],
  given: z.output<typeof ProvidersBody>,
): Promise<{ before: object; after: object }> {
  const after = given.map(({ clientSecret, ...settings }, at): ProviderRow => {
    const stored = before.find(({ id }) => id === settings.id);
    const { clientSecretSealed = null, ...rest } = stored ?? {};
    const provider = providerOf(settings, stored && (rest as ProviderRow));
    if (!config.oidcPrivateIssuers && !mayBePublicUrl(new URL(provider.issuer))) {
      throw new DomainError('config.issuerPrivate', { field: `signInProviders.${at}.issuer` });
    }
    // The secret is for one provider: at another address it would be sent to a stranger.
    const kept = stored?.issuer === provider.issuer ? clientSecretSealed : null;
    const sealed = clientSecret ? sealing.seal(clientSecret) : null;
    return { ...provider, clientSecretSealed: clientSecret === undefined || clientSecret === null ? kept : sealed };
  });
  await checkRules(tx, after);
  await replaceProviders(tx, after);
  const audited = after.map((provider, at) => ({
    ...viewProvider(provider),
    ...(given[at]?.clientSecret ? { clientSecret: '(secret)' } : {}),
  }));
  return { before: { signInProviders: before.map(viewProvider) }, after: { signInProviders: audited } };
}
