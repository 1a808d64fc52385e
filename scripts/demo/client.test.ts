import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { openClient } from './client';
import { openConnection } from './connection';
import { describe } from './failure';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const json = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => {
  return (_request, response) => response.writeHead(status, headers).end(JSON.stringify(body));
};

/** A server that answers `/readyz` and otherwise gives one answer after the other. */
async function serve(...answers: Answer[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/readyz') return response.end();
    asked.push(`${request.method} ${request.url} ${request.headers.cookie ?? ''}`.trim());
    const answer = answers.shift();
    if (answer) answer(request, response);
    else response.writeHead(500).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const stopping = new AbortController();
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { asked, stopping, connection: openConnection(url, stopping.signal, () => undefined) };
}

it('waits as long as the server asks when it has asked too much', async () => {
  const tooMany = json(429, { code: 'request.tooMany', title: 'Later' }, { 'retry-after': '1' });
  const { connection, asked } = await serve(tooMany, json(200, 'name:1:token'));
  const before = Date.now();
  expect(await openClient(connection).team.invite({ params: { id: 1 } })).toBe('name:1:token');
  // A timer may fire a millisecond early by this clock.
  expect(Date.now() - before).toBeGreaterThan(900);
  expect(asked).toHaveLength(2);
});

it('asks again when the server went away in the middle', async () => {
  const { connection, asked } = await serve((request) => request.socket.destroy(), json(503, {}), json(200, []));
  expect(await openClient(connection).team.list()).toEqual([]);
  expect(asked).toHaveLength(3);
});

it('keeps its session, and signs in anew when that is gone', async () => {
  const session = { 'set-cookie': 'session=one; HttpOnly; Path=/' };
  const again = { 'set-cookie': 'session=two; HttpOnly; Path=/' };
  const { connection, asked } = await serve(
    json(200, [], session),
    json(401, { code: 'account.unauthenticated', title: 'Sign in' }),
    (_request, response) => response.writeHead(200, again).end(),
    json(200, []),
  );
  const client = openClient(connection, { userName: 'a', password: 'b' });
  await client.team.list();
  await client.team.list();
  expect(asked).toEqual([
    'GET /api/team',
    'GET /api/team session=one',
    'POST /api/account/login session=one',
    'GET /api/team session=two',
  ]);
});

it('says what was refused and why', async () => {
  const { connection } = await serve(json(400, { code: 'team.captainLimit', title: 'You lead enough teams.' }));
  const refused = openClient(connection).team.create({ body: { name: 'x' } });
  await expect(refused.catch(describe)).resolves.toBe(
    'POST /api/team was refused: You lead enough teams. (team.captainLimit)',
  );
});

it('gives up at once when the demo stops', async () => {
  const { connection, stopping } = await serve(() => stopping.abort());
  await expect(openClient(connection).team.list()).rejects.toThrow();
});
