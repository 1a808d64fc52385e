import { containerJobs } from '@vexil/contract/container';
import { DomainError, retryIn } from '@vexil/contract/errors';
import type { QueuePosition } from '@vexil/data/container/placement.queries';
import type { Tx } from '@vexil/db';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ContainerRow } from '@vexil/db/schema/container';
import { type Actor, viaOf } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { boundedEnd } from '@vexil/rules/ceiling.rules';
import { readContainerOptions } from '@vexil/rules/container-options.rules';
import { grants } from '@vexil/rules/permission.rules';
import { containerCooldownMs, cooldownRemainingMs, extendedStop, isInRenewalWindow } from '@vexil/rules/phase.rules';
import { announceContainers, announceStops } from '@vexil/runtime/container-announce';
import { instanceColumns } from '@vexil/runtime/instance';
import { addEngineJob } from '@vexil/runtime/queues';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import { type EnabledChallenge, loadEnabledChallenge, loadVisibleChallenge } from '../challenge/challenge.play.service';
import { ensureTeamChallenge, rotateFlag } from '../challenge/team-challenge.service';
import { type ContainerPolicy, getContainerCeilings, getContainerPolicy } from '../config/config.service';
import { loadPlay, type Play, requirePlay } from '../play/play.service';
import {
  addActivity,
  insertContainer,
  listLiveContainers,
  lockEnabledChallenge,
  lockParticipation,
  lockUnpaused,
  recordContainerOperation,
  updateLiveContainer,
} from './container.queries';
import { isWaiting, readQueueOf, requireQueueRoom, waitForStart, waitForStop } from './container.wait';
import { takeWarm } from './container.warm';
import { startShared } from './shared-container.service';
import type { OwnContainers, TeamContainerRow } from './team-container.queries';

export { type OwnContainers, type TeamContainerFacts, teamContainers } from './team-container.queries';

const minuteMs = 60_000;

export interface PlayRequest {
  actor: Actor;
  gameId: number;
  challengeId: number;
  receivedAt: Date;
}

/** Resolves when its port accepts connections. */
export async function createContainer(deps: Deps, request: PlayRequest): Promise<ContainerRow> {
  const { actor, receivedAt: now } = request;
  const play = await loadPlay(deps, actor, request.gameId, { strict: true, now, solves: true });
  const challenge = await loadVisibleChallenge(deps, play, request.challengeId);
  requireContainer(challenge);
  if (deps.config.containerEngine === 'none') throw new DomainError('container.noEngine');
  const policy = await getContainerPolicy(deps);
  const ceilings = await getContainerCeilings(deps);
  if (readContainerOptions(challenge.containerOptions).sharing !== 'none') {
    return startShared(deps, { play, challenge, now });
  }
  await requireQueueRoom(deps, now);
  const end = boundedEnd(now.getTime(), now.getTime() + policy.defaultLifetime * minuteMs, ceilings);
  const requested = await requestForTeam(deps, {
    play,
    challenge,
    policy,
    times: { requestedAt: now, expiresAt: new Date(end) },
    actor,
  });
  return waitForStart(deps, requested);
}

interface TeamStart {
  play: Play;
  challenge: EnabledChallenge;
  policy: ContainerPolicy;
  times: { requestedAt: Date; expiresAt: Date };
  actor: Actor;
}

/** The participation is locked, so that the team's limit holds. */
function requestForTeam(deps: Deps, start: TeamStart): Promise<ContainerRow> {
  const { play, challenge, times } = start;
  const key = { participationId: play.player.id, challengeId: challenge.id };
  return inTransaction(deps, async (work) => {
    await lockUnpaused(work.tx, play.game.id);
    if (!(await lockEnabledChallenge(work.tx, challenge.id))) throw new DomainError('challenge.notFound');
    await lockAcceptedParticipation(work.tx, play);
    const teamChallenge = await ensureTeamChallenge(deps, work.tx, play.player, challenge);
    requireCooldownOver(teamChallenge.lastContainerOperationAt, times.requestedAt);
    const running = await listLiveContainers(work.tx, play.player.id);
    if (running.some((one) => one.challengeId === challenge.id)) throw new DomainError('container.alreadyRunning');
    if (challenge.containerImage.trim() === '') throw new DomainError('challenge.imageMissing');
    await stopOldestAtLimit(deps, work, start, running);
    if (readContainerOptions(challenge.containerOptions).rotateFlag && challenge.type === 'DynamicContainer') {
      await rotateFlag(deps, work.tx, { owner: play.player, challenge, held: teamChallenge });
    }
    const row = await insertOrTakeWarm(deps, work, start);
    await recordContainerOperation(work.tx, key, times.requestedAt);
    work.after(() => announceContainers(deps, [row]));
    return row;
  });
}

