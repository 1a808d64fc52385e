import { z } from 'zod';
import type { ClientConfig } from '../contract/config-info';
import type { Deps } from '../deps';
import { listEntries } from './config.queries';

const minutes = (max: number, standard: number) => z.int().min(1).max(max).catch(standard);

const AccountPolicy = z.object({
  allowRegister: z.boolean().catch(true),
  /** Whether a new account is signed in at once; otherwise an administrator confirms it. */
  activeOnRegister: z.boolean().catch(true),
  /** Whether sign-up, sign-in and recovery ask for the captcha of CAPTCHA_PROVIDER. */
  useCaptcha: z.boolean().catch(false),
  /** Whether mails with links are sent; an account that is not active at once then confirms its address by one. */
  emailConfirmationRequired: z.boolean().catch(false),
  /** Domains with commas between; empty allows all. */
  emailDomainList: z.string().catch(''),
});
export type AccountPolicy = z.infer<typeof AccountPolicy>;

const ContainerPolicy = z.object({
  autoDestroyOnLimitReached: z.boolean().catch(false),
  defaultLifetime: minutes(7200, 120),
  extensionDuration: minutes(7200, 120),
  renewalWindow: minutes(360, 10),
});
/** Lifetimes in minutes. */
export type ContainerPolicy = z.infer<typeof ContainerPolicy>;

const GlobalConfig = z.object({
  title: z.string().catch('GZ'),
  slogan: z.string().catch('Hack for fun not for profit'),
  footerInfo: z.string().nullable().catch(null),
  customTheme: z.string().nullable().catch(null),
  logoHash: z.string().nullable().catch(null),
});

function parse(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** One section as it is stored; whatever is absent or does not fit has its standard value. */
async function readSection<T>(deps: Pick<Deps, 'db'>, name: string, schema: z.ZodType<T>): Promise<T> {
  const entries = await listEntries(deps.db, name);
  return schema.parse(Object.fromEntries([...entries].map(([key, value]) => [key, parse(value)])));
}

export const getAccountPolicy = (deps: Pick<Deps, 'db'>): Promise<AccountPolicy> =>
  readSection(deps, 'accountPolicy', AccountPolicy);

export const getContainerPolicy = (deps: Pick<Deps, 'db'>): Promise<ContainerPolicy> =>
  readSection(deps, 'containerPolicy', ContainerPolicy);

/** What every client may know of the deployment. */
export async function getClientConfig(deps: Pick<Deps, 'db' | 'config'>): Promise<ClientConfig> {
  const [{ logoHash, ...global }, policy] = await Promise.all([
    readSection(deps, 'globalConfig', GlobalConfig),
    getContainerPolicy(deps),
  ]);
  return {
    ...global,
    apiPublicKey: null,
    logoUrl: logoHash ? `/assets/${logoHash}/logo` : null,
    portMapping: deps.config.containerPortMapping === 'proxy' ? 'PlatformProxy' : 'Default',
    defaultLifetime: policy.defaultLifetime,
    extensionDuration: policy.extensionDuration,
    renewalWindow: policy.renewalWindow,
  };
}
