import type { PasskeyRef } from '@vexil/contract/factor';
import type { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { isPasskeyOrigin } from '@vexil/contract/passkey.rules';
import { ApiError } from '../../api/api-error';
import type { InputOf, ReplyOf } from '../../api/call';
import type { Translate } from '../../i18n/texts';

type Setup = ReplyOf<typeof factorEndpoints.beginPasskey>;
type Challenge = ReplyOf<typeof factorEndpoints.challengePasskey>;
type Credential = InputOf<typeof factorEndpoints.confirmPasskey>['body']['credential'];
export type Proof = NonNullable<InputOf<typeof factorEndpoints.stepUp>['body']['passkey']>;

/** Why there are no passkeys here: the site's address, or the browser. */
export function findPasskeyRefusal(): 'address' | 'browser' | null {
  if (!isPasskeyOrigin(window.location.origin)) return 'address';
  return 'PublicKeyCredential' in window ? null : 'browser';
}

const timeout = 300_000;
// EdDSA, ES256 and RS256, the likeliest first.
const algorithms = [-8, -7, -257];
const idsOf = (passkeys: readonly PasskeyRef[]) => passkeys.map((one) => ({ ...one, type: 'public-key' as const }));

/** What browsers say is for programmers, and is the same for a cancelled call and a late one. */
const say = (t: Translate<'factor'>) => (cause: unknown) => {
  const isKnown = cause instanceof Error && cause.name === 'InvalidStateError';
  const title = t(isKnown ? 'factor.passkey.known' : 'factor.passkey.cancelled');
  throw Object.assign(new ApiError({ title, status: 0, code: 'passkey' }), { cause });
};

export async function makePasskey(t: Translate<'factor'>, setup: Setup): Promise<Credential> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { challenge, rpId, rpName, userId, userName, passkeys } = setup;
  const optionsJSON = {
    ...{ challenge, timeout, attestation: 'none' as const },
    rp: { id: rpId, name: rpName },
    user: { id: userId, name: userName, displayName: userName },
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' as const })),
    excludeCredentials: idsOf(passkeys),
    authenticatorSelection: {
      ...({ residentKey: 'required', userVerification: 'required' } as const),
      // Of older browsers.
      requireResidentKey: true,
    },
  };
  const { id, response } = await startRegistration({ optionsJSON }).catch(say(t));
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, response: { clientDataJSON, attestationObject, transports } };
}

const optionsOf = ({ challenge, rpId, passkeys }: Challenge) => ({
  ...{ challenge, rpId, timeout, userVerification: 'required' as const },
  allowCredentials: idsOf(passkeys),
});

const proofOf = ({ id, response }: Proof): Proof => {
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, response: { clientDataJSON, authenticatorData, signature } };
};

export async function askPasskey(t: Translate<'factor'>, asked: Challenge): Promise<Proof> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  return proofOf(await startAuthentication({ optionsJSON: optionsOf(asked) }).catch(say(t)));
}

/** Shorter than a challenge lasts. */
const offeredMs = 240_000;

export const canOfferPasskeys = async (): Promise<boolean> =>
  findPasskeyRefusal() === null && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true;

/** The browser offers passkeys where it fills in the name; null where none was chosen in time, or another dialog began. */
export async function offerPasskeys(asked: Challenge, ended: AbortSignal): Promise<Proof | 'late' | null> {
  const { startAuthentication, WebAuthnAbortService } = await import('@simplewebauthn/browser');
  if (ended.aborted) return null;
  const cancel = () => WebAuthnAbortService.cancelCeremony();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    cancel();
  }, offeredMs);
  ended.addEventListener('abort', cancel);
  try {
    return proofOf(await startAuthentication({ optionsJSON: optionsOf(asked), useBrowserAutofill: true }));
  } catch {
    return isLate ? 'late' : null;
  } finally {
    clearTimeout(timer);
    ended.removeEventListener('abort', cancel);
  }
}