async function insertOrTakeWarm(deps: Deps, work: Work, { play, challenge, times, actor }: TeamStart) {
  const ofTeam = {
    kind: 'Team',
    gameId: play.game.id,
    challengeId: challenge.id,
    participationId: play.player.id,
    accountId: actor.id,
    via: viaOf(actor),
    ...times,
  } as const;
  const { warmCount } = readContainerOptions(challenge.containerOptions);
  const warm = warmCount > 0 ? await takeWarm(deps, work.tx, challenge, ofTeam) : undefined;
  if (!warm?.engine) {
    work.job(containerJobs.place, {});
    return warm ?? insertContainer(work.tx, { ...ofTeam, ...instanceColumns(deps, challenge) });
  }
  const { id: containerId, engine } = warm;
  work.after(() => addEngineJob(deps, engine, containerJobs.start, { containerId, isTakenOver: false }));
  work.job(containerJobs.keep, {});
  return warm;
}

export interface ListedContainer {
  container: TeamContainerRow;
  userName: string | null;
  queued: QueuePosition | undefined;
}

/** Throws as `requirePlay` does. */
export async function listContainers(
  deps: Pick<Deps, 'db'>,
  actor: Pick<Actor, 'role'>,
  found: OwnContainers | null,
  now: Date,
): Promise<ListedContainer[]> {
  const { division } = requirePlay(found, actor, { strict: true, now });
  const listed = (found?.containers ?? []).filter(
    ({ kind, challengeId }) => kind === 'Team' || grants(division, challengeId, 'ViewChallenge'),
  );
  const queue = await readQueueOf(deps, listed, now);
  return listed.map((container) => ({ container, userName: container.userName, queued: queue.get(container.id) }));
}

export async function extendContainer(deps: Deps, request: PlayRequest): Promise<ContainerRow> {
  const { receivedAt: now } = request;
  const { play, challenge } = await loadOwn(deps, request, { solves: true });
  const policy = await getContainerPolicy(deps);
  const ceilings = await getContainerCeilings(deps);
  return inTransaction(deps, async (work) => {
    await lockAcceptedParticipation(work.tx, play);
    const current = await getLive(work.tx, play, challenge);
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
    const row = await updateLiveContainer(work.tx, current.id, { expiresAt: moved });
    if (!row) throw new DomainError('container.none');
    work.after(() => announceContainers(deps, [row]));
    return row;
  });
}

/** Stops the team's container and resolves when it is gone. */
export async function destroyContainer(deps: Deps, request: PlayRequest): Promise<void> {
  const { actor, receivedAt: now } = request;
  const { play, challenge } = await loadOwn(deps, request, { solves: false });
  const ending = await inTransaction(deps, async (work) => {
    await lockAcceptedParticipation(work.tx, play);
    const current = await getLive(work.tx, play, challenge);
    const teamChallenge = await ensureTeamChallenge(deps, work.tx, play.player, challenge);
    // One that waits has cost no engine anything.
    if (!isWaiting(current)) requireCooldownOver(teamChallenge.lastContainerOperationAt, now);
    const row = await updateLiveContainer(work.tx, current.id, { state: 'stopping', endReason: 'player' });
    if (!row) throw new DomainError('container.none');
    await recordContainerOperation(work.tx, { participationId: play.player.id, challengeId: challenge.id }, now);
    const activityId = await addActivity(work.tx, {
      gameId: play.game.id,
      type: 'ContainerDestroy',
      values: [`${challenge.id}`, challenge.title],
      participationId: play.player.id,
      accountId: actor.id,
      happenedAt: now,
    });
    announceStops(deps, work, [row]);
    work.event(`monitor:${play.game.id}`, 'ReceivedGameEvent', { ids: [activityId] });
    return row;
  });
  await waitForStop(deps, ending.id);
}

async function loadOwn(
  deps: Deps,
  { actor, gameId, challengeId, receivedAt }: PlayRequest,
  { solves }: { solves: boolean },
) {
  const play = await loadPlay(deps, actor, gameId, { strict: true, now: receivedAt, solves });
  const challenge = await loadEnabledChallenge(deps, play, challengeId);
  requireContainer(challenge);
  if (readContainerOptions(challenge.containerOptions).sharing !== 'none') throw new DomainError('container.isShared');
  return { play, challenge };
}

/** A suspension after `loadPlay` has already collected the containers to stop, so nothing may start after it. */
async function lockAcceptedParticipation(tx: Tx, play: Play): Promise<void> {
  const status = await lockParticipation(tx, play.player.id);
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
  throw new DomainError('container.tooSoon', retryIn(seconds));
}

async function getLive(tx: Tx, play: Play, challenge: EnabledChallenge): Promise<ContainerRow> {
  const live = await listLiveContainers(tx, play.player.id);
  const current = live.find((one) => one.challengeId === challenge.id && one.state !== 'stopping');
  if (!current) throw new DomainError('container.none');
  return current;
}

async function stopOldestAtLimit(
  deps: Deps,
  work: Work,
  { play, policy }: TeamStart,
  running: ContainerRow[],
): Promise<void> {
  const limit = play.game.containerCountLimit;
  const counted = running.filter(({ state }) => state !== 'stopping');
  if (limit <= 0 || counted.length < limit) return;
  const [oldest] = counted;
  if (!policy.autoDestroyOnLimitReached || !oldest)
    throw new DomainError('container.limitReached', { params: { limit } });
  const ended = await updateLiveContainer(work.tx, oldest.id, { state: 'stopping', endReason: 'limit' });
  if (ended) announceStops(deps, work, [ended]);
}
