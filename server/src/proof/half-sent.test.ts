// 1,500 unfinished requests from one address, over real connections, must not affect other clients: neither of other
// addresses nor of the same one. Only status codes are checked, so that the limiter may be replaced.

import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { AccountRow } from '@vexil/db/schema/account';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp, type TestApp } from '../../testing/app';
import { handshake, listen, separator } from '../../testing/live';

const attackers = 1500;
const elsewhere = '127.0.0.1';

let test: TestApp;
let port: number;
let game: { id: number; challengeId: number };
let player: AccountRow;
let open: Socket[] = [];

beforeAll(async () => {
  test = await createTestApp({ rateLimit: true }, { limits: 'default' });
  port = Number(new URL(await listen(test.app)).port);
  const { challenge } = await buildChallenge(test.db);
  game = { id: challenge.gameId, challengeId: challenge.id };
  const participation = await buildParticipation(test.db, { gameId: game.id, built: await buildTeam(test.db) });
  player = participation.captain;
});
afterAll(() => test.close());
afterEach(() => {
  for (const socket of open) socket.destroy();
  open = [];
});

const answerPath = () => `/api/game/${game.id}/challenges/${game.challengeId}`;

type Call = { method?: string; path: string; from: string; cookie?: string; body?: unknown };

function send({ method = 'GET', path, from, cookie, body }: Call): Promise<number> {
  const payload = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    ...(cookie ? { cookie } : {}),
    ...(payload ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) } : {}),
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, localAddress: from, agent: false, method, path, headers } as const;
    const request = httpRequest(options, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', reject);
    request.end(payload);
  });
}

/** 101 when the hub answered the handshake, else the status of the error. */
async function openHub(from: string, cookie?: string): Promise<number> {
  const options = { localAddress: from, headers: cookie ? { cookie } : {} };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/hub/user?game=${game.id}&live=1`, options);
  const refused = new Promise<number>((resolve) =>
    socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0)),
  );
  socket.on('error', () => {});
  socket.once('open', () => socket.send(JSON.stringify(handshake) + separator));
  const status = await Promise.race([refused, once(socket, 'message').then(() => 101)]);
  socket.terminate();
  return status;
}

/** Calls of a signed-in player. */
async function play(from: string) {
  const cookie = await test.signIn(player);
  const body = { flag: 'flag{wrong}' };
  return {
    board: await send({ from, cookie, path: `/api/game/${game.id}/scoreboard` }),
    details: await send({ from, cookie, path: `/api/game/${game.id}/details` }),
    submission: await send({ from, cookie, method: 'POST', path: answerPath(), body }),
    hub: await openHub(from, cookie),
  };
}

/** Anonymous calls, which are rate-limited per address. */
async function browse(from: string) {
  const account = await buildAccount(test.db);
  const body = { userName: account.userName, password: testPassword };
  return {
    board: await send({ from, path: `/api/game/${game.id}/scoreboard` }),
    signIn: await send({ from, method: 'POST', path: '/api/account/login', body }),
    hub: await openHub(from),
  };
}

const played = { board: 200, details: 200, submission: 200, hub: 101 };
const visited = { board: 200, signIn: 200, hub: 101 };

/** Opens a connection and sends an unfinished request. */
async function begin(from: string, text: string): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port, localAddress: from });
  open.push(socket);
  socket.on('error', () => {});
  socket.resume();
  await once(socket, 'connect').catch(() => undefined);
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
}

interface Attack {
  name: string;
  signedIn?: boolean;
  text(): string;
}

const head = (line: string, ...headers: string[]) =>
  `${[`${line} HTTP/1.1`, 'Host: vexil.test', ...headers].join('\r\n')}\r\n`;
const json = (length: number) => ['Content-Type: application/json', `Content-Length: ${length}`];
const form = ['Content-Type: multipart/form-data; boundary=b', 'Content-Length: 100000'];
const partHead = '\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\nx';
const chunked = ['Content-Type: application/json', 'Transfer-Encoding: chunked'];

const attacks: Attack[] = [
  { name: 'a JSON body of 100 kB', text: () => `${head('POST /api/team', ...json(100_000))}\r\n{` },
  { name: 'a sign-in', text: () => `${head('POST /api/account/login', ...json(1000))}\r\n{` },
  { name: 'a chunked body', text: () => `${head('POST /api/account/login', ...chunked)}\r\n1\r\n{\r\n` },
  { name: 'an upload of a stranger', text: () => `${head('PUT /api/account/avatar', ...form)}${partHead}` },
  { name: 'a GET with a body', text: () => `${head(`GET /api/game/${game.id}/scoreboard`, ...json(1000))}\r\n{` },
  { name: 'a negotiation', text: () => `${head(`POST /hub/user/negotiate?game=${game.id}`, ...json(1000))}\r\n{` },
  { name: 'a body for an unknown address', text: () => `${head('POST /api/nothing', ...json(1000))}\r\n{` },
  { name: 'headers', text: () => `GET /api/game/${game.id}/scoreboard HTTP/1.1\r\nHost: vexil.test\r\nX-Half: y` },
  { name: 'nothing at all', text: () => '' },
  { name: 'an answer', signedIn: true, text: () => `${head(`POST ${answerPath()}`, ...json(1000))}` },
  { name: 'an upload', signedIn: true, text: () => `${head('PUT /api/account/avatar', ...form)}` },
];

describe('1,500 unfinished requests', () => {
  it.each(attacks.map((attack, index) => ({ ...attack, from: `127.0.0.${10 + index}` })))(
    'do not affect other clients: $name',
    async ({ text, signedIn, from }) => {
      const cookie = signedIn ? await test.signIn(await buildAccount(test.db)) : undefined;
      const rest = form.every((header) => text().includes(header)) ? partHead : '\r\n{';
      const sent = cookie ? `${text()}Cookie: ${cookie}\r\n${rest}` : text();
      await Promise.all(Array.from({ length: attackers }, () => begin(from, sent)));
      expect(await browse(elsewhere)).toEqual(visited);
      expect(await play(elsewhere)).toEqual(played);
      // Players at one venue share an address.
      expect(await play(from)).toEqual(played);
      // Concurrent calls of many players must get through as well, not only sequential ones.
      const path = `/api/game/${game.id}/details`;
      const cookieOfPlayer = await test.signIn(player);
      const burst = Array.from({ length: 40 }, () => send({ from: elsewhere, cookie: cookieOfPlayer, path }));
      expect(new Set(await Promise.all(burst))).toEqual(new Set([200]));
    },
    120_000,
  );

  it('leave no connections behind', async () => {
    const path = `/api/game/${game.id}/scoreboard`;
    const calls = Array.from({ length: 300 }, () => send({ from: elsewhere, path }));
    expect(new Set(await Promise.all(calls))).toEqual(new Set([200]));
  });
});
