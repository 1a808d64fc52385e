import { portMappings } from '@vexil/db/enums/container';
import { z } from 'zod';
import { Email } from './account';
import { ContainerCeilings } from './ceiling';
import { configAdminEndpoints } from './config-admin.endpoints';
import { configEndpoints } from './config-info.endpoints';
import { MailTextBody, MailTexts } from './mail-text';
import { Binary, defineRoutes } from './route';
import { AccountPolicy, ContainerPolicy, foreignImageRules, GlobalConfig, Settings, TermsPolicy } from './settings';
import { ProvidersBody, StoredProvider } from './sign-in';
import { ContentVersion, EditedVersion, text } from './wire';

/** Public; lifetimes in minutes. */
export const ClientConfig = z.object({
  title: z.string(),
  slogan: z.string(),
  footerInfo: z.string().nullable(),
  customTheme: z.string().nullable(),
  foreignImages: z.enum(foreignImageRules),
  apiPublicKey: z.string().nullable(),
  logoUrl: z.string().nullable(),
  portMapping: z.enum(portMappings),
  defaultLifetime: z.int(),
  extensionDuration: z.int(),
  renewalWindow: z.int(),
  autoDestroyOnLimitReached: z.boolean(),
  attachmentBytesMax: z.int(),
  packageBytesMax: z.int(),
  sendsMail: z.boolean(),
  version: z.string(),
  commit: z.string().nullable(),
  sourceUrl: z.string().nullable(),
  licenseUrl: z.string(),
});
export type ClientConfig = z.infer<typeof ClientConfig>;

export const VersionedSettings = Settings.extend({ signInProviders: z.array(StoredProvider), version: ContentVersion });
export type VersionedSettings = z.infer<typeof VersionedSettings>;

/** Absent and null members stay; an empty text clears. */
export const SettingsUpdateBody = z.object({
  accountPolicy: AccountPolicy.partial().nullish(),
  globalConfig: GlobalConfig.partial().nullish(),
  containerPolicy: ContainerPolicy.partial().nullish(),
  containerCeilings: ContainerCeilings.partial().nullish(),
  termsPolicy: TermsPolicy.partial().nullish(),
  signInProviders: ProvidersBody.nullish(),
  version: EditedVersion,
});

export const mailProblems = [
  'notConfigured',
  'noWorker',
  'noAnswer',
  'unreachable',
  'encryption',
  'signIn',
  'recipient',
  'other',
] as const;

export const MailTest = z.object({
  problem: z.enum(mailProblems).nullable().describe('null when the mail server took the mail'),
  answer: z.string().nullable().describe('What the mail server said, where it said something'),
});
export type MailTest = z.infer<typeof MailTest>;

export const configRoutes = defineRoutes(configEndpoints, { access: 'Anonymous' })({
  client: {
    summary: 'What every client may know of the deployment',
    reply: ClientConfig,
  },
  favicon: {
    summary: 'The small picture of the platform',
    reply: Binary,
  },
});

export const configAdminRoutes = defineRoutes(configAdminEndpoints, { access: 'Admin' })({
  get: {
    summary: 'All settings',
    reply: VersionedSettings,
  },
  update: {
    stepUp: 'factor',
    summary: 'Change settings; absent sections and members stay',
    body: SettingsUpdateBody,
    bodyBytesMax: 4096 * 1024,
    errors: [
      'account.fieldPrivate',
      'config.encryptionUnsupported',
      'config.issuerPrivate',
      'game.notFound',
      'division.notFound',
      'token.sessionOnly',
      'request.outdated',
    ],
  },
  setLogo: {
    summary: 'Replace the logo, and the icon made of it unless an own icon was set',
    rate: 'upload',
    errors: ['asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'asset.notAnImage'],
  },
  deleteLogo: {
    summary: "Go back to the product's own logo",
  },
  setFavicon: {
    summary: 'Set an icon of its own, which later logos leave as it is',
    rate: 'upload',
    errors: ['asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'asset.notAnImage'],
  },
  deleteFavicon: {
    summary: 'Go back to the icon made of the logo, or to the one of the product',
  },
  mailTexts: {
    summary: 'Subject and text of every mail in every language',
    reply: MailTexts,
  },
  setMailText: {
    summary: 'Put own words in place of the subject or the text of a mail; null goes back to the standard',
    body: MailTextBody,
    bodyBytesMax: 32 * 1024,
    errors: ['request.outdated'],
  },
  testCaptcha: {
    summary: 'Whether an answer of the configured captcha is right; it is used up',
    rate: 'captcha',
    body: z.object({ challenge: text(2048).nullish() }),
    reply: z.object({ isSolved: z.boolean() }),
    errors: ['captcha.needed', 'captcha.unavailable'],
  },
  testMail: {
    summary: 'Have a worker send a mail at once, and say how the mail server answered',
    rate: 'mailTest',
    body: z.object({ to: Email }),
    reply: MailTest,
  },
});
