// What a sign-in by a provider has to remember between two requests. Redis may lose it: that costs one try.

import { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import type { Identity } from '@vexil/rules/sign-in.rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setServerCookie } from '../session/session.cookie';

const stateLifetimeSeconds = 600;
const pendingLifetimeSeconds = 1800;
export const browserCookie = 'vexil_browser';
const browserForm = /^[0-9a-f]{32}$/;

export interface SignInState {
  provider: string;
  /** Of the cookie: a stranger's link signs no browser in to their account. */
  browser: string;
  nonce: string;
  verifier: string;
  /** As it was sent to the provider. */
  redirectUri: string;
  from: string;
  /** The account that is linked; null to sign in. */
  linkedId: string | null;
}

export interface Pending {
  provider: string;
  identity: Identity;
  from: string;
}

type Store = Pick<Deps, 'redis' | 'keyPrefix'>;

const stateKey = ({ keyPrefix }: Store, state: string) => `${keyPrefix}sign-in:${state}`;
const pendingKey = ({ keyPrefix }: Store, browser: string) => `${keyPrefix}first-sign-in:${browser}`;

export function whileAway(cause: unknown): never {
  throw new DomainError('request.unavailable', { retryAfterSeconds: 1, cause });
}

const read = <T>(text: string | null): T | null => (text === null ? null : JSON.parse(text));

export async function keepState(store: Store, state: string, value: SignInState): Promise<void> {
  await store.redis.set(stateKey(store, state), JSON.stringify(value), 'EX', stateLifetimeSeconds).catch(whileAway);
}

/** Of many requests with one state only one gets it. */
export const takeState = async (store: Store, state: string): Promise<SignInState | null> =>
  read(await store.redis.getdel(stateKey(store, state)).catch(whileAway));

export async function keepPending(store: Store, browser: string, value: Pending): Promise<void> {
  await store.redis
    .set(pendingKey(store, browser), JSON.stringify(value), 'EX', pendingLifetimeSeconds)
    .catch(whileAway);
}

export async function findPending(
  store: Store,
  browser: string | undefined,
  provider: string,
): Promise<Pending | null> {
  if (!browser || !browserForm.test(browser)) return null;
  const pending = read<Pending>(await store.redis.get(pendingKey(store, browser)).catch(whileAway));
  return pending?.provider === provider ? pending : null;
}

/** Without it the entry ends after its lifetime; an identity is linked only once. */
export async function dropPending(store: Store, browser: string): Promise<void> {
  await store.redis.del(pendingKey(store, browser)).catch(() => undefined);
}

/** The random id of the browser, which is given one where it has none. */
export function browserOf({ random }: Pick<Deps, 'random'>, request: FastifyRequest, reply: FastifyReply): string {
  const known = request.cookies[browserCookie];
  const id = known && browserForm.test(known) ? known : random.bytes(16).toString('hex');
  setServerCookie(request, reply, browserCookie, id, { path: '/api/account', maxAgeSeconds: pendingLifetimeSeconds });
  return id;
}
