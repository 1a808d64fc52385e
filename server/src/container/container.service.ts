import { containerJobs } from '@vexil/contract/container';
import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import { boundedEnd } from '@vexil/rules/ceiling.rules';
import { waitingStartsMax } from '@vexil/rules/container.rules';
import { containerCooldownMs, cooldownRemainingMs, extendedStop, isInRenewalWindow } from '@vexil/rules/phase.rules';
import { namedContainerHost } from '@vexil/rules/public-host.rules';
import { publish } from '@vexil/runtime/live';
import { addJob } from '@vexil/runtime/queues';
import { inTransaction } from '@vexil/runtime/transaction';
import {
  type EnabledChallenge,
  loadEnabledChallenge,
  loadPlay,
  loadVisibleChallenge,
  type Play,
} from '../challenge/challenge.play.service';
import { ensureTeamChallenge } from '../challenge/team-challenge.service';
import { type ContainerPolicy, getContainerCeilings, getContainerPolicy } from '../config/config.service';
import type { Deps } from '../deps';
import type { Actor } from '../plugins/auth';
import { playerFailure } from './container.failure';
import {
  addActivity,
  countWaiting,
  insertContainer,
  listLiveContainers,
  listLiveContainersWithNames,
  lockEnabledChallenge,
  lockParticipation,
  recordContainerOperation,
  updateLiveContainer,
} from './container.queries';
import { viewTeamContainer } from './container.view';
import { waitForContainer } from './container.wait';

const minuteMs = 60_000;
const startWaitMs = 100_000;
const stopWaitMs = 40_000;

export interface PlayRequest {
  actor: Actor;
  gameId: number;
  challengeId: number;
  receivedAt: Date;
}

/** Resolves when its port accepts connections. The participation is locked, so that the team's limit holds. */
export async function createContainer(deps: Deps, request: PlayRequest): Promise<ContainerRow> {
  const { actor, receivedAt: now } = request;
  const play = await loadPlay(deps, actor, request.gameId, { strict: true, now, solves: true });
  const challenge = await loadVisibleChallenge(deps, play, request.challengeId);
  requireContainer(challenge);
  if (deps.config.containerEngine === 'none') throw new DomainError('container.noEngine');
  const policy = await getContainerPolicy(deps);
  const ceilings = await getContainerCeilings(deps);
  await requireQueueRoom(deps, now);

  const row = await inTransaction(deps, async (tx, afterCommit) => {
    if (!(await lockEnabledChallenge(tx, challenge.id))) throw new DomainError('challenge.notFound');
    await lockAcceptedParticipation(tx, play);
    const teamChallenge = await ensureTeamChallenge(deps, tx, play.participation, challenge);
    requireCooldownOver(teamChallenge.lastContainerOperationAt, now);
    const running = await listLiveContainers(tx, play.participation.id);
    if (running.some((one) => one.challengeId === challenge.id)) throw new DomainError('container.alreadyRunning');
    if (challenge.containerImage.trim() === '') throw new DomainError('challenge.imageMissing');
    const ended = await stopOldestAtLimit(tx, play, running, policy);

    const inserted = await insertContainer(tx, {
      kind: 'Team',
      gameId: play.game.id,
      challengeId: challenge.id,
      participationId: play.participation.id,
      accountId: actor.id,
      image: challenge.containerImage.trim(),
      ...entryColumns(deps),
      requestedAt: now,
      expiresAt: new Date(boundedEnd(now.getTime(), now.getTime() + policy.defaultLifetime * minuteMs, ceilings)),
    });
    await recordContainerOperation(tx, { participationId: play.participation.id, challengeId: challenge.id }, now);
    if (ended) afterCommit(() => addJob(deps, containerJobs.stop, { containerId: ended.id }));
    afterCommit(() => addJob(deps, containerJobs.start, { containerId: inserted.id }));
    afterCommit(() => announceRequest(deps, inserted, actor.userName));
    return inserted;
  });
  return waitForStart(deps, row);
}

/** Only a configured host is stored: the Host header is the caller's choice and the whole team would see it. */
export function entryColumns({ config }: Pick<Deps, 'config'>): Pick<ContainerRow, 'isProxy' | 'publicHost'> {
  const isProxy = config.containerPortMapping === 'proxy';
  return { isProxy, publicHost: isProxy ? null : namedContainerHost(config) };
}

export async function listContainers(
  deps: Deps,
  actor: Actor,
  gameId: number,
  now: Date,
): Promise<{ container: ContainerRow; userName: string | null }[]> {
  const play = await loadPlay(deps, actor, gameId, { strict: true, now });
  return listLiveContainersWithNames(deps.db, play.participation.id);
}

export async function extendContainer(deps: Deps, request: PlayRequest): Promise<ContainerRow> {
  const { actor, receivedAt: now } = request;
  const { play, challenge } = await loadOwn(deps, request, { solves: true });
  const policy = await getContainerPolicy(deps);
  const ceilings = await getContainerCeilings(deps);
  return inTransaction(deps, async (tx, afterCommit) => {
    await lockAcceptedParticipation(tx, play);
    const current = await getLive(tx, play, challenge);
    const expiresAt = current.expiresAt.getTime();
    if (current.state !== 'running') throw new DomainError('container.none');
    if (!isInRenewalWindow(expiresAt, now.getTime(), policy.renewalWindow * minuteMs)) {
      throw new DomainError('container.notYetRenewable', { params: { minutes: policy.renewalWindow } });
    }
    const begin = (current.startedAt ?? current.requestedAt).getTime();
    const wanted = extendedStop(expiresAt, policy.extensionDuration * minuteMs);
    const moved = new Date(boundedEnd(begin, wanted, ceilings));
    if (moved.getTime() <= expiresAt) {
      throw new DomainError('container.lifetimeReached', { params: { minutes: ceilings.lifetimeMinutes } });
    }
    const row = await updateLiveContainer(tx, current.id, { expiresAt: moved });
    if (!row) throw new DomainError('container.none');
    afterCommit(() => announce(deps, row, actor.userName));
    return row;
  });
}

