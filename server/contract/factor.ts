import { z } from 'zod';
import { factorEndpoints } from './factor.endpoints';
import { defineRoute, Empty } from './route';
import { filled, Guid, shownName, Time, text } from './wire';

/** Of one account. */
export const factorsMax = 10;
export const recoveryCodeCount = 10;

export const FactorName = shownName(64);
/** Of an authenticator or a recovery code; blanks and hyphens do not count. */
export const FactorCode = filled(64);

export const Factor = z.object({
  id: Guid,
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

const RecoveryCodes = z.array(z.string()).describe('Shown here and never again');

export const TotpBody = z.object({
  name: FactorName,
  setup: filled(1024).describe('As the call that began it replied'),
  code: FactorCode,
});
/** The code of a factor, or the password of an account that has none. */
export const StepUpBody = z.object({ code: FactorCode.nullish(), password: text(256).min(1).nullish() });

const FactorParams = z.object({ factorId: Guid });

export const factorRoutes = {
  list: defineRoute({
    ...factorEndpoints.list,
    access: 'User',
    beforeFactor: true,
    summary: 'The own second factors, the oldest first',
    reply: Factors,
    errors: [],
  }),
  beginTotp: defineRoute({
    ...factorEndpoints.beginTotp,
    access: 'User',
    beforeFactor: true,
    stepUp: 'always',
    summary: 'A new secret for an authenticator app (RFC 6238); it counts once a code confirms it, within an hour',
    reply: z.object({
      setup: z.string().describe('Sealed; sent back with the code that confirms it'),
      secret: z.string().describe('Base32, to be typed where no picture can be read'),
      url: z.string().describe('`otpauth://`, to be shown as a QR code'),
    }),
    errors: [],
  }),
  confirmTotp: defineRoute({
    ...factorEndpoints.confirmTotp,
    access: 'User',
    beforeFactor: true,
    stepUp: 'always',
    summary: 'Add an authenticator app. With the first factor come ten recovery codes, and all other sessions end',
    rate: 'login',
    body: TotpBody,
    reply: z.object({ recoveryCodes: RecoveryCodes.nullable() }),
    errors: ['account.factorSetupInvalid', 'account.factorWrong', 'account.factorsTooMany'],
  }),
  renewCodes: defineRoute({
    ...factorEndpoints.renewCodes,
    access: 'User',
    beforeFactor: true,
    stepUp: 'always',
    summary: 'Replace all recovery codes',
    reply: z.object({ recoveryCodes: RecoveryCodes }),
    errors: ['account.factorNone'],
  }),
  stepUp: defineRoute({
    ...factorEndpoints.stepUp,
    access: 'User',
    beforeFactor: true,
    summary:
      'Prove a factor again, or the password where the account has none: for five minutes this session may make the ' +
      'calls that are refused with account.stepUpRequired',
    rate: 'login',
    body: StepUpBody,
    reply: Empty,
    errors: ['account.factorWrong', 'account.oldPasswordWrong'],
  }),
  rename: defineRoute({
    ...factorEndpoints.rename,
    access: 'User',
    summary: 'Rename a second factor',
    params: FactorParams,
    body: z.object({ name: FactorName }),
    reply: Empty,
    errors: ['account.factorNotFound'],
  }),
  remove: defineRoute({
    ...factorEndpoints.remove,
    access: 'User',
    stepUp: 'always',
    summary: 'Remove a second factor; with the last one go the recovery codes',
    params: FactorParams,
    reply: Empty,
    errors: ['account.factorNotFound'],
  }),
};
