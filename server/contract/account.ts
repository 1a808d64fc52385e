import { registerResults, roles } from '@vexil/db/enums/account';
import { z } from 'zod';
import { accountEndpoints } from './account.endpoints';
import { asciiEmail, emailForm } from './email.rules';
import {
  FactorCode,
  OptionalPasskey,
  PasskeyChallenge,
  PasskeyProof,
  passkeyErrors,
  requireCodeOrPasskey,
} from './factor';
import { problem } from './field';
import { defineJob } from './job';
import { FieldValue, FieldValuesBody } from './own-field';
import { defineRoutes } from './route';
import { AcceptedHash, AssetUrl, filled, Guid, optionalName, shownName, Time, text } from './wire';

export const userNameLength = { min: 3, max: 15 } as const;
export const UserName = shownName(userNameLength.max, userNameLength.min);
export const Email = z.string().overwrite(asciiEmail).email({ pattern: emailForm }).max(256);
/** The service checks further rules, whose refusal has a code of its own. */
export const Password = text(256).min(1);

// What wire clients send: digits, blanks, -.(), a leading + and an extension.
const phoneForm = /^(?=.*\d)\+?[\d\s().-]*(?:(?:ext\.?|x)\s*\d+)?$/i;
export const Phone = text(32).refine((text) => phoneForm.test(text), problem('field.phone'));

export const Profile = z.object({
  userId: Guid,
  role: z.enum(roles),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  bio: z.string().nullable(),
  phone: z.string().nullable(),
  realName: z.string().nullable(),
  stdNumber: z.string().nullable(),
  avatar: AssetUrl.nullable(),
  fields: z.array(FieldValue).describe('Answers to what every account is asked'),
});
export type Profile = z.infer<typeof Profile>;

export const OwnProfile = Profile.extend({
  isOrganiser: z.boolean(),
  factorDue: Time.nullable().describe(
    'From when the account needs a second factor; null where it has one or needs none',
  ),
  termsDue: z.boolean().describe('Whether the terms that stand now are still to be accepted'),
  fieldsDue: z.boolean().describe('Whether a field that is required is still to be answered'),
});
export type OwnProfile = z.infer<typeof OwnProfile>;

/** Identifies a session of the caller; its token cannot be derived from it. */
export const SessionId = z.string().regex(/^[0-9a-f]{32}$/);

export const AccountSession = z.object({
  id: SessionId,
  userAgent: z.string().describe('As the browser sent it when it signed in'),
  ip: z.string().describe('Of the last use, to an hour'),
  createdAt: Time,
  lastSeenAt: Time.describe('To an hour'),
  isCurrent: z.boolean(),
});
export type AccountSession = z.infer<typeof AccountSession>;

/** Solution of the captcha from `GET /api/captcha`; ignored while none is required. */
export const Challenge = text(4096).nullish();

export const RegisterBody = z.object({
  userName: UserName,
  password: Password,
  email: Email,
  challenge: Challenge,
  acceptedTerms: AcceptedHash,
  fields: FieldValuesBody,
});
export const LoginBody = z.object({
  userName: filled(256),
  password: text(256).min(1),
  challenge: Challenge,
});
export const LoginFactorBody = z
  .object({ code: FactorCode.nullish(), passkey: OptionalPasskey, challenge: Challenge })
  .superRefine(requireCodeOrPasskey);
export const ProfileUpdateBody = z.object({
  userName: UserName.nullish(),
  bio: text(128).nullish(),
  /** An empty text clears it. */
  phone: Phone.or(z.literal('')).nullish(),
  realName: optionalName(128).nullish(),
  stdNumber: text(64).nullish(),
  fields: FieldValuesBody,
});
export const PasswordChangeBody = z.object({ old: Password, new: Password });

// Both parts of a mailed link are base64 in the bodies, as they are in the link itself.
const LinkToken = filled(512).meta({ description: 'Base64 of the token, as it stands in the link' });
const LinkEmail = filled(512).meta({ description: 'Base64 of the address, as it stands in the link' });

export const RecoveryBody = z.object({ email: Email, challenge: Challenge });
export const PasswordResetBody = z.object({ password: Password, email: LinkEmail, rToken: LinkToken });
export const LinkBody = z.object({ token: LinkToken, email: LinkEmail });
export const EmailChangeBody = z.object({ newMail: Email });

const captchaErrors = ['captcha.failed', 'captcha.unavailable'] as const;

