import { containerJobs } from '@vexil/contract/container';
import type { ContainerOptions } from '@vexil/contract/container-options';
import { DomainError } from '@vexil/contract/errors';
import type { Tx } from '@vexil/db';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ContainerState } from '@vexil/db/enums/container';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import { boundedEnd } from '@vexil/rules/ceiling.rules';
import { waitingStartsMax } from '@vexil/rules/container.rules';
import { hasNames } from '@vexil/rules/container-names.rules';
import { instanceSize, readContainerOptions } from '@vexil/rules/container-options.rules';
import { containerCooldownMs, cooldownRemainingMs, extendedStop, isInRenewalWindow } from '@vexil/rules/phase.rules';
import { namedContainerHost } from '@vexil/rules/public-host.rules';
import { announceContainers } from '@vexil/runtime/container-announce';
import { publish } from '@vexil/runtime/live';
import { type QueuePosition, readQueue } from '@vexil/runtime/placement';
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
import {
  type FoundTeamContainer,
  type FoundTeamContainers,
  readTeamContainers,
} from '../challenge/team-container.service';
import { type ContainerPolicy, getContainerCeilings, getContainerPolicy } from '../config/config.service';
import type { Deps } from '../deps';
import type { Actor } from '../plugins/auth';
import { playerFailure } from './container.failure';
import {
  addActivity,
  countWaiting,
  insertContainer,
  listLiveContainers,
  lockEnabledChallenge,
  lockParticipation,
  recordContainerOperation,
  updateLiveContainer,
} from './container.queries';
import { waitForContainer } from './container.wait';

const minuteMs = 60_000;
const startWaitMs = 100_000;
const stopWaitMs = 40_000;
/** A start that has no place by then, because there is no room, is answered at once. */
const fullWaitMs = 2_000;
const retrySeconds = 30;
const startedStates: readonly ContainerState[] = ['running', 'stopping', 'destroyed', 'failed'];

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
      ...instanceColumns(deps, challenge),
      requestedAt: now,
      expiresAt: new Date(boundedEnd(now.getTime(), now.getTime() + policy.defaultLifetime * minuteMs, ceilings)),
    });
    await recordContainerOperation(tx, { participationId: play.participation.id, challengeId: challenge.id }, now);
    if (ended) {
      afterCommit(() => addJob(deps, containerJobs.stop, { containerId: ended.id }));
      afterCommit(() => announceContainers(deps, [ended]));
    }
    afterCommit(() => addJob(deps, containerJobs.place, {}));
    afterCommit(() => announceContainers(deps, [inserted]));
    return inserted;
  });
  return waitForStart(deps, row);
}

/** What every new instance of a challenge is stored with. */
export function instanceColumns(
  deps: Pick<Deps, 'config' | 'random'>,
  challenge: Pick<ChallengeRow, 'containerImage' | 'memoryLimitMiB' | 'cpuTenths' | 'containerOptions'>,
): Pick<ContainerRow, 'image' | 'memoryMiB' | 'cpuTenths' | 'hostToken' | 'isProxy' | 'publicHost'> {
  const options = readContainerOptions(challenge.containerOptions);
  return {
    image: challenge.containerImage.trim(),
    ...instanceSize(challenge, options),
    ...entryColumns(deps, options),
  };
}

/** Only a configured host is stored: the Host header is the caller's choice and the whole team would see it. */
function entryColumns(
  { config, random }: Pick<Deps, 'config' | 'random'>,
  options: ContainerOptions,
): Pick<ContainerRow, 'isProxy' | 'publicHost' | 'hostToken'> {
  const isNamed = hasNames(options, config);
  const isProxy = isNamed || config.containerPortMapping === 'proxy';
  return {
    isProxy,
    publicHost: isProxy ? null : namedContainerHost(config),
    hostToken: isNamed ? random.bytes(16).toString('hex') : null,
  };
}

export interface ListedContainer {
  container: FoundTeamContainer;
  userName: string | null;
  place: QueuePosition | undefined;
}

/** Throws as `loadPlay` does. */
export async function listContainers(
  deps: Pick<Deps, 'db'>,
  actor: Pick<Actor, 'role'>,
  found: FoundTeamContainers | null,
  now: Date,
): Promise<ListedContainer[]> {
  const listed = readTeamContainers(actor, found, now);
  const queue = listed.some(isWaiting) ? await readQueue(deps.db, now) : undefined;
  return listed.map((container) => ({ container, userName: container.userName, place: queue?.get(container.id) }));
}

export async function extendContainer(deps: Deps, request: PlayRequest): Promise<ContainerRow> {
  const { receivedAt: now } = request;
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
    afterCommit(() => announceContainers(deps, [row]));
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
    // One that waits has cost no engine anything.
    if (!isWaiting(current)) requireCooldownOver(teamChallenge.lastContainerOperationAt, now);
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
    afterCommit(() => announceContainers(deps, [row]));
    afterCommit(() => publish(deps, `monitor:${play.game.id}`, 'ReceivedGameEvent', { ids: [activityId] }));
    return row;
  });
  const ended = await waitForContainer(deps, ending.id, ['destroyed', 'failed'], stopWaitMs);
  if (ended && ended.state === 'stopping') throw new DomainError('container.stopFailed');
}

/**
 * Resolves with the running row. `failureOf` maps a failed start to an error. A start that still waits stays in the
 * queue, and ContainerChanged reports it later.
 */
export async function waitForStart(
  deps: Deps,
  requested: ContainerRow,
  failureOf: (row: ContainerRow) => DomainError = playerFailure,
): Promise<ContainerRow> {
  const { id } = requested;
  const started = (timeoutMs: number) => waitForContainer(deps, id, startedStates, timeoutMs);
  const early = await started(fullWaitMs);
  if (early && isWaiting(early)) {
    const place = await findPlace(deps, id);
    if (place?.isFull) throw stillWaiting('container.full', place);
  }
  const isPending = early && !startedStates.includes(early.state);
  const row = isPending ? await started(startWaitMs - fullWaitMs) : early;
  if (row?.state === 'running') return row;
  if (row && !startedStates.includes(row.state)) {
    throw stillWaiting('container.stillWaiting', (await findPlace(deps, id)) ?? { position: 0, waitSeconds: null });
  }
  throw row ? failureOf(row) : new DomainError('container.startFailed');
}

const isWaiting = ({ state, engine }: Pick<ContainerRow, 'state' | 'engine'>) =>
  state === 'requested' && engine === null;

async function findPlace(deps: Deps, id: string): Promise<QueuePosition | undefined> {
  return (await readQueue(deps.db, deps.clock.now())).get(id);
}

function stillWaiting(
  code: 'container.full' | 'container.stillWaiting',
  { position, waitSeconds }: Pick<QueuePosition, 'position' | 'waitSeconds'>,
): DomainError {
  return new DomainError(code, { params: { position }, retryAfterSeconds: waitSeconds ?? retrySeconds });
}

export async function requireQueueRoom(deps: Deps, now: Date): Promise<void> {
  if ((await countWaiting(deps.db, now)) >= waitingStartsMax) throw queueFull();
}

function queueFull(): DomainError {
  return new DomainError('container.queueFull', { params: { seconds: retrySeconds }, retryAfterSeconds: retrySeconds });
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
