// Sign-ins by OpenID Connect and OAuth 2. Tokens are used once, for the claims and the profile, and stored nowhere.

import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { groupsOf, type Identity, identityOfClaims, identityOfProfile } from '@vexil/rules/sign-in.rules';
import { LRUCache } from 'lru-cache';
import * as oidc from 'openid-client';
import type { ProviderRow } from '../config/provider.service';
import { createProviderFetch } from './provider-fetch';

/** A provider that is gone is noticed before the browser is sent to it. */
const discoverySeconds = 0.9;
const discoveryAgeMsMax = 60_000;
const callSeconds = 5;
const clockToleranceSeconds = 60;

type ProviderDeps = Pick<Deps, 'config' | 'sealing' | 'log'>;

interface Endpoints {
  authorize: string;
  token: string;
  profile: string;
  emails?: string;
}

/** GitHub Enterprise has its API below its own address. */
const endpoints: Partial<Record<ProviderRow['kind'], (issuer: string) => Endpoints>> = {
  github(issuer) {
    const api = issuer === 'https://github.com' ? 'https://api.github.com' : `${issuer}/api/v3`;
    return {
      authorize: `${issuer}/login/oauth/authorize`,
      token: `${issuer}/login/oauth/access_token`,
      profile: `${api}/user`,
      emails: `${api}/user/emails`,
    };
  },
  discord: (issuer) => ({
    authorize: `${issuer}/oauth2/authorize`,
    token: `${issuer}/api/oauth2/token`,
    profile: `${issuer}/api/users/@me`,
  }),
  ctftime: (issuer) => ({ authorize: `${issuer}/authorize`, token: `${issuer}/token`, profile: `${issuer}/user` }),
};

const endpointsOf = ({ kind, issuer }: ProviderRow) => endpoints[kind]?.(issuer.replace(/\/$/, ''));

/** A form body, which all take, unless the provider names the header alone. */
function authenticationOf(secret: string | null): oidc.ClientAuth {
  if (secret === null) return oidc.None();
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? [];
    const isHeader = methods.includes('client_secret_basic') && !methods.includes('client_secret_post');
    (isHeader ? inHeader : inBody)(server, client, body, headers);
  };
}

async function connect(deps: ProviderDeps, provider: ProviderRow): Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecretSealed } = provider;
  const secret = clientSecretSealed === null ? null : deps.sealing.unseal(clientSecretSealed);
  const authentication = authenticationOf(secret);
  const fetch = createProviderFetch(deps.config);
  const metadata = { [oidc.clockTolerance]: clockToleranceSeconds };
  const own = endpointsOf(provider);
  // Without these the library trusts TLS alone; with them only asymmetric signatures pass.
  const execute = [oidc.enableNonRepudiationChecks];
  if (deps.config.oidcPrivateIssuers) execute.push(oidc.allowInsecureRequests);
  if (!own) {
    const options = { [oidc.customFetch]: fetch, timeout: discoverySeconds, execute };
    const found = await oidc.discovery(new URL(issuer), clientId, metadata, authentication, options);
    found.timeout = callSeconds;
    return found;
  }
  const server = { issuer, authorization_endpoint: own.authorize, token_endpoint: own.token };
  const made = new oidc.Configuration(server, clientId, metadata, authentication);
  made[oidc.customFetch] = fetch;
  made.timeout = callSeconds;
  for (const extend of execute) extend(made);
  return made;
}

interface Connection {
  at: number;
  opened: Promise<oidc.Configuration>;
}

/** By process: the settings are the key, so new ones are never met by an old connection. */
const connections = new WeakMap<Deps['config'], LRUCache<string, Connection>>();
const connectionsMax = 100;

async function open(deps: ProviderDeps, provider: ProviderRow, ageMsMax: number): Promise<oidc.Configuration> {
  const ofProcess = connections.get(deps.config) ?? new LRUCache<string, Connection>({ max: connectionsMax });
  connections.set(deps.config, ofProcess);
  const key = JSON.stringify([provider.kind, provider.issuer, provider.clientId, provider.clientSecretSealed]);
  const known = ofProcess.get(key);
  if (known && performance.now() - known.at <= ageMsMax) return known.opened;
  const opened = connect(deps, provider);
  ofProcess.set(key, { at: performance.now(), opened });
  opened.catch(() => ofProcess.delete(key));
  return opened;
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '');

const unreadable = /^OAUTH_(RESPONSE_IS_NOT|TIMEOUT|ABORT|HTTP_REQUEST|REQUEST_PROTOCOL|MISSING_SERVER|INVALID_SERVER)/;

