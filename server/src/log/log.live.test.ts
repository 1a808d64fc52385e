import type { LogMessage } from '@vexil/contract/log';
import { storeLogs } from '@vexil/data/log/log.queries';
import { type Database, openDatabase } from '@vexil/db';
import { logs } from '@vexil/db/schema/log';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import type { Deps } from '@vexil/http/deps';
import { publish } from '@vexil/runtime/live';
import { viewLogLine } from '@vexil/runtime/log-line.rules';
import { createLogSink, type LogSink } from '@vexil/runtime/log-sink';
import { loggerOptions, loggerStreams } from '@vexil/runtime/logger';
import { asc } from 'drizzle-orm';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { connectHub, type HubClient, listen } from '../../testing/live';
import { buildToken } from '../../testing/token';
import { buildApp } from '../app';

const secretFlag = 'flag{must_not_be_logged}';
const wrongPassword = 'Wr0ngPassw0rd';
const passwordAsName = 'Sup3rS3cretInTheWrongField';

describe('the log of a server', () => {
  let test: TestApp;
  let app: FastifyInstance;
  let deps: Deps;
  let sink: LogSink;
  let hub: HubClient;
  let admin: Awaited<ReturnType<typeof buildAccount>>;
  const output: string[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    admin = await buildAccount(test.db, { role: 'Admin' });
    sink = createLogSink({ intervalMs: 50 });
    const stream = { write: (text: string) => void output.push(text) };
    const log = pino(
      loggerOptions({ level: 'error', process: 'server' }),
      pino.multistream(loggerStreams('error', sink, stream)),
    );
    deps = { ...test.deps, log };
    app = await buildApp(deps);
    const address = await listen(app);
    hub = await connectHub(`${address}/hub/admin`, await test.signIn(admin));
    sink.open({
      store: (lines) => storeLogs(deps.database, lines),
      publish: (line) => publish(deps, 'admin', 'ReceivedLog', viewLogLine(line)),
    });
    // The hub reports its connection before the server has subscribed it.
    await vi.waitFor(async () => {
      deps.log.info('Waiting for the subscription');
      await sink.flush();
      expect(hub.of('ReceivedLog')).not.toEqual([]);
    }, 30_000);
  });
  afterAll(async () => {
    await hub.connection.stop();
    await sink.close();
    await app.close();
    await test.close();
  });

  const received = () => hub.of('ReceivedLog') as LogMessage[];
  const send = (options: InjectOptions) => app.inject(options);
  const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
    send({ method: 'POST', url, payload, headers });
  const stored = () => test.db.select().from(logs).orderBy(asc(logs.id));

  async function isLogged(line: Partial<LogMessage>): Promise<void> {
    await vi.waitFor(() => expect(received()).toContainEqual(expect.objectContaining(line)), 30_000);
    await vi.waitFor(async () => {
      const rows = (await stored()).map(viewLogLine);
      expect(rows).toContainEqual(expect.objectContaining(line));
    }, 30_000);
  }

  it('streams and stores sign-ins, failed sign-ins and denied requests', async () => {
    const account = await buildAccount(test.db);
    const { userName } = account;
    await post('/api/account/login', { userName, password: wrongPassword });
    await isLogged({ name: userName, msg: 'Could not sign in', status: 'Denied', ip: '127.0.0.1' });
    await post('/api/account/login', { userName: passwordAsName, password: wrongPassword });
    await isLogged({ name: 'Anonymous', msg: 'Could not sign in', status: 'Denied', ip: '127.0.0.1' });
    await post('/api/account/login', { userName, password: testPassword });
    await isLogged({ name: userName, msg: 'Signed in', status: 'Success', level: 'Information', kind: 'account' });
    await send({ url: '/api/admin/users?hint=x', headers: { cookie: await test.signIn(account) } });
    await isLogged({ name: userName, msg: 'GET /api/admin/users was denied', status: 'Denied' });
  });

  it('streams what an account is denied again and again once a minute', async () => {
    const account = await buildAccount(test.db);
    const headers = { cookie: await test.signIn(account) };
    for (let times = 0; times < 3; times += 1) {
      expect((await send({ url: '/api/admin/users', headers })).statusCode).toBe(403);
    }
    await send({ url: '/api/admin/teams', headers });
    await isLogged({ name: account.userName, msg: 'GET /api/admin/teams was denied', status: 'Denied' });
    const lines = (await stored()).map(viewLogLine).filter(({ name }) => name === account.userName);
    expect(lines.map(({ msg }) => msg).sort()).toEqual([
      'GET /api/admin/teams was denied',
      'GET /api/admin/users was denied',
    ]);
  });

  it('streams requests for missing files', async () => {
    const hash = 'ab'.repeat(32);
    await send({ url: `/assets/${hash}/picture.png` });
    const msg = 'The file abababababababab was asked for and is not there';
    await isLogged({ name: 'Anonymous', level: 'Warning', msg, status: 'NotFound', ip: '127.0.0.1' });
  });

  it('streams changes of teams and tokens', async () => {
    const cookie = await test.signIn(admin);
    await post('/api/team', { name: 'Loggers' }, { cookie });
    await isLogged({
      name: admin.userName,
      msg: 'Made the team Loggers',
      status: 'Success',
    });
    await post('/api/tokens', { name: 'board' }, { cookie });
    await isLogged({ name: admin.userName, msg: 'Made the API token board', status: 'Success' });
  });

  it('names games and teams', async () => {
    const game = await buildGame(test.db, { title: 'Spring Cup' });
    const team = await buildTeam(test.db, { name: 'Owls' });
    const cookie = await test.signIn(team.captain);
    await post(`/api/game/${game.id}`, { teamId: team.team.id }, { cookie });
    const msg = 'Joined the game Spring Cup with the team Owls';
    await isLogged({ name: team.captain.userName, msg, status: 'Success', ip: '127.0.0.1' });
  });

  it('has every line from Information up, whatever the log level', async () => {
    deps.log.debug('too fine');
    deps.log.info('just right');
    await isLogged({ name: 'System', msg: 'just right', status: 'Success' });
    expect(output.join('')).not.toContain('just right');
    expect(JSON.stringify(received())).not.toContain('too fine');
    expect(JSON.stringify(received())).not.toContain('A request was answered');
  });

  it('never holds a flag, a token, a password or a cookie', async () => {
    const { challenge } = await buildChallenge(test.db);
    const { gameId, id: challengeId } = challenge;
    const { captain } = await buildParticipation(test.db, { gameId });
    const cookie = await test.signIn(captain);
    const { text, headers } = await buildToken(test, captain);
    const session = cookie.split('=')[1] ?? '';
    const bodies = [
      post(`/api/game/${gameId}/challenges/${challengeId}`, { flag: secretFlag }, { cookie }),
      post(`/api/game/${gameId}/challenges/${challengeId}`, { flag: secretFlag }, headers),
      post('/api/account/login', { userName: captain.userName, password: testPassword }, { cookie }),
      post('/api/account/login', { userName: passwordAsName, password: wrongPassword }),
      post(`/api/tokens/${text}/restore`, {}, headers),
      send({ url: `/api/admin/logs?access_token=${text}`, headers: { cookie } }),
      send({ url: `/api/admin/users/${text}`, method: 'PUT', payload: {}, headers: { cookie } }),
      send({ url: `/hub/admin?access_token=${text}` }),
    ];
    await Promise.all(bodies);
    deps.log.error(
      {
        err: Object.assign(new Error(`Refused: ${secretFlag} ${text} password=${wrongPassword}`), { flag: secretFlag }),
        flag: secretFlag,
        body: { flag: secretFlag, password: wrongPassword, token: text },
        req: { headers: { cookie, authorization: `Bearer ${text}` } },
      },
      `Something broke with ${cookie}`,
    );
    await sink.flush();
    await isLogged({ name: 'System', status: 'Failed', msg: expect.stringContaining('Something broke') });
    const everything = JSON.stringify([received(), await stored()]);
    for (const secret of [secretFlag, text, session, testPassword, wrongPassword, passwordAsName]) {
      expect(everything).not.toContain(secret);
    }
  });

  it('continues after a database outage and reports the gap', async () => {
    const database = openDatabase(test.database.url, { connectionsMax: 1 });
    let handle: Database = database;
    const other = createLogSink({ intervalMs: 20, linesMax: 3, batchSize: 2 });
    other.open({ store: (lines) => storeLogs(handle, lines), publish: async () => {} });
    await database.close();
    const write = (msg: string) => other.write(JSON.stringify({ level: 30, time: Date.now(), msg }));
    for (let index = 0; index < 5; index += 1) write(`outage ${index}`);
    await other.flush();
    expect(JSON.stringify(await stored())).not.toContain('outage');
    handle = test.database;
    // The server itself may log as well.
    const ours = /^outage|were dropped/;
    await vi.waitFor(async () => {
      const messages = (await stored()).map(({ message }) => message).filter((one) => ours.test(one));
      const lost = '2 log lines were dropped while the database did not answer';
      expect(messages).toEqual(['outage 0', 'outage 1', 'outage 2', lost]);
    }, 30_000);
    await other.close();
  });

  it('stores every line of a burst', async () => {
    for (let index = 0; index < 1200; index += 1) deps.log.info(`burst ${index}`);
    await sink.flush();
    await vi.waitFor(async () => {
      const burst = (await stored()).filter(({ message }) => message.startsWith('burst '));
      expect(burst.map(({ message }) => message)).toEqual([...Array(1200).keys()].map((index) => `burst ${index}`));
    }, 30_000);
  });
});
