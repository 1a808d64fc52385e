import { z } from 'zod';
import { FieldValuesBody, OwnField } from './own-field';
import { defineRoute, Empty } from './route';
import { TermsPolicy } from './settings';
import { termsEndpoints } from './terms.endpoints';
import { AcceptedHash } from './wire';

export const Terms = TermsPolicy.extend({
  hash: z.string().nullable().describe('SHA-256 of the three texts, which names what is accepted; null: none are set'),
  fields: z.array(OwnField).describe('What every account is asked, in this order'),
});
export type Terms = z.infer<typeof Terms>;

export const termsRoutes = {
  get: defineRoute({
    ...termsEndpoints.get,
    access: 'Anonymous',
    summary: 'What every account has to accept and is asked',
    reply: Terms,
    errors: [],
  }),
  accept: defineRoute({
    ...termsEndpoints.accept,
    beforeFactor: true,
    access: 'User',
    summary: 'Accept the terms that stand now, and answer what is asked of accounts; absent answers stay',
    body: z.object({ hash: AcceptedHash, fields: FieldValuesBody }),
    reply: Empty,
    errors: ['account.termsNotAccepted', 'account.fieldRequired', 'account.fieldInvalid'],
  }),
};
