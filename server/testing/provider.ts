// Providers for tests: `oidc-provider`, which does as the standard says, and stubs that answer what a test wants.

import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signInProviders } from '@vexil/db/schema/sign-in';
import { providerOf } from '@vexil/rules/sign-in.rules';
import Provider from 'oidc-provider';
import type { TestApp } from './app';

const redirects = ['http://localhost/api/account/callback/uni', 'http://localhost/api/account/callback/club'];
const clientSecret = 'secret-of-the-client';

const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
const jwk = { ...keys.publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' };

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const close = (server: Server) =>
  new Promise<void>((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

export type Claims = Record<string, unknown>;

/** Signs in whom `person` says, without a page. */
export async function startOidcProvider(leadBack: readonly string[] = redirects) {
  const state: { person: Claims & { sub: string } } = { person: { sub: 'none' } };
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  const issuer = await listen(server);
  const provider = new Provider(issuer, {
    clients: [{ client_id: 'vexil', client_secret: clientSecret, redirect_uris: [...leadBack] }],
    jwks: { keys: [{ ...keys.privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['key of the test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['preferred_username', 'name'],
      groups: ['groups'],
    },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ ...state.person, sub: accountId }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    async loadExistingGrant({ oidc }) {
      const grant = new provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      });
      grant.addOIDCScope('openid email profile groups');
      await grant.save();
      return grant;
    },
    pkce: { required: () => true },
  });
  const answer = provider.callback();
  handle = (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response);
    void provider.interactionFinished(request, response, { login: { accountId: state.person.sub } });
  };
  return { issuer, state, close: () => close(server) };
}
export type OidcProvider = Awaited<ReturnType<typeof startOidcProvider>>;

/** What a browser does at the provider; returns the address that leads back. */
export async function visitProvider(url: string): Promise<string> {
  const jar = new Map<string, string>();
  for (let at = url, hops = 0; hops < 10; hops += 1) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(at, { redirect: 'manual', headers: { cookie } });
    for (const one of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      jar.set(name, value);
    }
    const next = reply.headers.get('location');
    if (!next) throw new Error(`The provider answered ${reply.status}: ${(await reply.text()).slice(0, 300)}`);
    at = new URL(next, at).href;
    if (redirects.some((one) => at.startsWith(one))) return at;
  }
  throw new Error('The provider leads in circles.');
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function signToken(claims: Claims, header: Claims = { alg: 'RS256', kid: 'one' }): string {
  const content = `${encode(header)}.${encode(claims)}`;
  return `${content}.${createSign('RSA-SHA256').update(content).sign(keys.privateKey, 'base64url')}`;
}

interface StubReply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** Answers by path; of a function what it returns for the body of the request. */
export async function startStub(answers: Record<string, StubReply | ((body: string) => StubReply)>) {
  const asked: { path: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  const server = createServer(async (request, response) => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    const body = await text(request);
    asked.push({ path, body, headers: request.headers });
    const answer = answers[path] ?? { status: 404, body: {} };
    const { status = 200, headers = {}, body: content } = typeof answer === 'function' ? answer(body) : answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(content));
  });
  const url = await listen(server);
  answers['/jwks'] ??= { body: { keys: [jwk] } };
  answers['/.well-known/openid-configuration'] ??= {
    body: {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      jwks_uri: `${url}/jwks`,
      id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
    },
  };
  return { url, answers, asked, close: () => close(server) };
}

type Given = Partial<Parameters<typeof providerOf>[0]> & { issuer?: string };

/** As the settings store it; `uni` unless it says otherwise. */
export async function buildProvider({ db, deps }: Pick<TestApp, 'db' | 'deps'>, given: Given = {}) {
  const settings = providerOf({ id: 'uni', name: 'University', kind: 'oidc', clientId: 'vexil', ...given });
  const values = { settings, clientSecretSealed: deps.sealing.seal(clientSecret), position: 0 };
  await db
    .insert(signInProviders)
    .values({ id: settings.id, ...values })
    .onConflictDoUpdate({ target: signInProviders.id, set: values });
  return settings;
}
