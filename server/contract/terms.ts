import { z } from 'zod';
import { consentEndpoints } from './consent.endpoints';
import { FieldValuesBody, OwnField } from './own-field';
import { Binary, defineRoutes } from './route';
import { TermsPolicy } from './settings';
import { termsEndpoints } from './terms.endpoints';
import { AcceptedHash, GameParams, Guid, page, pageQuery, TextHash, Time } from './wire';

export const Terms = TermsPolicy.extend({
  hash: z.string().nullable().describe('SHA-256 of the three texts, which names what is accepted; null: none are set'),
  fields: z.array(OwnField).describe('What every account is asked, in this order'),
});
export type Terms = z.infer<typeof Terms>;

export const Consent = z.object({
  userId: Guid,
  userName: z.string(),
  acceptedAt: Time,
  hash: z.string().describe('SHA-256 of the text'),
  isCurrent: z.boolean().describe('Whether it is the text that stands now'),
});
export type Consent = z.infer<typeof Consent>;

export const ConsentPage = page(Consent).extend({
  text: z
    .string()
    .nullable()
    .describe('That `hash` names; null without it. Of the terms it is JSON of the three texts'),
});
export type ConsentPage = z.infer<typeof ConsentPage>;

const consentQuery = pageQuery(100, 50).extend({ hash: TextHash.optional().describe('Only of this text') });

export const termsRoutes = defineRoutes({ ...termsEndpoints, ...consentEndpoints })({
  get: {
    access: 'Anonymous',
    summary: 'What every account has to accept and is asked',
    reply: Terms,
  },
  accept: {
    beforeFactor: true,
    access: 'User',
    summary: 'Accept the terms that stand now, and answer what is asked of accounts; absent answers stay',
    body: z.object({ hash: AcceptedHash, fields: FieldValuesBody }),
    errors: ['account.termsNotAccepted', 'account.fieldRequired', 'account.fieldInvalid'],
  },
  consents: {
    access: 'Admin',
    summary: 'Who accepted which terms of the platform and when, newest first',
    query: consentQuery,
    reply: ConsentPage,
  },
  consentSheet: {
    access: 'Admin',
    summary: 'The same as a spreadsheet (.xlsx)',
    reply: Binary,
  },
  gameConsents: {
    access: 'organiser',
    summary: 'Who accepted which rules of a game and when, newest first',
    params: GameParams,
    query: consentQuery,
    reply: ConsentPage,
  },
  gameConsentSheet: {
    access: 'organiser',
    summary: 'The same as a spreadsheet (.xlsx)',
    params: GameParams,
    reply: Binary,
  },
});