/** Stops the team's container and resolves when it is gone. */
export async function destroyContainer(deps: Deps, request: PlayRequest): Promise<void> {
  const { actor, receivedAt: now } = request;
  const { play, challenge } = await loadOwn(deps, request, { solves: false });
  const ending = await inTransaction(deps, async (tx, afterCommit) => {
    await lockAcceptedParticipation(tx, play);
    const current = await getLive(tx, play, challenge);
    const teamChallenge = await ensureTeamChallenge(deps, tx, play.participation, challenge);
    requireCooldownOver(teamChallenge.lastContainerOperationAt, now);
    const row = await updateLiveContainer(tx, current.id, { state: 'stopping', endReason: 'player' });
    if (!row) throw new DomainError('container.none');
    await recordContainerOperation(tx, { participationId: play.participation.id, challengeId: challenge.id }, now);
    const activityId = await addActivity(tx, {
      gameId: play.game.id,
      type: 'ContainerDestroy',
      values: [`${challenge.id}`, challenge.title],
      participationId: play.participation.id,
      accountId: actor.id,
      happenedAt: now,
    });
    afterCommit(() => addJob(deps, containerJobs.stop, { containerId: row.id }));
    afterCommit(() => announce(deps, row, actor.userName));
    afterCommit(() => publish(deps, `monitor:${play.game.id}`, 'ReceivedGameEvent', { ids: [activityId] }));
    return row;
  });
  const ended = await waitForContainer(deps, ending.id, ['destroyed', 'failed'], stopWaitMs);
  if (ended && ended.state === 'stopping') throw new DomainError('container.stopFailed');
}

/** Resolves with the running row. `failureOf` maps a failed start to an error. */
export async function waitForStart(
  deps: Deps,
  requested: ContainerRow,
  failureOf: (row: ContainerRow) => DomainError = playerFailure,
): Promise<ContainerRow> {
  const row = await waitForContainer(deps, requested.id, ['running', 'stopping', 'destroyed', 'failed'], startWaitMs);
  if (row?.state === 'running') return row;
  // It stays in the queue: ContainerChanged reports the start later.
  if (row?.state === 'requested') throw queueFull();
  throw row ? failureOf(row) : new DomainError('container.startFailed');
}

export async function requireQueueRoom(deps: Deps, now: Date): Promise<void> {
  if ((await countWaiting(deps.db, now)) >= waitingStartsMax) throw queueFull();
}

function queueFull(): DomainError {
  return new DomainError('container.queueFull', { params: { seconds: 30 }, retryAfterSeconds: 30 });
}

async function loadOwn(
  deps: Deps,
  { actor, gameId, challengeId, receivedAt }: PlayRequest,
  { solves }: { solves: boolean },
) {
  const play = await loadPlay(deps, actor, gameId, { strict: true, now: receivedAt, solves });
  const challenge = await loadEnabledChallenge(deps, play, challengeId);
  requireContainer(challenge);
  return { play, challenge };
}

/** A suspension after `loadPlay` has already collected the containers to stop, so nothing may start after it. */
async function lockAcceptedParticipation(tx: Tx, play: Play): Promise<void> {
  const status = await lockParticipation(tx, play.participation.id);
  if (status !== 'Accepted') throw new DomainError('participation.notAccepted');
}

function requireContainer(challenge: EnabledChallenge): void {
  if (!hasContainer(challenge.type)) throw new DomainError('container.notSupported');
}

function requireCooldownOver(lastOperationAt: Date | null, now: Date): void {
  const remainingMs = cooldownRemainingMs(lastOperationAt?.getTime() ?? null, now.getTime());
  if (remainingMs <= 0) return;
  // Clocks of two servers may differ: never report more than the cooldown.
  const seconds = Math.ceil(Math.min(remainingMs, containerCooldownMs) / 1000);
  throw new DomainError('container.tooSoon', { params: { seconds }, retryAfterSeconds: seconds });
}

async function getLive(tx: Tx, play: Play, challenge: EnabledChallenge): Promise<ContainerRow> {
  const live = await listLiveContainers(tx, play.participation.id);
  const current = live.find((one) => one.challengeId === challenge.id && one.state !== 'stopping');
  if (!current) throw new DomainError('container.none');
  return current;
}

async function stopOldestAtLimit(
  tx: Tx,
  play: Play,
  running: ContainerRow[],
  policy: ContainerPolicy,
): Promise<ContainerRow | undefined> {
  const limit = play.game.containerCountLimit;
  const counted = running.filter(({ state }) => state !== 'stopping');
  if (limit <= 0 || counted.length < limit) return undefined;
  const [oldest] = counted;
  if (!policy.autoDestroyOnLimitReached || !oldest)
    throw new DomainError('container.limitReached', { params: { limit } });
  return updateLiveContainer(tx, oldest.id, { state: 'stopping', endReason: 'limit' });
}

async function announceRequest(deps: Deps, row: ContainerRow, userName: string): Promise<void> {
  await announce(deps, row, userName, await countWaiting(deps.db, row.requestedAt));
}

async function announce(
  deps: Deps,
  row: ContainerRow,
  userName: string,
  position: number | null = null,
): Promise<void> {
  const changed = viewTeamContainer(row, { userName, position, readerHost: null });
  await publish(deps, `participation:${row.participationId ?? 0}`, 'ContainerChanged', changed);
}
