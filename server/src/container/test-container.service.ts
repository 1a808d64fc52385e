import { containerJobs } from '@vexil/contract/container';
import { DomainError } from '@vexil/contract/errors';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { boundedEnd } from '@vexil/rules/ceiling.rules';
import { testLifetimeMs } from '@vexil/rules/container.rules';
import { announceStops } from '@vexil/runtime/container-announce';
import { instanceColumns } from '@vexil/runtime/instance';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { getContainerCeilings } from '../config/config.service';
import { organiserFailure } from './container.failure';
import { requestLog } from './container.log';
import { findLiveTestContainer, findTestChallenge, insertContainer, updateLiveContainer } from './container.queries';
import { requireQueueRoom, waitForStart, waitForStop } from './container.wait';

export interface TestRequest {
  actor: Actor;
  gameId: number;
  challengeId: number;
  receivedAt: Date;
}

async function loadTestChallenge(deps: Deps, { gameId, challengeId }: TestRequest) {
  const challenge = await findTestChallenge(deps.db, gameId, challengeId);
  if (!challenge) throw new DomainError('challenge.notFound');
  return challenge;
}

export async function createTestContainer(deps: Deps, by: Author, request: TestRequest): Promise<ContainerRow> {
  const challenge = await loadTestChallenge(deps, request);
  if (!hasContainer(challenge.type)) throw new DomainError('container.notSupported');
  if (challenge.containerImage.trim() === '')
    throw new DomainError('challenge.imageMissing', { field: 'containerImage' });
  if (deps.config.containerEngine === 'none') throw new DomainError('container.noEngine');
  await requireQueueRoom(deps, request.receivedAt);
  await stopTestContainer(deps, by, request);
  const ceilings = await getContainerCeilings(deps);
  const receivedMs = request.receivedAt.getTime();

  const row = await inTransaction(deps, async (work) => {
    const inserted = await insertContainer(work.tx, {
      kind: 'Test',
      gameId: request.gameId,
      challengeId: challenge.id,
      accountId: request.actor.id,
      ...instanceColumns(deps, challenge),
      requestedAt: request.receivedAt,
      expiresAt: new Date(boundedEnd(receivedMs, receivedMs + testLifetimeMs, ceilings)),
    });
    const target = `challenge:${challenge.id}`;
    const after = { containerId: inserted.id, image: inserted.image };
    await audit(work.tx, { by, gameId: request.gameId, action: 'container.startTest', target, after });
    work.job(containerJobs.place, {});
    return inserted;
  });
  return waitForStart(deps, row, (ended) => organiserFailure(ended, challenge));
}

export async function destroyTestContainer(deps: Deps, by: Author, request: TestRequest): Promise<void> {
  await loadTestChallenge(deps, request);
  await stopTestContainer(deps, by, request);
}

/** Two hours from now, as after a start; less where administrators allow less. */
export async function extendTestContainer(deps: Deps, by: Author, request: TestRequest): Promise<ContainerRow> {
  const current = await getLiveTestContainer(deps, request);
  if (current.state === 'stopping') throw new DomainError('container.none');
  const ceilings = await getContainerCeilings(deps);
  const begin = (current.startedAt ?? current.requestedAt).getTime();
  const moved = new Date(boundedEnd(begin, request.receivedAt.getTime() + testLifetimeMs, ceilings));
  if (moved <= current.expiresAt) {
    throw new DomainError('container.lifetimeReached', { params: { minutes: ceilings.lifetimeMinutes } });
  }
  return inTransaction(deps, async ({ tx }) => {
    const row = await updateLiveContainer(tx, current.id, { expiresAt: moved });
    if (!row) throw new DomainError('container.none');
    const target = `challenge:${request.challengeId}`;
    const [before, after] = [{ expiresAt: current.expiresAt }, { expiresAt: row.expiresAt }];
    await audit(tx, { by, gameId: request.gameId, action: 'container.extendTest', target, before, after });
    return row;
  });
}

const logLimits = { linesMax: 2000, bytesMax: 64 * 1024 };

/** null when no worker answered. */
export async function readTestContainerLog(deps: Deps, request: TestRequest): Promise<string | null> {
  return requestLog(deps, await getLiveTestContainer(deps, request), logLimits);
}

async function getLiveTestContainer(deps: Deps, request: TestRequest): Promise<ContainerRow> {
  await loadTestChallenge(deps, request);
  const current = await findLiveTestContainer(deps.db, request.challengeId);
  if (!current) throw new DomainError('container.none');
  return current;
}

async function stopTestContainer(deps: Deps, by: Author, { gameId, challengeId }: TestRequest): Promise<void> {
  const current = await findLiveTestContainer(deps.db, challengeId);
  if (!current) return;
  await inTransaction(deps, async (work) => {
    const row = await updateLiveContainer(work.tx, current.id, { state: 'stopping', endReason: 'organiser' });
    if (row) announceStops(deps, work, [row]);
    const before = { containerId: current.id, image: current.image };
    await audit(work.tx, { by, gameId, action: 'container.stopTest', target: `challenge:${challengeId}`, before });
  });
  await waitForStop(deps, current.id);
}
