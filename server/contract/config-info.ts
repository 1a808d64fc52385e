import { portMappings } from '@vexil/db/enums/container';
import { z } from 'zod';
import { Email } from './account';
import { ContainerCeilings } from './ceiling';
import { configAdminEndpoints } from './config-admin.endpoints';
import { configEndpoints } from './config-info.endpoints';
import { MailTextBody, MailTexts } from './mail-text';
import { Binary, defineRoute, Empty } from './route';
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

export const configRoutes = {
  client: defineRoute({
    ...configEndpoints.client,
    access: 'Anonymous',
    summary: 'What every client may know of the deployment',
    reply: ClientConfig,
    errors: [],
  }),
  favicon: defineRoute({
    ...configEndpoints.favicon,
    access: 'Anonymous',
    summary: 'The small picture of the platform',
    reply: Binary,
    errors: [],
  }),
};

export const configAdminRoutes = {
  get: defineRoute({
    ...configAdminEndpoints.get,
    access: 'Admin',
    summary: 'All settings',
    reply: VersionedSettings,
    errors: [],
  }),
  update: defineRoute({
    ...configAdminEndpoints.update,
    access: 'Admin',
    stepUp: 'factor',
    summary: 'Change settings; absent sections and members stay',
    body: SettingsUpdateBody,
    bodyBytesMax: 4096 * 1024,
    reply: Empty,
    errors: [
      'account.fieldPrivate',
      'config.encryptionUnsupported',
      'config.issuerPrivate',
      'game.notFound',
      'division.notFound',
      'token.sessionOnly',
      'request.outdated',
    ],
  }),
  setLogo: defineRoute({
    ...configAdminEndpoints.setLogo,
    access: 'Admin',
    summary: 'Replace the logo, and the icon made of it unless an own icon was set',
    rate: 'upload',
    reply: Empty,
    errors: ['asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'asset.notAnImage'],
  }),
  deleteLogo: defineRoute({
    ...configAdminEndpoints.deleteLogo,
    access: 'Admin',
    summary: "Go back to the product's own logo",
    reply: Empty,
    errors: [],
  }),
  setFavicon: defineRoute({
    ...configAdminEndpoints.setFavicon,
    access: 'Admin',
    summary: 'Set an icon of its own, which later logos leave as it is',
    rate: 'upload',
    reply: Empty,
    errors: ['asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'asset.notAnImage'],
  }),
  deleteFavicon: defineRoute({
    ...configAdminEndpoints.deleteFavicon,
    access: 'Admin',
    summary: 'Go back to the icon made of the logo, or to the one of the product',
    reply: Empty,
    errors: [],
  }),
  mailTexts: defineRoute({
    ...configAdminEndpoints.mailTexts,
    access: 'Admin',
    summary: 'Subject and text of every mail in every language',
    reply: MailTexts,
    errors: [],
  }),
  setMailText: defineRoute({
    ...configAdminEndpoints.setMailText,
    access: 'Admin',
    summary: 'Put own words in place of the subject or the text of a mail; null goes back to the standard',
    body: MailTextBody,
    bodyBytesMax: 32 * 1024,
    reply: Empty,
    errors: ['request.outdated'],
  }),
  testCaptcha: defineRoute({
    ...configAdminEndpoints.testCaptcha,
    access: 'Admin',
    summary: 'Whether an answer of the configured captcha is right; it is used up',
    rate: 'captcha',
    body: z.object({ challenge: text(2048).nullish() }),
    reply: z.object({ isSolved: z.boolean() }),
    errors: ['captcha.needed', 'captcha.unavailable'],
  }),
  testMail: defineRoute({
    ...configAdminEndpoints.testMail,
    access: 'Admin',
    summary: 'Have a worker send a mail at once, and say how the mail server answered',
    rate: 'mailTest',
    body: z.object({ to: Email }),
    reply: MailTest,
    errors: [],
  }),
};
