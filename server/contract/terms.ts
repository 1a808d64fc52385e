import { z } from 'zod';
import { defineRoute, Empty } from './route';
import { TermsPolicy } from './settings';
import { termsEndpoints } from './terms.endpoints';
import { AcceptBody } from './wire';

export const Terms = TermsPolicy.extend({
  hash: z.string().nullable().describe('SHA-256 of the three texts, which names what is accepted; null: none are set'),
});
export type Terms = z.infer<typeof Terms>;

export const termsRoutes = {
  get: defineRoute({
    ...termsEndpoints.get,
    access: 'Anonymous',
    summary: 'What every account has to accept',
    reply: Terms,
    errors: [],
  }),
  accept: defineRoute({
    ...termsEndpoints.accept,
    beforeFactor: true,
    access: 'User',
    summary: 'Accept the terms that stand now',
    body: AcceptBody,
    reply: Empty,
    errors: ['account.termsNotAccepted'],
  }),
};
