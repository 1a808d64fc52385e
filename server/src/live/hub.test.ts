import { accountRoutes } from '@vexil/contract/account';
import { configAdminRoutes } from '@vexil/contract/config-info';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import type { Notice } from '@vexil/contract/notice';
import { participationRoutes } from '@vexil/contract/participation';
import { termsRoutes } from '@vexil/contract/terms';
import { sessions } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { gameStaff } from '@vexil/db/schema/game';
import { participationMembers } from '@vexil/db/schema/participation';
import { numberRebuilds } from '@vexil/db/schema/scoreboard-version';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { publish, publishAccessChanged } from '@vexil/runtime/live';
import { publishTopics } from '@vexil/runtime/topics';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildFactor } from '../../testing/factor';
import { connectHub, connectRaw, type HubClient, handshake, listen, type RawClient } from '../../testing/live';
import { buildApp } from '../app';

const notice = (id: number): Notice => ({ id, type: 'Normal', values: [`notice ${id}`], time: id });
const verdict = (id: number) =>
  ({ id, challengeId: 1, status: 'WrongAnswer', time: 1, userName: 'player', attempts: 1 }) as const;

describe('the live hubs', () => {
  let test: TestApp;
  let address: string;
  let second: FastifyInstance;
  let secondAddress: string;
  const clients: HubClient[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    address = await listen(test.app);
    second = await buildApp(test.deps);
    secondAddress = await listen(second);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.connection.stop()));
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  async function connect(path: string, as?: Parameters<TestApp['signIn']>[0], at = address): Promise<HubClient> {
    const client = await connectHub(`${at}${path}`, as && (await test.signIn(as)));
    clients.push(client);
    return client;
  }

  async function connectByHand(path: string, as?: Parameters<TestApp['signIn']>[0]): Promise<RawClient> {
    const client = await connectRaw(`${address}${path}`, as ? { cookie: await test.signIn(as) } : {});
    client.say(handshake);
    return client;
  }

  /** Advances past the permission check interval for an admitted client and keeps its connection alive. */
  async function advancePastCheck(client: RawClient): Promise<void> {
    const { length } = client.records;
    test.clock.advance(15_000);
    await client.receive(length + 1);
    expect(client.records.at(-1)).toEqual({ type: 6 });
    client.say({ type: 6 }, { type: 1, target: 'x', arguments: [], invocationId: '1' });
    await client.receive(length + 2);
    test.clock.advance(11_000);
  }

  const publishAccess = (accountIds: string[]) => publishAccessChanged(test.deps, accountIds);

  const waitForMessages = (client: HubClient, target: string, count = 1) =>
    vi.waitFor(() => {
      expect(client.of(target).length).toBeGreaterThanOrEqual(count);
      return client.of(target);
    }, 30_000);

  const isCutOff = (client: HubClient) => vi.waitFor(() => expect(client.isClosed()).toBe(true), 30_000);

  /** Waits until the client receives messages of the game but none of the team. */
  async function receivesNoMore(
    client: Pick<HubClient, 'of'>,
    gameId: number,
    publishToTeam: () => Promise<unknown>,
  ): Promise<void> {
    let said = 0;
    await vi.waitFor(async () => {
      const before = client.of('SubmissionJudged').length;
      said += 1;
      await publishToTeam();
      await publish(test.deps, `game:${gameId}`, 'ReceivedGameNotice', notice(said));
      await vi.waitFor(() => expect(client.of('ReceivedGameNotice')).toContainEqual(notice(said)), 30_000);
      expect(client.of('SubmissionJudged').length).toBe(before);
    }, 30_000);
  }

  describe('the user hub', () => {
    it('sends a notice in the wire format to all clients of the game and of no other', async () => {
      const [game, other] = [await buildGame(test.db), await buildGame(test.db)];
      const stranger = await connect(`/hub/user?game=${game.id}`);
      const player = await connect(`/hub/user?game=${game.id}`, await buildAccount(test.db));
      const elsewhere = await connect(`/hub/user?game=${other.id}`);
      await publish(test.deps, `game:${game.id}`, 'ReceivedGameNotice', notice(1));
      await publish(test.deps, `game:${other.id}`, 'ReceivedGameNotice', notice(2));
      await waitForMessages(stranger, 'ReceivedGameNotice');
      await waitForMessages(player, 'ReceivedGameNotice');
      expect(await waitForMessages(elsewhere, 'ReceivedGameNotice')).toEqual([notice(2)]);
      expect(stranger.received).toEqual([{ target: 'ReceivedGameNotice', payload: notice(1), cursor: undefined }]);
      expect(player.received).toEqual(stranger.received);
    });

    it('sends extension targets only with live=1, with a cursor on ordered ones', async () => {
      const game = await buildGame(test.db);
      const plain = await connect(`/hub/user?game=${game.id}`);
      const full = await connect(`/hub/user?game=${game.id}&live=1`);
      await publishTopics(test.deps, await numberRebuilds(test.db, [game.id]));
      await publish(test.deps, `game:${game.id}`, 'ReceivedGameNotice', notice(9));
      await waitForMessages(plain, 'ReceivedGameNotice');
      await waitForMessages(full, 'ReceivedGameNotice');
      await waitForMessages(full, 'ScoreboardChanged');
      expect(plain.received.map(({ target }) => target)).toEqual(['ReceivedGameNotice']);
      const isChange = ({ target }: { target: string }) => target === 'ScoreboardChanged';
      expect(full.received.filter((one) => !isChange(one))).toEqual([
        { target: 'CaughtUp', payload: {}, cursor: expect.any(String) },
        { target: 'ReceivedGameNotice', payload: notice(9), cursor: expect.any(String) },
      ]);
      expect(full.received.filter(isChange)).toEqual([
        {
          target: 'ScoreboardChanged',
          payload: {
            gameId: game.id,
            from: 0,
            version: 1,
            delta: expect.objectContaining({ full: false, solves: [], updateTimeUtc: expect.any(Number) }),
          },
          cursor: undefined,
        },
      ]);
    });

    it('is closed to outsiders when the game is hidden, and stays open to an accepted team until it is suspended', async () => {
      const game = await buildGame(test.db);
      const { captain, participation } = await buildParticipation(test.db, { gameId: game.id });
      const outsider = await connect(`/hub/user?game=${game.id}`, await buildAccount(test.db));
      const stranger = await connect(`/hub/user?game=${game.id}&live=1`);
      const player = await connect(`/hub/user?game=${game.id}`, captain, secondAddress);
      const admin = await buildAccount(test.db, { role: 'Admin' });
      const hide = { as: admin, params: { id: game.id }, body: { hidden: true } };
      expect((await test.call(gameEditRoutes.update, hide)).status).toBe(200);
      await isCutOff(outsider);
      await isCutOff(stranger);
      const late = await connectByHand(`/hub/user?game=${game.id}`, await buildAccount(test.db));
      const unknown = await connectByHand(`/hub/user?game=${game.id + 1_000_000}`);
      await vi.waitFor(() => expect([late.closed(), unknown.closed()]).not.toContain(undefined), 30_000);
      expect(late.closed()).toBe(unknown.closed());
      expect(late.records).toEqual(unknown.records);
      await publish(test.deps, `game:${game.id}`, 'ReceivedGameNotice', notice(1));
      await waitForMessages(player, 'ReceivedGameNotice');

      const suspend = { as: admin, params: { id: participation.id }, body: { status: 'Suspended' as const } };
      expect((await test.call(participationRoutes.update, suspend)).status).toBe(200);
      await isCutOff(player);
    });

    it('removes fields that the schema lacks', async () => {
      const game = await buildGame(test.db);
      const client = await connect(`/hub/user?game=${game.id}`);
      await publish(test.deps, `game:${game.id}`, 'ReceivedGameNotice', { ...notice(1), flag: 'flag{x}' } as never);
      expect(await waitForMessages(client, 'ReceivedGameNotice')).toEqual([notice(1)]);
    });

    it('sends messages of a team to its members only', async () => {
      const game = await buildGame(test.db);
      const [ours, theirs] = [
        await buildParticipation(test.db, { gameId: game.id }),
        await buildParticipation(test.db, { gameId: game.id }),
      ];
      const path = `/hub/user?game=${game.id}`;
      const own = await connect(`${path}&live=1`, ours.captain);
      const others = [
        await connect(`${path}&live=1`, theirs.captain),
        await connect(`${path}&live=1`, await buildAccount(test.db)),
        await connect(`${path}&live=1`, await buildAccount(test.db, { role: 'Admin' })),
        await connect(`${path}&live=1`),
        await connect(path, ours.captain),
      ];
      await publish(test.deps, `participation:${ours.participation.id}`, 'SubmissionJudged', verdict(77));
      await publish(test.deps, `game:${game.id}`, 'ReceivedGameNotice', notice(1));
      expect(await waitForMessages(own, 'SubmissionJudged')).toEqual([verdict(77)]);
      for (const other of others) {
        await waitForMessages(other, 'ReceivedGameNotice');
        expect(other.of('SubmissionJudged')).toEqual([]);
      }
    });

    it('follows an account into a team and out of it', async () => {
      const game = await buildGame(test.db);
      const { participation } = await buildParticipation(test.db, { gameId: game.id });
      const account = await buildAccount(test.db);
      const client = await connect(`/hub/user?game=${game.id}&live=1`, account);
      const room = `participation:${participation.id}` as const;
      const members = { gameId: game.id, accountId: account.id, participationId: participation.id };

      await test.db.insert(participationMembers).values(members);
      await publishAccess([account.id]);
      await vi.waitFor(async () => {
        await publish(test.deps, room, 'SubmissionJudged', verdict(1));
        expect(client.of('SubmissionJudged')).not.toEqual([]);
      }, 30_000);

      await test.db.delete(participationMembers).where(eq(participationMembers.accountId, account.id));
      await publishAccess([account.id]);
      await receivesNoMore(client, game.id, () => publish(test.deps, room, 'SubmissionJudged', verdict(2)));
      expect(client.isClosed()).toBe(false);
    });

    it('stays open without the messages of the team after a sign-out or a ban', async () => {
      const { participation, captain } = await buildParticipation(test.db);
      const client = await connectByHand(`/hub/user?game=${participation.gameId}&live=1`, captain);
      await client.receive(2);
      await test.db.delete(sessions).where(eq(sessions.accountId, captain.id));
      // No access event is published: only the periodic check applies.
      await advancePastCheck(client);
      const receivedBy = {
        of: (target: string) =>
          (client.records as { target?: string; arguments?: unknown[] }[]).flatMap((record) =>
            record.target === target ? (record.arguments ?? []).slice(0, 1) : [],
          ),
      };
      const room = `participation:${participation.id}` as const;
      await receivesNoMore(receivedBy, participation.gameId, () =>
        publish(test.deps, room, 'SubmissionJudged', verdict(1)),
      );
      expect(client.closed()).toBeUndefined();
    });

    it.each(['', '?game=', '?game=abc', '?game=999999', '?game=99999999999', '?game=1&game=2', '?game=-1'])(
      'ends a connection with %j after the handshake',
      async (query) => {
        const client = await connectRaw(`${address}/hub/user${query}`);
        client.say(handshake);
        expect(await client.receive(2)).toEqual([{}, { type: 7 }]);
        await vi.waitFor(() => expect(client.closed()).toBeDefined(), 30_000);
      },
    );
  });

  describe('permissions', () => {
    async function isRefused(path: string, as?: Parameters<TestApp['signIn']>[0]): Promise<void> {
      const client = await connectByHand(path, as);
      expect(await client.receive(2)).toEqual([{}, { type: 7 }]);
      await vi.waitFor(() => expect(client.closed()).toBeDefined(), 30_000);
    }

    it('of the monitor hub: monitors, administrators, and staff of the game', async () => {
      const game = await buildGame(test.db);
      const path = `/hub/monitor?game=${game.id}`;
      const build = (role: 'User' | 'Monitor' | 'Admin' | 'Banned') => buildAccount(test.db, { role });
      const [observer, organiser, elsewhere] = [await build('User'), await build('User'), await build('User')];
      const other = await buildGame(test.db);
      await test.db.insert(gameStaff).values([
        { gameId: game.id, accountId: observer.id, role: 'observer' },
        { gameId: game.id, accountId: organiser.id, role: 'organiser' },
        { gameId: other.id, accountId: elsewhere.id, role: 'organiser' },
      ]);
      for (const account of [await build('Monitor'), await build('Admin'), observer, organiser]) {
        const client = await connect(`${path}&live=1`, account);
        await waitForMessages(client, 'CaughtUp');
      }
      await isRefused(path);
      await isRefused(path, await build('User'));
      await isRefused(path, elsewhere);
      await isRefused(path, await build('Banned'));
      await isRefused('/hub/monitor?game=999999', await build('Admin'));
      await isRefused('/hub/monitor', await build('Admin'));
    });

    it('of the admin hub: administrators', async () => {
      const client = await connect('/hub/admin?live=1', await buildAccount(test.db, { role: 'Admin' }));
      await waitForMessages(client, 'CaughtUp');
      await isRefused('/hub/admin');
      await isRefused('/hub/admin', await buildAccount(test.db, { role: 'Monitor' }));
      await test.db.insert(configEntries).values({ key: 'accountPolicy.factorRequiredOf', value: '"Admins"' });
      await isRefused('/hub/admin?live=1', await buildAccount(test.db, { role: 'Admin' }));
      await test.db.delete(configEntries);
    });

    it('close at the next check where a required factor is missing, and stay open with one', async () => {
      const game = await buildGame(test.db);
      const [admin, safe, monitor, organiser, player] = [
        await buildAccount(test.db, { role: 'Admin' }),
        await buildAccount(test.db, { role: 'Admin' }),
        await buildAccount(test.db, { role: 'Monitor' }),
        await buildAccount(test.db),
        await buildAccount(test.db),
      ] as const;
      await buildFactor(test, safe);
      await test.db.insert(gameStaff).values({ gameId: game.id, accountId: organiser.id, role: 'organiser' });
      const hub = `/hub/monitor?game=${game.id}`;
      const clients = {
        admin: await connect('/hub/admin', admin),
        safe: await connect('/hub/admin', safe),
        monitor: await connect(hub, monitor),
        organiser: await connect(hub, organiser),
        player: await connect(`/hub/user?game=${game.id}`, player),
      };
      const setRequired = async (value: string) => {
        await test.db.delete(configEntries);
        await test.db.insert(configEntries).values({ key: 'accountPolicy.factorRequiredOf', value: `"${value}"` });
      };
      const all = [admin, safe, monitor, organiser, player].map(({ id }) => id);
      await setRequired('Admins');
      await publishAccess(all);
      await isCutOff(clients.admin);
      expect(clients.monitor.isClosed()).toBe(false);
      await setRequired('Staff');
      await publishAccess(all);
      await Promise.all([clients.monitor, clients.organiser].map(isCutOff));
      expect([clients.safe, clients.player].map((client) => client.isClosed())).toEqual([false, false]);
      await test.db.delete(configEntries);
    });

    it('count a session as none from new terms until they are accepted, as calls do', async () => {
      const { participation, captain } = await buildParticipation(test.db);
      const admin = await buildAccount(test.db, { role: 'Admin' });
      const as = await buildAccount(test.db, { role: 'Admin' });
      const { gameId, id } = participation;
      const player = await connect(`/hub/user?game=${gameId}&live=1`, captain);
      const staff = [
        await connect('/hub/admin', admin),
        await connect(`/hub/monitor?game=${gameId}`, admin, secondAddress),
      ];
      await waitForMessages(player, 'CaughtUp');
      const own = () => publish(test.deps, `participation:${id}`, 'SubmissionJudged', verdict(1));
      await own();
      await waitForMessages(player, 'SubmissionJudged');
      const terms = { terms: 'Be fair.', privacy: '', eligibility: '' };
      const saved = await test.call(configAdminRoutes.update, { as, body: { termsPolicy: terms } });
      expect(saved.status).toBe(200);
      await Promise.all(staff.map(isCutOff));
      await receivesNoMore(player, gameId, own);
      expectError(await test.call(gameRoutes.mine, { as: captain }), 'account.termsMissing');
      await isRefused('/hub/admin', admin);
      const { hash } = (await test.call(termsRoutes.get, {})).body;
      const received = player.of('SubmissionJudged').length;
      expect((await test.call(termsRoutes.accept, { as: captain, body: { hash: hash ?? '' } })).status).toBe(200);
      await vi.waitFor(async () => {
        await own();
        await vi.waitFor(() => expect(player.of('SubmissionJudged').length).toBeGreaterThan(received));
      }, 30_000);
      await test.db.delete(configEntries);
    });

    it('close the monitor hub of a banned account at once after an access event', async () => {
      const game = await buildGame(test.db);
      const account = await buildAccount(test.db, { role: 'Monitor' });
      const clientsOfAccount = [
        await connect(`/hub/monitor?game=${game.id}`, account),
        await connect(`/hub/monitor?game=${game.id}`, account, secondAddress),
      ];
      await test.database.sql`update accounts set role = 'Banned' where id = ${account.id}`;
      await publishAccess([account.id]);
      await Promise.all(clientsOfAccount.map(isCutOff));
    });

    const other = { userName: 'replaces', password: testPassword };
    it.each([
      ['signs in', accountRoutes.login, other],
      ['registers', accountRoutes.register, { userName: 'anew', email: 'anew@example.test', password: testPassword }],
    ])('close the monitor hub at once when another account %s over its session', async (_name, route, body) => {
      const game = await buildGame(test.db);
      const account = await buildAccount(test.db);
      if (body === other) await buildAccount(test.db, { userName: other.userName });
      await test.db.insert(gameStaff).values({ gameId: game.id, accountId: account.id, role: 'observer' });
      const clientsOfSession = [
        await connect(`/hub/monitor?game=${game.id}`, account),
        await connect(`/hub/monitor?game=${game.id}`, account, secondAddress),
      ];
      const headers = { cookie: await test.signIn(account) };
      const reply = await test.send({ method: route.method, url: route.path, headers, payload: body });
      expect(reply.status).toBe(200);
      await Promise.all(clientsOfSession.map(isCutOff));
    });

    it.each([
      ['the session', (accountId: string) => test.db.delete(sessions).where(eq(sessions.accountId, accountId))],
      ['the staff role', (accountId: string) => test.db.delete(gameStaff).where(eq(gameStaff.accountId, accountId))],
    ])('close the monitor hub without %s, also without an access event', async (_name, take) => {
      const game = await buildGame(test.db);
      const account = await buildAccount(test.db);
      await test.db.insert(gameStaff).values({ gameId: game.id, accountId: account.id, role: 'observer' });
      const client = await connectByHand(`/hub/monitor?game=${game.id}`, account);
      await client.receive(1);
      await take(account.id);
      await advancePastCheck(client);
      expect((await client.receive(4)).at(-1)).toEqual({ type: 7 });
    });
  });

  it('delivers in every process what any process published', async () => {
    const game = await buildGame(test.db);
    const { participation, captain } = await buildParticipation(test.db, {
      gameId: game.id,
      built: await buildTeam(test.db),
    });
    const both = [
      await connect(`/hub/user?game=${game.id}&live=1`, captain),
      await connect(`/hub/user?game=${game.id}&live=1`, captain, secondAddress),
    ];
    await publish(test.deps, `game:${game.id}`, 'ReceivedGameNotice', notice(1));
    await publish(second.deps, `participation:${participation.id}`, 'SubmissionJudged', verdict(2));
    for (const client of both) {
      await waitForMessages(client, 'SubmissionJudged');
      expect(client.received.map(({ target }) => target)).toEqual([
        'CaughtUp',
        'ReceivedGameNotice',
        'SubmissionJudged',
      ]);
    }
    expect(both[0]?.received.slice(1)).toEqual(both[1]?.received.slice(1));
  });

  it('closes connections for reconnect at shutdown and does not wait for clients that do not read', async () => {
    const leaving = await buildApp(test.deps);
    const game = await buildGame(test.db);
    const client = await connectRaw(`${await listen(leaving)}/hub/user?game=${game.id}`);
    client.say(handshake);
    await client.receive(1);
    client.socket.pause();
    const stopped = leaving.close();
    await stopped;
    client.socket.resume();
    expect(await client.receive(2)).toEqual([{}, { type: 7, allowReconnect: true }]);
  });
});