function refusalOf(error: unknown): ErrorCode {
  const code = codeOf(error);
  if (error instanceof oidc.AuthorizationResponseError) {
    if (error.error === 'access_denied') return 'account.signInCancelled';
    return /^(server_error|temporarily_unavailable)$/.test(error.error)
      ? 'account.providerUnavailable'
      : 'account.signInInvalid';
  }
  if (code === 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED') return 'account.signInClock';
  if (!code.startsWith('OAUTH_') || unreadable.test(code)) return 'account.providerUnavailable';
  return 'account.signInInvalid';
}

/** Only codes are logged: messages and causes of the library may hold tokens. */
function refuse({ log }: ProviderDeps, { id }: ProviderRow, cause: unknown, code = refusalOf(cause)): never {
  const { error: reason } = cause as { error?: unknown };
  const failure = { reason: typeof reason === 'string' ? reason : codeOf(cause), name: (cause as Error).name };
  log.warn({ event: 'account.provider_failed', provider: id, code, ...failure }, 'A sign-in by a provider failed');
  throw new DomainError(code);
}

export interface Begun {
  url: string;
  nonce: string;
  verifier: string;
}

/** The address to send the browser to. Throws `account.providerUnavailable`, within a second. */
export async function beginAt(
  deps: ProviderDeps,
  provider: ProviderRow,
  { state, redirectUri }: { state: string; redirectUri: string },
): Promise<Begun> {
  const { kind, scopes: scope } = provider;
  const [nonce, verifier] = [oidc.randomNonce(), oidc.randomPKCECodeVerifier()];
  try {
    const configuration = await open(deps, provider, discoveryAgeMsMax);
    const proof = {
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    };
    const parameters: Record<string, string> = {
      ...{ redirect_uri: redirectUri, scope, state },
      // CTFtime knows no proof of the key.
      ...(kind === 'ctftime' ? {} : proof),
      ...(endpointsOf(provider) ? {} : { nonce }),
    };
    const url = oidc.buildAuthorizationUrl(configuration, parameters);
    const isFetched = url.protocol === 'https:' || (deps.config.oidcPrivateIssuers && url.protocol === 'http:');
    if (!isFetched) throw new Error('The address of the provider is no web address.');
    return { url: url.href, nonce, verifier };
  } catch (error) {
    return refuse(deps, provider, error, 'account.providerUnavailable');
  }
}

interface Returned {
  /** With what the provider added. */
  url: URL;
  state: string;
  nonce: string;
  verifier: string;
}

async function readJson(configuration: oidc.Configuration, accessToken: string, address: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json' });
  const reply = await oidc.fetchProtectedResource(configuration, accessToken, new URL(address), 'GET', null, headers);
  if (!reply.ok) throw new Error(`The profile call was answered ${reply.status}.`);
  return reply.json();
}

async function readProfile(
  configuration: oidc.Configuration,
  { kind, issuer }: ProviderRow,
  { profile, emails }: Endpoints,
  accessToken: string,
): Promise<Identity> {
  invariantKind(kind);
  const replies = {
    profile: await readJson(configuration, accessToken, profile),
    emails: emails && (await readJson(configuration, accessToken, emails).catch(() => [])),
  };
  const identity = identityOfProfile(kind, issuer, replies);
  if (!identity) throw new Error('The profile call was answered in another form.');
  return identity;
}

function invariantKind(kind: ProviderRow['kind']): asserts kind is 'github' | 'discord' | 'ctftime' {
  if (!(kind in endpoints)) throw new Error(`${kind} has no profile call.`);
}

async function readClaims(
  configuration: oidc.Configuration,
  { groupsClaim, groups, rules }: ProviderRow,
  tokens: oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers,
): Promise<Identity> {
  const claims = tokens.claims();
  if (!claims) throw new Error('There is no ID token.');
  const needsGroups = groups.length + rules.length > 0 && groupsOf(claims, groupsClaim).length === 0;
  const isWhole = typeof claims.email === 'string' && !needsGroups;
  if (isWhole || !configuration.serverMetadata().userinfo_endpoint) return identityOfClaims(claims, groupsClaim);
  const more = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  return identityOfClaims({ ...more, ...claims }, groupsClaim);
}

/** Throws `account.providerUnavailable`, `.signInCancelled`, `.signInClock` or `.signInInvalid`. */
export async function completeAt(
  deps: ProviderDeps,
  provider: ProviderRow,
  { url, state, nonce, verifier }: Returned,
): Promise<Identity> {
  const own = endpointsOf(provider);
  try {
    const configuration = await open(deps, provider, Number.POSITIVE_INFINITY);
    const tokens = await oidc.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      ...(provider.kind === 'ctftime' ? {} : { pkceCodeVerifier: verifier }),
      ...(own ? {} : { expectedNonce: nonce, idTokenExpected: true }),
    });
    return own
      ? await readProfile(configuration, provider, own, tokens.access_token)
      : await readClaims(configuration, provider, tokens);
  } catch (error) {
    return refuse(deps, provider, error);
  }
}
