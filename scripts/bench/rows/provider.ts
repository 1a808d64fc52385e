import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@vexil/db';
import { providerOf } from '@vexil/rules/sign-in.rules';
import { signToken, startStub } from '@vexil/server/testing/provider';
import { median, quantile } from '../../lib/quantile';
import { HttpConnection } from '../generator/http-connection';
import { userName, writeRequest } from '../generator/request';
import type { Harness } from '../harness/harness';
import { boardAnswer, detailsAnswer } from './answers';
import { type Row, sayCores } from './row';

const signInsPerSecond = 40;
const othersPerSecond = 200;
const turns = 5;
const connections = 16;
const tokenSeconds = 300;

/** Signs in the account that is named in the code. */
async function startIssuer() {
  const stub = await startStub({
    '/token'(body) {
      const [sub = '', nonce = ''] = (new URLSearchParams(body).get('code') ?? '').split(' ');
      const now = Math.floor(Date.now() / 1000);
      const claims = { iss: stub.url, aud: 'vexil', sub, nonce, iat: now, exp: now + tokenSeconds };
      return { body: { access_token: 'unused', token_type: 'Bearer', id_token: signToken(claims) } };
    },
  });
  return stub;
}

/** A provider to which every account is linked by its name. */
async function storeProvider({ sql }: Database, issuer: string): Promise<void> {
  const settings = providerOf({ id: 'bench', name: 'Bench', kind: 'oidc', clientId: 'vexil', issuer });
  await sql`insert into sign_in_providers (id, position, settings) values ('bench', 0, ${JSON.stringify(settings)}::jsonb)`;
  await sql`
    insert into account_links (account_id, provider, issuer, subject, label, created_at)
    select id, 'bench', ${issuer}, user_name, user_name, now() from accounts`;
}

const cookieIn = (head: string, name: string) => new RegExp(`\r\nset-cookie: (${name}=[^;]+)`, 'i').exec(head)?.[1];

async function signIn(connection: HttpConnection, player: number): Promise<void> {
  const headers = { 'Accept-Encoding': 'identity' };
  const begin = writeRequest('GET', '/api/account/signin/bench', { headers });
  const { text } = await connection.send(begin, { kept: 'headAndBody' });
  const { url } = JSON.parse(text.slice(text.indexOf('\r\n\r\n') + 4)) as { url: string };
  const asked = new URL(url).searchParams;
  const answer = new URLSearchParams({
    code: `${userName(player)} ${asked.get('nonce')}`,
    state: asked.get('state') ?? '',
  });
  const cookie = cookieIn(text, 'vexil_browser') ?? '';
  const back = writeRequest('GET', `/api/account/callback/bench?${answer}`, { headers, cookie });
  const reply = await connection.send(back, { kept: 'headAndBody', statuses: [302] });
  if (!cookieIn(reply.text, 'GZCTF_Token')) throw new Error(`No account was signed in: ${reply.text}`);
}

/** Sign-ins of one player after the other; with a rate, as many a second. */
async function signInMany(harness: Harness, port: number, { seconds, rate }: { seconds: number; rate?: number }) {
  const begin = performance.now();
  let done = 0;
  await Promise.all(
    Array.from({ length: connections }, async (_, index) => {
      const connection = new HttpConnection(port);
      for (let round = 0; performance.now() - begin < seconds * 1000; round += 1) {
        const at = round * connections + index;
        if (rate) await delay(Math.max(0, begin + (at / rate) * 1000 - performance.now()));
        await signIn(connection, at % harness.sessions.count);
        done += 1;
      }
      connection.close();
    }),
  );
  return { done, rate: done / ((performance.now() - begin) / 1000) };
}

const totalOf = (cores: Readonly<Record<string, number>>) => Object.values(cores).reduce((sum, one) => sum + one, 0);

export const provider: Row = async ({ harness, extent: { loginSeconds } }) => {
  const { ports, database } = await harness.deploy({ fresh: true });
  const port = ports[0] ?? 0;
  const issuer = await startIssuer();
  await storeProvider(database, issuer.url);
  await signInMany(harness, port, { seconds: 1 });
  const generator = harness.generator();
  const request = { kind: 'login' as const, firstPlayer: 0, count: harness.sessions.count };
  const byPassword = await harness.watch(() =>
    generator.call('load', { ports, connections, seconds: loginSeconds, request }),
  );
  const byProvider = await harness.watch(() => signInMany(harness, port, { seconds: loginSeconds }));
  const cost = (1000 * byProvider.seconds * totalOf(byProvider.cores)) / byProvider.result.done;
  const passwordCost = (1000 * byPassword.seconds * totalOf(byPassword.cores)) / byPassword.result.requests;
  const p99: number[] = [];
  for (let turn = 0; turn < (harness.options.smoke ? 1 : turns); turn += 1) {
    const others = [detailsAnswer(harness), boardAnswer(harness)].map(({ calls }) => ({
      ...{ ports, connections: 32, rate: othersPerSecond / 2, seconds: loginSeconds / 3 },
      request: { kind: 'calls' as const, calls, sessions: harness.sessions },
    }));
    const [, ...loads] = await Promise.all([
      signInMany(harness, port, { seconds: loginSeconds / 3, rate: signInsPerSecond }),
      ...others.map((plan) => generator.call('load', plan)),
    ]);
    const latency = loads.flatMap((one) => one.latency);
    p99.push(quantile(latency, 0.99));
  }
  await harness.stopGenerators();
  await issuer.close();
  return [
    {
      what: 'processor of a sign-in by a provider, of one by a password',
      value: cost / passwordCost,
      unit: 'times',
      budgets: [{ atMost: 0.2 }],
      note: `${cost.toFixed(1)} ms and ${passwordCost.toFixed(1)} ms; ${sayCores(byProvider.cores)}`,
    },
    {
      what: 'sign-ins by a provider, as many as go',
      value: byProvider.result.rate,
      unit: '/s',
      budgets: [],
      note: 'the provider beside them, RS256',
    },
    {
      what: `other calls' p99 while ${signInsPerSecond}/s sign in by a provider, median of turns`,
      value: median(p99),
      unit: 'ms',
      budgets: [{ atMost: 100 }],
      note: `${othersPerSecond}/s of details and scoreboard; longest turn ${quantile(p99, 1).toFixed(0)} ms`,
    },
  ];
};
