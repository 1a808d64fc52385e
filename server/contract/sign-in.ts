import { staffRoles } from '@vexil/db/enums/game';
import { providerIcons, providerKinds } from '@vexil/db/enums/sign-in';
import { z } from 'zod';
import { Challenge, Email, UserName } from './account';
import { FactorCode, PasskeyProof, passkeyErrors } from './factor';
import { problem, report } from './field';
import { FieldValuesBody } from './own-field';
import { defineRoutes } from './route';
import { signInEndpoints } from './sign-in.endpoints';
import { providerListMax, providersMax } from './sign-in.limits';
import { presets } from './sign-in.presets';
import { AcceptedHash, filled, Id, Time, text } from './wire';

export const ProviderId = z.string().regex(/^[a-z0-9-]{1,32}$/);

/** A member of the group gets these rights in the game with each sign-in, and loses them when the group is gone. */
export const ProviderRule = z.object({
  group: filled(64),
  gameId: Id,
  divisionId: Id.nullable().describe('Joined without its invitation code'),
  staffRole: z.enum(staffRoles).nullable(),
});

const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(providerListMax);

/** All but the secret. */
export const ProviderSettings = z.object({
  id: ProviderId,
  name: filled(64),
  kind: z.enum(providerKinds),
  icon: z.enum(providerIcons),
  issuer: z
    .url({ protocol: /^https?$/ })
    .max(512)
    .refine((url) => !/[?#]|^[a-z]+:\/\/[^/]*@/i.test(url), problem('field.format'))
    .describe('As the provider writes it; of a kind without discovery its address'),
  clientId: filled(256),
  scopes: text(256).describe('Separated by blanks'),
  groupsClaim: text(128).describe('Name of the claim with the groups; a dot leads into an object'),
  domains: list(filled(128)).describe('Who may enter, by the domain of a verified address; empty: all'),
  groups: list(filled(64)).describe('Who may enter, by a group; empty: all'),
  makesAccounts: z.boolean().describe('A first sign-in may make an account, also where registration is closed'),
  linksByEmail: z.boolean().describe('A verified address of an account is asked for its password, and linked'),
  takesTeam: z.boolean().describe('CTFtime: its team may become a team of the new account'),
  rules: list(ProviderRule),
  isEnabled: z.boolean(),
});
export type ProviderSettings = z.infer<typeof ProviderSettings>;

export const StoredProvider = ProviderSettings.extend({ hasSecret: z.boolean() });
export type StoredProvider = z.infer<typeof StoredProvider>;

/** All providers in their order; one that is left out is removed, its links stay. */
export const ProvidersBody = z
  .array(
    ProviderSettings.partial()
      .required({ id: true, name: true, kind: true, clientId: true })
      .extend({
        clientSecret: text(512).nullish().describe('Absent or null: stays; empty: none'),
      }),
  )
  .max(providersMax)
  .superRefine((providers, ctx) => {
    const issuerOf = ({ kind, issuer }: (typeof providers)[number]) => issuer ?? presets[kind].issuer;
    for (const [at, one] of providers.entries()) {
      const earlier = providers.slice(0, at);
      const add = (member: string, key: 'field.twice' | 'field.missing') =>
        ctx.addIssue({ code: 'custom', path: [at, member], ...problem(key) });
      if (earlier.some(({ id }) => id === one.id)) add('id', 'field.twice');
      // Two with one issuer would share their links.
      if (earlier.some((other) => issuerOf(other) === issuerOf(one))) add('issuer', 'field.twice');
      if (issuerOf(one) === '') add('issuer', 'field.missing');
    }
  });

/** What the sign-in page shows. */
export const Provider = ProviderSettings.pick({ id: true, name: true, kind: true, icon: true });
export type Provider = z.infer<typeof Provider>;

export const OwnLink = z.object({
  label: z.string().describe('Name or address at the provider'),
  createdAt: Time,
  lastUsedAt: Time.nullable().describe('Null before its first use'),
});
export type OwnLink = z.infer<typeof OwnLink>;

/** `password` links the account that has the address; `taken` says to sign in there first and link it in the profile. */
export const firstSignIns = ['create', 'password', 'taken', 'closed'] as const;

/** A first sign-in that waits for its account. */
export const PendingSignIn = z.object({
  label: z.string().describe('Name or address at the provider'),
  userName: z.string().describe('Proposed'),
  email: z.string().nullable().describe('Verified by the provider; null: the account needs one'),
  way: z.enum(firstSignIns),
  teamName: z.string().nullable().describe('Of CTFtime, where it may become a team here'),
});
export type PendingSignIn = z.infer<typeof PendingSignIn>;

const ProviderParams = z.object({ provider: ProviderId });

/** As it came, in the address of a page of ours. */
const LocalPath = text(1024).refine((path) => /^\/(?![/\\])\P{Cc}*$/u.test(path), problem('field.format'));

export const EnterBody = z
  .object({
    userName: UserName.nullish().describe('Makes an account of this name, without a password'),
    email: Email.nullish().describe('Of the new account, where the provider has verified none'),
    withTeam: z.boolean().nullish().describe('Whether the team of CTFtime is made, too'),
    password: text(256).min(1).nullish().describe('Of the account with the address, which is linked'),
    passkey: PasskeyProof.nullish().describe('Of the same account, in place of its password'),
    code: FactorCode.nullish().describe('Of its second factor, where it has one'),
    challenge: Challenge,
    acceptedTerms: AcceptedHash,
    fields: FieldValuesBody,
  })
  .superRefine(({ userName, password, passkey }, ctx) => {
    if (!userName && !password && !passkey) report(ctx, 'userName', 'field.missing');
  });

export const signInRoutes = defineRoutes(signInEndpoints)({
  providers: {
    access: 'Anonymous',
    summary: 'With whom one can sign in, besides the password',
    reply: z.array(Provider),
  },
  begin: {
    access: 'Anonymous',
    summary:
      'Begin a sign-in by a provider: the address to open. A cookie ties it to this browser; it lasts ten minutes. With ' +
      '`link` the account that asks is linked, for which its session is asked for a fresh proof',
    rate: 'login',
    params: ProviderParams,
    query: z.object({
      from: LocalPath.optional().describe('Where the browser ends up'),
      link: z.coerce.boolean<boolean>().optional(),
    }),
    reply: z.object({ url: z.string() }),
    errors: ['account.providerNotFound', 'account.providerUnavailable', 'account.stepUpRequired', 'token.sessionOnly'],
  },
  callback: {
    access: 'Anonymous',
    summary:
      'Where the provider sends the browser. Redirects to a page: signed in, to the second factor, to the first sign-in, or to ' +
      'the sign-in page with the code of an error in `problem`',
    rate: 'login',
    params: ProviderParams,
    query: z.object({
      state: text(256).optional(),
      code: text(1536).optional(),
      error: text(256).optional(),
      iss: text(512).optional(),
    }),
  },
  link: {
    access: 'Anonymous',
    summary: 'The own link with a provider, and the first sign-in that waits in this browser',
    params: ProviderParams,
    reply: z.object({ link: OwnLink.nullable(), pending: PendingSignIn.nullable() }),
    errors: ['account.providerNotFound'],
  },
  enter: {
    access: 'Anonymous',
    summary:
      'Finish a first sign-in: make an account, or link the one with the same verified address by its password or passkey',
    rate: 'register',
    params: ProviderParams,
    body: EnterBody,
    bodyBytesMax: 64 * 1024,
    reply: z.object({ isSignedIn: z.boolean().describe('Otherwise the account waits to be confirmed') }),
    errors: [
      'account.providerNotFound',
      'account.signInExpired',
      'account.registrationClosed',
      'account.termsNotAccepted',
      'account.fieldRequired',
      'account.fieldInvalid',
      'captcha.failed',
      'captcha.unavailable',
      'captcha.needed',
      'mail.notConfigured',
      'account.emailDomainRefused',
      'account.userNameTaken',
      'account.nameReserved',
      'account.emailTaken',
      'account.badCredentials',
      'account.loginBanned',
      'account.factorRequired',
      'account.factorWrong',
      ...passkeyErrors,
      'account.unconfirmed',
      'account.linkTaken',
    ],
  },
  unlink: {
    access: 'User',
    scope: null,
    stepUp: 'always',
    summary: 'Remove the own link with a provider; never the last way to sign in',
    params: ProviderParams,
    errors: ['account.linkNotFound', 'account.lastWayIn'],
  },
});
