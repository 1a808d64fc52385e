import { DomainError } from '@vexil/contract/errors';
import { standardSettings } from '@vexil/contract/settings';
import type { ContainerOptions } from '@vexil/db/enums/container';
import { containers } from '@vexil/db/schema/container';
import { earlierFlags, solves, teamChallenges } from '@vexil/db/schema/submission';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import type { Deps } from '@vexil/http/deps';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { createContainer } from './container.service';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ containerEngine: 'docker' });
});
afterAll(() => test.close());

/** The next start comes to run at once. */
function deps(): Deps {
  const add = async () => {
    await test.db.update(containers).set({ state: 'running' }).where(eq(containers.state, 'requested'));
  };
  const queue = { add } as unknown as Deps['queues']['container'];
  return {
    ...test.deps,
    settings: { read: async () => standardSettings },
    queues: { ...test.deps.queues, container: queue, placement: queue },
  };
}

async function build(values: ChallengeValues = {}, options: Partial<ContainerOptions> = {}) {
  const { id: gameId } = await buildGame(test.db);
  const { challenge } = await buildChallenge(test.db, {
    gameId,
    type: 'DynamicContainer',
    containerImage: 'vexil/test:1',
    containerOptions: { rotateFlag: true, ...options },
    ...values,
  });
  const { participation, captain } = await buildParticipation(test.db, { gameId });
  const actor = { ...captain, sessionHash: 'session', token: null };
  let receivedMs = Date.now();
  return {
    challenge,
    participation,
    captain,
    /** A minute after the one before, so past the cooldown. */
    start: () => {
      receivedMs += 60_000;
      return createContainer(deps(), {
        actor,
        gameId,
        challengeId: challenge.id,
        receivedAt: new Date(receivedMs),
      });
    },
    end: () => test.db.update(containers).set({ state: 'destroyed' }).where(eq(containers.challengeId, challenge.id)),
  };
}
type Built = Awaited<ReturnType<typeof build>>;

async function flagOf({ challenge, participation }: Built): Promise<string> {
  const ofTeam = and(
    eq(teamChallenges.participationId, participation.id),
    eq(teamChallenges.challengeId, challenge.id),
  );
  const [row] = await test.db.select().from(teamChallenges).where(ofTeam);
  const flag = testSealing.unseal(row?.flagSealed ?? '');
  expect(row?.flagHash).toBe(testSealing.hashFlag(challenge.id, flag));
  return flag;
}

async function earlierOf({ challenge }: Built): Promise<string[]> {
  const ofChallenge = eq(earlierFlags.challengeId, challenge.id);
  const rows = await test.db.select().from(earlierFlags).where(ofChallenge).orderBy(asc(earlierFlags.id));
  return rows.map(({ flagHash, flagSealed }) => {
    const flag = testSealing.unseal(flagSealed);
    expect(flagHash).toBe(testSealing.hashFlag(challenge.id, flag));
    return flag;
  });
}

describe('a new flag for each instance', () => {
  it('is given from the second start on, and the earlier ones stay known', async () => {
    const built = await build();
    const flags: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      await built.start();
      flags.push(await flagOf(built));
      await built.end();
    }
    expect(new Set(flags).size).toBe(3);
    expect(await earlierOf(built)).toEqual(flags.slice(0, 2));
  });

  it('is given by a pool too, whose flag arrives as a file', async () => {
    const built = await build({}, { flagDelivery: 'file', warmCount: 1 });
    await built.start();
    const first = await flagOf(built);
    await built.end();
    await built.start();
    expect(await flagOf(built)).not.toBe(first);
  });

  it('is not given without the option, and not after the solve', async () => {
    const fixed = await build({}, { rotateFlag: false });
    const solved = await build();
    for (const built of [fixed, solved]) await built.start();
    const flags = [await flagOf(fixed), await flagOf(solved)];
    const { challenge, participation, captain } = solved;
    const { id } = await buildSubmission(test.db, solved, challenge, { status: 'Accepted' });
    await test.db.insert(solves).values({
      ...{ participationId: participation.id, challengeId: challenge.id, gameId: participation.gameId },
      ...{ submissionId: id, accountId: captain.id, solvedAt: new Date() },
    });
    for (const built of [fixed, solved]) {
      await built.end();
      await built.start();
      expect(await earlierOf(built)).toEqual([]);
    }
    expect([await flagOf(fixed), await flagOf(solved)]).toEqual(flags);
  });

  it('replaces nothing where an imported template has no choice', async () => {
    const built = await build({ flagTemplateSealed: testSealing.seal('flag{[TEAM_HASH]}') });
    await built.start();
    const first = await flagOf(built);
    await built.end();
    await built.start();
    expect(await flagOf(built)).toBe(first);
    expect(await earlierOf(built)).toEqual([]);
  });

  it('is given once when several members start at the same time, and not to a refused start', async () => {
    const built = await build();
    await built.start();
    const first = await flagOf(built);
    await built.end();
    const started = await Promise.allSettled(Array.from({ length: 6 }, built.start));
    const refusals = started.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(refusals).toHaveLength(5);
    for (const reason of refusals) expect(reason).toBeInstanceOf(DomainError);
    expect(await earlierOf(built)).toEqual([first]);
    await expect(built.start()).rejects.toThrow(DomainError);
    expect(await earlierOf(built)).toEqual([first]);
    expect(await flagOf(built)).not.toBe(first);
  });
});
