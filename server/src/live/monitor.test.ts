import { activities } from '@vexil/db/schema/activity';
import { submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { publish } from '@vexil/runtime/live';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { connectHub, type HubClient, listen } from '../../testing/live';

const secret = 'flag{secret_of_one_team}';
const time = new Date(1_760_000_000_000);

describe('monitor messages', () => {
  let test: TestApp;
  let address: string;
  const clients: HubClient[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    address = await listen(test.app);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.connection.stop()));
  });
  afterAll(() => test.close());

  async function connect(path: string, as?: Parameters<TestApp['signIn']>[0]): Promise<HubClient> {
    const client = await connectHub(`${address}${path}`, as && (await test.signIn(as)));
    clients.push(client);
    return client;
  }

  async function buildPlay() {
    const { challenge } = await buildChallenge(test.db, { title: 'Gate' });
    const { gameId } = challenge;
    const { participation, captain, team } = await buildParticipation(test.db, { gameId });
    const own = { gameId, participationId: participation.id, accountId: captain.id };

    async function submit(answer: string, status: 'WrongAnswer' | 'CheatDetected' | 'Accepted') {
      const [submission] = await test.db
        .insert(submissions)
        .values({
          ...own,
          challengeId: challenge.id,
          answerHash: testSealing.hashFlag(challenge.id, answer),
          answerSealed: testSealing.seal(answer),
          status,
          submittedAt: time,
        })
        .returning();
      const submissionId = submission?.id ?? 0;
      // Cheating is found after the event, which still says WrongAnswer.
      const result = status === 'CheatDetected' ? 'WrongAnswer' : status;
      const [activity] = await test.db
        .insert(activities)
        .values({ ...own, type: 'FlagSubmit', submissionId, result, happenedAt: time })
        .returning();
      return { submissionId, activityId: activity?.id ?? 0 };
    }

    async function note(type: 'ContainerStart' | 'CheatDetected', values: string[]) {
      const [activity] = await test.db
        .insert(activities)
        .values({ ...own, type, values, happenedAt: time })
        .returning();
      return activity?.id ?? 0;
    }

    return { challenge, gameId, captain, team, submit, note };
  }

  it('are read from the database with the submitted flag, in order', async () => {
    const { challenge, gameId, captain, team, submit, note } = await buildPlay();
    const client = await connect(`/hub/monitor?game=${gameId}`, await buildAccount(test.db, { role: 'Monitor' }));
    const room = `monitor:${gameId}` as const;
    const started = await note('ContainerStart', [String(challenge.id), 'Gate']);
    const { submissionId, activityId } = await submit(secret, 'CheatDetected');
    const cheated = await note('CheatDetected', ['Gate', team.name, 'source']);
    await publish(test.deps, room, 'ReceivedGameEvent', { ids: [started] });
    await publish(test.deps, room, 'ReceivedGameEvent', { ids: [activityId] });
    await publish(test.deps, room, 'ReceivedSubmissions', { ids: [submissionId] });
    await publish(test.deps, room, 'ReceivedGameEvent', { ids: [cheated] });
    await vi.waitFor(() => expect(client.received).toHaveLength(4), 30_000);
    const ids = { participationId: expect.any(Number), teamId: team.id, challengeId: challenge.id };
    const by = { time: time.getTime(), user: captain.userName, team: team.name, ...ids, challenge: 'Gate' };
    const noEnd = { endReason: null };
    expect(client.received.map(({ target, payload, cursor }) => [target, payload, cursor])).toEqual([
      [
        'ReceivedGameEvent',
        { ...by, ...noEnd, id: started, type: 'ContainerStart', values: [String(challenge.id), 'Gate'] },
        undefined,
      ],
      [
        'ReceivedGameEvent',
        {
          ...by,
          ...noEnd,
          id: activityId,
          type: 'FlagSubmit',
          values: ['WrongAnswer', secret, 'Gate', String(challenge.id)],
        },
        undefined,
      ],
      [
        'ReceivedSubmissions',
        { ...by, id: submissionId, userId: captain.id, answer: secret, status: 'CheatDetected', via: 'Session' },
        undefined,
      ],
      [
        'ReceivedGameEvent',
        {
          ...by,
          ...noEnd,
          id: cheated,
          challengeId: null,
          challenge: null,
          type: 'CheatDetected',
          values: ['Gate', team.name, 'source'],
        },
        undefined,
      ],
    ]);
  });

  it('are not sent to players, and submitted flags are not stored in Redis', async () => {
    const { gameId, captain, submit } = await buildPlay();
    const monitor = await connect(`/hub/monitor?game=${gameId}`, await buildAccount(test.db, { role: 'Monitor' }));
    const player = await connect(`/hub/user?game=${gameId}&live=1`, captain);
    const ids = await submit(secret, 'Accepted');
    await publish(test.deps, `monitor:${gameId}`, 'ReceivedGameEvent', { ids: [ids.activityId] });
    await publish(test.deps, `monitor:${gameId}`, 'ReceivedSubmissions', { ids: [ids.submissionId] });
    await vi.waitFor(() => expect(JSON.stringify(monitor.received)).toContain(secret), 30_000);
    await publish(test.deps, `game:${gameId}`, 'ReceivedGameNotice', { id: 1, type: 'Normal', values: [], time: 1 });
    await vi.waitFor(() => expect(player.of('ReceivedGameNotice')).toHaveLength(1), 30_000);
    expect(player.received.map(({ target }) => target)).toEqual(['CaughtUp', 'ReceivedGameNotice']);

    const keys = await test.deps.redis.keys(`${test.deps.keyPrefix.replace(/:$/, '')}*`);
    expect(keys).toContain(`${test.deps.keyPrefix}live:stream:monitor:${gameId}`);
    for (const key of keys) expect((await test.deps.redis.dumpBuffer(key)).toString('latin1')).not.toContain(secret);
    const stream = await test.deps.redis.xrange(`${test.deps.keyPrefix}live:stream:monitor:${gameId}`, '-', '+');
    expect(JSON.stringify(stream)).not.toContain(secret);
  });

  it('are replayed after a reconnect', async () => {
    const { gameId, submit } = await buildPlay();
    const account = await buildAccount(test.db, { role: 'Monitor' });
    const path = `/hub/monitor?game=${gameId}&live=1`;
    const client = await connect(path, account);
    const cursor = client.cursor();
    await client.connection.stop();
    const answers = ['one', 'two', 'three'];
    for (const answer of answers) {
      const { submissionId } = await submit(answer, 'WrongAnswer');
      await publish(test.deps, `monitor:${gameId}`, 'ReceivedSubmissions', { ids: [submissionId] });
    }
    const back = await connect(`${path}&cursor=${cursor}`, account);
    await vi.waitFor(() => expect(back.of('ReceivedSubmissions')).toHaveLength(3), 30_000);
    expect(back.of('ReceivedSubmissions').map((payload) => (payload as { answer: string }).answer)).toEqual(answers);
  });

  it('skip rows deleted from the database', async () => {
    const { gameId, submit } = await buildPlay();
    const client = await connect(`/hub/monitor?game=${gameId}`, await buildAccount(test.db, { role: 'Admin' }));
    const { submissionId } = await submit('there', 'WrongAnswer');
    const other = await submit('there too', 'WrongAnswer');
    const ids = [submissionId + 1000, submissionId, submissionId + 1001, other.submissionId];
    await publish(test.deps, `monitor:${gameId}`, 'ReceivedSubmissions', { ids: [submissionId + 1000] });
    await publish(test.deps, `monitor:${gameId}`, 'ReceivedSubmissions', { ids });
    await vi.waitFor(() => expect(client.received).toHaveLength(2), 30_000);
    expect(client.received.map(({ payload }) => payload)).toMatchObject([{ answer: 'there' }, { answer: 'there too' }]);
  });
});