export const accountRoutes = defineRoutes(accountEndpoints)({
  register: {
    access: 'Anonymous',
    summary: 'Create an account; signs in when accounts are active at once',
    rate: 'register',
    body: RegisterBody,
    bodyBytesMax: 32 * 1024,
    reply: z.object({ title: z.string(), data: z.enum(registerResults), status: z.int() }),
    errors: [
      'account.registrationClosed',
      'account.termsNotAccepted',
      'account.fieldRequired',
      'account.fieldInvalid',
      ...captchaErrors,
      'mail.notConfigured',
      'account.emailDomainRefused',
      'account.passwordWeak',
      'account.userNameTaken',
      'account.nameReserved',
      'account.emailTaken',
    ],
  },
  login: {
    access: 'Anonymous',
    summary: 'Sign in with user name or e-mail address',
    rate: 'login',
    body: LoginBody,
    bodyBytesMax: 32 * 1024,
    errors: [
      ...captchaErrors,
      'captcha.needed',
      'account.badCredentials',
      'account.loginBanned',
      'account.factorRequired',
    ],
  },
  loginFactor: {
    access: 'Anonymous',
    summary:
      'Finish a sign-in that was refused with account.factorRequired, by a code of an authenticator app, a recovery code or a passkey. ' +
      'The refusal set a cookie for it, which lasts five minutes and opens nothing else',
    rate: 'login',
    body: LoginFactorBody,
    bodyBytesMax: 64 * 1024,
    errors: ['captcha.unavailable', 'captcha.needed', 'account.factorExpired', 'account.factorWrong', ...passkeyErrors],
  },
  challengePasskey: {
    access: 'Anonymous',
    summary:
      'A challenge for a passkey that signs in, in this browser. After account.factorRequired it names those of the account',
    rate: 'login',
    reply: PasskeyChallenge,
    errors: ['account.passkeysUnavailable'],
  },
  loginPasskey: {
    access: 'Anonymous',
    summary: 'Sign in with a passkey alone',
    rate: 'login',
    body: PasskeyProof,
    bodyBytesMax: 64 * 1024,
    errors: [...passkeyErrors, 'account.loginBanned', 'account.unconfirmed'],
  },
  logout: {
    beforeFactor: true,
    access: 'Anonymous',
    summary: 'End this session everywhere',
    errors: ['account.unauthenticated'],
  },
  profile: {
    beforeFactor: true,
    access: 'User',
    summary: 'The own account',
    reply: OwnProfile,
  },
  update: {
    access: 'User',
    summary: 'Change the own profile; absent members stay',
    body: ProfileUpdateBody,
    errors: ['account.userNameTaken', 'account.nameReserved', 'account.fieldRequired', 'account.fieldInvalid'],
  },
  changePassword: {
    beforeFactor: true,
    access: 'User',
    summary: 'Change the own password; ends all other sessions',
    rate: 'login',
    body: PasswordChangeBody,
    errors: ['account.oldPasswordWrong', 'account.passwordWeak'],
  },
  recovery: {
    access: 'Anonymous',
    summary: 'Have a link to a new password sent; answers the same whether or not there is such an account',
    rate: 'register',
    body: RecoveryBody,
    bodyBytesMax: 32 * 1024,
    reply: z.object({ title: z.string(), status: z.int() }),
    errors: [...captchaErrors, 'account.mailsOff', 'mail.notConfigured'],
  },
  resetPassword: {
    access: 'Anonymous',
    summary: 'Set a new password with the link from a mail; ends all sessions',
    rate: 'register',
    body: PasswordResetBody,
    errors: ['account.linkInvalid', 'account.passwordWeak'],
  },
  verify: {
    access: 'Anonymous',
    summary: 'Confirm the address of a new account with the link from a mail, and sign in',
    rate: 'login',
    body: LinkBody,
    errors: ['account.verifyLinkInvalid', 'account.alreadyConfirmed', 'account.loginBanned', 'account.factorRequired'],
  },
  changeEmail: {
    access: 'User',
    summary: 'Have a link sent to a new address; the address changes when the link is used',
    rate: 'register',
    body: EmailChangeBody,
    reply: z.object({ title: z.string(), data: z.boolean(), status: z.int() }),
    errors: ['account.emailTaken', 'account.emailDomainRefused', 'account.mailsOff', 'mail.notConfigured'],
  },
  confirmEmail: {
    access: 'User',
    summary: 'Change the own address with the link from a mail; ends all other sessions',
    rate: 'login',
    body: LinkBody,
    errors: ['account.linkInvalid', 'account.emailTaken'],
  },
  sessions: {
    access: 'User',
    summary: 'Where the own account is signed in, latest use first',
    reply: z.array(AccountSession),
  },
  endSession: {
    access: 'User',
    summary: 'End one of the own sessions; one that has ended is no error',
    params: z.object({ sessionId: SessionId }),
  },
  endOtherSessions: {
    access: 'User',
    summary: 'End all own sessions but this one',
  },
  avatar: {
    access: 'User',
    summary: 'Replace the own picture',
    rate: 'upload',
    reply: AssetUrl,
    errors: ['asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'asset.notAnImage'],
  },
});

export const accountJobs = {
  sweep: defineJob({ queue: 'sweep', name: 'sweep-sessions', payload: z.object({}), attempts: 1 }),
};
