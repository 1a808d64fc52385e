// WebAuthn. A challenge is in Redis for five minutes, and losing it costs one try.

import { DomainError } from '@vexil/contract/errors';
import type { PasskeyBody, PasskeyProof } from '@vexil/contract/factor';
import { isPasskeyOrigin } from '@vexil/contract/passkey.rules';
import type { Deps } from '@vexil/http/deps';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { findPasskey, type Passkey } from './factor.queries';
import { browserCookie, whileAway } from './sign-in.state';

const lifetimeSeconds = 300;
const challengeForm = /^[\w-]{43}$/;

export interface Site {
  origin: string;
  /** What a challenge is for, and in which browser. */
  purpose: string;
}

type Store = Pick<Deps, 'redis' | 'keyPrefix'>;

function originOf({ headers, protocol, host }: FastifyRequest): string {
  // The guard of origins has compared it with the host.
  if (headers.origin !== undefined) return headers.origin;
  const url = `${protocol}://${host}`;
  return URL.canParse(url) ? new URL(url).origin : url;
}

/** `browser` is that of the cookie, or of the one that is sent with the reply. */
export const siteOf = (
  { config }: Pick<Deps, 'config'>,
  request: FastifyRequest,
  use: 'login' | `${'register' | 'stepUp'} ${string}`,
  browser = request.cookies[browserCookie],
): Site => ({ origin: config.publicUrl ?? originOf(request), purpose: `${use} ${browser}` });

/** Throws `account.passkeysUnavailable`. */
function rpIdOf({ origin }: Pick<Site, 'origin'>): string {
  if (!isPasskeyOrigin(origin)) throw new DomainError('account.passkeysUnavailable');
  return new URL(origin).hostname;
}

const keyOf = ({ keyPrefix }: Store, challenge: string) => `${keyPrefix}passkey:${challenge}`;

/** Throws `account.passkeysUnavailable`. */
export async function makeChallenge(
  deps: Store & Pick<Deps, 'random'>,
  site: Site,
): Promise<{ challenge: string; rpId: string }> {
  const rpId = rpIdOf(site);
  const challenge = deps.random.bytes(32).toString('base64url');
  await deps.redis.set(keyOf(deps, challenge), site.purpose, 'EX', lifetimeSeconds).catch(whileAway);
  return { challenge, rpId };
}

/** Calls a check of the library, whose errors are for programmers. Of many requests with one challenge only one passes. */
async function verify<T>(
  store: Store,
  { origin, purpose }: Site,
  check: (expected: {
    expectedChallenge: (challenge: string) => Promise<boolean>;
    expectedOrigin: string;
    expectedRPID: string;
  }) => Promise<T>,
): Promise<T> {
  const expectedRPID = rpIdOf({ origin });
  let isExpired = false;
  const expectedChallenge = async (challenge: string) => {
    const kept = challengeForm.test(challenge) && (await store.redis.getdel(keyOf(store, challenge)).catch(whileAway));
    isExpired = kept !== purpose;
    return !isExpired;
  };
  try {
    return await check({ expectedChallenge, expectedOrigin: origin, expectedRPID });
  } catch (cause) {
    if (cause instanceof DomainError) throw cause;
    throw new DomainError(isExpired ? 'account.passkeyExpired' : 'account.passkeyInvalid', { cause });
  }
}

/** A signature that was right; its counter is compared when it is stored. */
export interface PasskeyUse {
  passkey: Passkey;
  counter: number;
}

/** Throws `account.passkeyInvalid`, `.passkeyExpired` or `.passkeysUnavailable`. */
export async function verifyPasskey(
  deps: Store & Pick<Deps, 'db'>,
  site: Site,
  { id, response }: PasskeyProof,
): Promise<PasskeyUse> {
  rpIdOf(site);
  const passkey = await findPasskey(deps.db, id);
  if (!passkey) throw new DomainError('account.passkeyInvalid');
  // Most servers never need it, and it takes 26 MB.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
  const { verified, authenticationInfo } = await verify(deps, site, (expected) =>
    verifyAuthenticationResponse({
      ...expected,
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      requireUserVerification: true,
      // With 0 the library leaves the counter to us: only the statement that stores it can compare it.
      credential: { id, publicKey: Buffer.from(passkey.publicKey, 'base64url'), counter: 0 },
    }),
  );
  if (!verified) throw new DomainError('account.passkeyInvalid');
  return { passkey, counter: authenticationInfo.newCounter };
}

/** What is stored of a new passkey. Throws `account.passkeyInvalid`, `.passkeyExpired` or `.passkeysUnavailable`. */
export async function verifyNewPasskey(
  store: Store,
  site: Site,
  { id, response: { transports, ...response } }: z.output<typeof PasskeyBody>['credential'],
): Promise<{ credentialId: string; publicKey: string; counter: number; transports: string[] }> {
  rpIdOf(site);
  const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  const { verified, registrationInfo } = await verify(store, site, (expected) => {
    // For a certificate the library opens addresses that the sender names. We ask for none, so browsers send none.
    const attestation = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'));
    const format = attestation.get('fmt');
    const isPlain = format === 'none' || (format === 'packed' && !attestation.get('attStmt').get('x5c'));
    if (!isPlain) throw new Error('Attested');
    return verifyRegistrationResponse({
      ...expected,
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      requireUserVerification: true,
    });
  });
  if (!verified || registrationInfo.credential.id !== id) throw new DomainError('account.passkeyInvalid');
  const { publicKey, counter } = registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports ?? [],
  };
}
