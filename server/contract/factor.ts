import { z } from 'zod';
import { factorEndpoints } from './factor.endpoints';
import { problem, report } from './field';
import { defineRoutes } from './route';
import { filled, Guid, shownName, Time, text } from './wire';

/** Of one account, of both kinds together. */
export const factorsMax = 10;
export const recoveryCodeCount = 10;

export const FactorName = shownName(64);
/** Of an authenticator or a recovery code; blanks and hyphens do not count. */
export const FactorCode = filled(64);

export const factorKinds = ['app', 'passkey'] as const;

export const Factor = z.object({
  id: Guid,
  kind: z.enum(factorKinds),
  name: z.string(),
  createdAt: Time,
  lastUsedAt: Time.nullable().describe('Null before its first use'),
});
export type Factor = z.infer<typeof Factor>;

export const Factors = z.object({
  factors: z.array(Factor),
  recoveryCodes: z.int().describe('How many are left'),
});
export type Factors = z.infer<typeof Factors>;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .refine((value) => /^[\w-]+$/.test(value), problem('field.format'));

/** WebAuthn allows 1023 bytes. */
const CredentialId = base64url(1364);
const Transport = z
  .string()
  .max(32)
  .refine((value) => /^[a-z-]+$/.test(value), problem('field.format'));

const PasskeyRef = z.object({
  id: z.string().describe('Of the credential, in base64url'),
  transports: z.array(z.string()).describe('How its authenticator is reached'),
});
export type PasskeyRef = z.infer<typeof PasskeyRef>;

/** For `navigator.credentials.get`, with the verification of the user required. */
export const PasskeyChallenge = z.object({
  challenge: z.string().describe('32 bytes in base64url, which count once within five minutes'),
  rpId: z.string().describe('Host of the site'),
  passkeys: z.array(PasskeyRef).describe('Of the account; empty where it is not known yet'),
});
export type PasskeyChallenge = z.infer<typeof PasskeyChallenge>;

/** For `navigator.credentials.create`, with a discoverable credential and the verification of the user required. */
const PasskeySetup = PasskeyChallenge.extend({
  rpName: z.string(),
  userId: z.string().describe('In base64url'),
  userName: z.string(),
});

const clientDataJSON = base64url(2048);
/** As browsers give it; what else they give is not needed. */
export const PasskeyBody = z.object({
  name: FactorName,
  credential: z.object({
    id: CredentialId,
    response: z.object({
      clientDataJSON,
      attestationObject: base64url(4096),
      transports: z.array(Transport).max(8).nullish(),
    }),
  }),
});
export const PasskeyProof = z.object({
  id: CredentialId,
  response: z.object({ clientDataJSON, authenticatorData: base64url(1024), signature: base64url(1024) }),
});
export type PasskeyProof = z.infer<typeof PasskeyProof>;

/** A member of a body, beside `code`. */
export const OptionalPasskey = PasskeyProof.nullish().describe('In place of a code: what a passkey signed');

export function requireCodeOrPasskey(
  { code, passkey }: { code?: string | null | undefined; passkey?: PasskeyProof | null | undefined },
  ctx: z.RefinementCtx,
): void {
  if (!code && !passkey) report(ctx, 'code', 'field.missing');
}

const RecoveryCodes = z.array(z.string()).describe('Shown here and never again');

export const TotpBody = z.object({
  name: FactorName,
  setup: filled(1024).describe('As the call that began it replied'),
  code: FactorCode,
});
/** The code of a factor, or the password of an account that has none. */
export const StepUpBody = z.object({
  code: FactorCode.nullish(),
  passkey: OptionalPasskey,
  password: text(256).min(1).nullish(),
});

export const passkeyErrors = [
  'account.passkeyInvalid',
  'account.passkeyExpired',
  'account.passkeysUnavailable',
] as const;

const FactorParams = z.object({ factorId: Guid });

export const factorRoutes = defineRoutes(factorEndpoints, { access: 'User' })({
  list: {
    beforeFactor: true,
    summary: 'The own second factors, the oldest first',
    reply: Factors,
  },
  beginTotp: {
    beforeFactor: true,
    stepUp: 'always',
    summary: 'A new secret for an authenticator app (RFC 6238); it counts once a code confirms it, within an hour',
    reply: z.object({
      setup: z.string().describe('Sealed; sent back with the code that confirms it'),
      secret: z.string().describe('Base32, to be typed where no picture can be read'),
      url: z.string().describe('`otpauth://`, to be shown as a QR code'),
    }),
  },
  confirmTotp: {
    beforeFactor: true,
    stepUp: 'always',
    summary: 'Add an authenticator app. With the first factor come ten recovery codes, and all other sessions end',
    rate: 'login',
    body: TotpBody,
    reply: z.object({ recoveryCodes: RecoveryCodes.nullable() }),
    errors: ['account.factorSetupInvalid', 'account.factorWrong', 'account.factorsTooMany'],
  },
  beginPasskey: {
    beforeFactor: true,
    stepUp: 'always',
    summary: 'A challenge for a new passkey (WebAuthn) of this session',
    reply: PasskeySetup,
    errors: ['account.passkeysUnavailable'],
  },
  confirmPasskey: {
    beforeFactor: true,
    stepUp: 'always',
    summary: 'Add a passkey. With the first factor come ten recovery codes, and all other sessions end',
    rate: 'login',
    body: PasskeyBody,
    bodyBytesMax: 64 * 1024,
    reply: z.object({ recoveryCodes: RecoveryCodes.nullable() }),
    errors: [...passkeyErrors, 'account.passkeyTaken', 'account.factorsTooMany'],
  },
  challengePasskey: {
    beforeFactor: true,
    summary: 'A challenge for a passkey that proves a factor again',
    reply: PasskeyChallenge,
    errors: ['account.passkeysUnavailable'],
  },
  renewCodes: {
    beforeFactor: true,
    stepUp: 'always',
    summary: 'Replace all recovery codes',
    reply: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ['account.factorNone'],
  },
  stepUp: {
    beforeFactor: true,
    summary:
      'Prove a factor again, or the password where the account has none: for five minutes this session may make the ' +
      'calls that are refused with account.stepUpRequired',
    rate: 'login',
    body: StepUpBody,
    bodyBytesMax: 64 * 1024,
    errors: ['account.factorWrong', 'account.oldPasswordWrong', ...passkeyErrors],
  },
  rename: {
    summary: 'Rename a second factor',
    params: FactorParams,
    body: z.object({ name: FactorName }),
    errors: ['account.factorNotFound'],
  },
  remove: {
    stepUp: 'always',
    summary: 'Remove a second factor, never the last way to sign in; with the last one go the recovery codes',
    params: FactorParams,
    errors: ['account.factorNotFound', 'account.lastWayIn'],
  },
});
