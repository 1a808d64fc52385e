import { z } from 'zod';
import { ContainerCeilings, standardCeilings } from './ceiling';
import { OwnFields } from './own-field';
import { termsLengthMax } from './terms.limits';
import { Time, text } from './wire';

/** Of whom a second factor is required; `Staff` are administrators, monitors and the staff of games. */
export const factorRequirements = ['None', 'Admins', 'Staff'] as const;

const minutes = (max: number) => z.int().min(1).max(max);

export const AccountPolicy = z.object({
  allowRegister: z.boolean(),
  /** Confirms and signs in new accounts. */
  activeOnRegister: z.boolean(),
  useCaptcha: z.boolean(),
  emailConfirmationRequired: z.boolean(),
  /** Comma separated; empty allows all. */
  emailDomainList: text(4096),
  factorRequiredOf: z.enum(factorRequirements),
  /** Until then it is asked for and not required. */
  factorRequiredFrom: Time,
  fields: OwnFields.describe('What every account is asked'),
});
export type AccountPolicy = z.infer<typeof AccountPolicy>;

/** Pictures of other hosts in Markdown: loaded on a click, or never. */
export const foreignImageRules = ['ask', 'refuse'] as const;
export type ForeignImageRule = (typeof foreignImageRules)[number];

export const GlobalConfig = z.object({
  title: text(64),
  slogan: text(256),
  description: text(1024).nullable(),
  footerInfo: text(8192).nullable(),
  /** `#RRGGBB`; empty or null for the default. */
  customTheme: z
    .string()
    .regex(/^(#[0-9a-f]{6})?$/i)
    .nullable(),
  /** Always off; wire clients send it. */
  apiEncryption: z.boolean(),
  foreignImages: z.enum(foreignImageRules),
});

const LogoHashes = z.object({
  logoHash: z.string().nullable(),
  faviconHash: z.string().nullable(),
  /** Otherwise the icon is made of the logo. */
  hasOwnFavicon: z.boolean(),
});

/** Lifetimes in minutes. */
export const ContainerPolicy = z.object({
  autoDestroyOnLimitReached: z.boolean(),
  maxExerciseContainerCountPerUser: z.int().min(0).max(2147483647),
  defaultLifetime: minutes(7200),
  extensionDuration: minutes(7200),
  renewalWindow: minutes(360),
});
export type ContainerPolicy = z.infer<typeof ContainerPolicy>;

/** Markdown, but for the question. All empty: nothing is asked. */
export const TermsPolicy = z.object({
  terms: text(termsLengthMax),
  privacy: text(termsLengthMax),
  /** What has to be confirmed beside them, an age for example. */
  eligibility: text(512),
});
export type TermsPolicy = z.infer<typeof TermsPolicy>;

export const Settings = z.object({
  accountPolicy: AccountPolicy,
  globalConfig: GlobalConfig.extend(LogoHashes.shape),
  containerPolicy: ContainerPolicy,
  containerCeilings: ContainerCeilings,
  termsPolicy: TermsPolicy,
});
export type Settings = z.infer<typeof Settings>;

export const standardSettings: Settings = {
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
  containerCeilings: standardCeilings,
  termsPolicy: { terms: '', privacy: '', eligibility: '' },
};
