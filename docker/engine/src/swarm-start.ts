/** Rolls back on failure or abort. The name of the main service is the claim to the id. */
import { randomBytes } from 'node:crypto';
import type Docker from 'dockerode';
import { pause, throwIfAborted } from './abort';
import { LABEL } from './docker-container';
import { isMissing, messageOf, statusOf, toEngineError } from './docker-errors';
import { type RegistryCredentials, registryOf, withTag } from './docker-image';
import { type ContainerSpec, EngineError, type EngineLogger, type RunningContainer } from './engine';
import type { SwarmCluster } from './swarm-cluster';
import { companionService, mainService, type ServiceContext, type ServiceNetwork } from './swarm-service';
import { type SwarmService, type SwarmTask, stateOf } from './swarm-view';

export interface SwarmContext {
  docker: Docker;
  cluster: SwarmCluster;
  deployment: string;
  customNetwork: string;
  registries: Record<string, RegistryCredentials>;
  services(): Promise<ServiceContext>;
  logger: EngineLogger | undefined;
}

const HALF_MADE_MS = 60_000;
const REMOVED_WITHIN_MS = 60_000;
/** A node that is down reports the end of its tasks when it is back. */
const TASKS_ENDED_WITHIN_MS = 15_000;
/** The scheduler waits for room without end. */
const NO_NODE = /no suitable node/i;

export async function startInstance(context: SwarmContext, spec: ContainerSpec, signal: AbortSignal) {
  if (spec.runtime !== undefined) {
    throw new EngineError('invalidSpec', 'Docker Swarm runs services in the nodes’ default runtime only.');
  }
  for (;;) {
    const present = await settlePresent(context, spec.id, signal);
    if (present !== null) return present;
    try {
      return await attemptStart(context, spec, signal);
    } catch (error) {
      const nameTaken = statusOf(error) === 409 || /name conflicts/i.test(messageOf(error));
      if (signal.aborted || !nameTaken) throw toEngineError(error);
    }
  }
}

async function settlePresent(context: SwarmContext, id: string, signal: AbortSignal): Promise<RunningContainer | null> {
  const giveUpAt = Date.now() + HALF_MADE_MS;
  for (;;) {
    throwIfAborted(signal);
    const present = await context.cluster.find(id);
    if (present?.state === 'running') return present;
    if (present === null || present.state === 'exited' || Date.now() >= giveUpAt) {
      if (present !== null || (await context.cluster.listParts(id)).length > 0) await removeInstance(context, id);
      return null;
    }
    await pause(200);
  }
}

async function attemptStart(context: SwarmContext, spec: ContainerSpec, signal: AbortSignal) {
  const made: { services: string[]; networkId: string | null } = { services: [], networkId: null };
  try {
    await launch(context, spec, made, signal);
    const started = await context.cluster.find(spec.id);
    if (started?.state === 'running') return started;
    throw new EngineError('exitedEarly', 'The container ended as soon as it was started.');
  } catch (error) {
    await undo(context, spec.id, made);
    throw error;
  }
}

async function launch(
  context: SwarmContext,
  spec: ContainerSpec,
  made: { services: string[]; networkId: string | null },
  signal: AbortSignal,
): Promise<void> {
  const { docker, customNetwork } = context;
  const companions = spec.companions ?? [];
  const services = await context.services();
  const isCustom = spec.networkMode === 'Custom';
  if (!isCustom || companions.length > 0) made.networkId = await createOverlay(context, spec);
  throwIfAborted(signal);
  const own: ServiceNetwork[] = made.networkId === null ? [] : [{ Target: made.networkId, Aliases: ['main'] }];
  const networks = isCustom ? [...own, { Target: await networkId(docker, customNetwork) }] : own;
  const claim = mainService(spec, networks, companions.length > 0 ? 0 : 1, services);
  const main = await create(context, spec.image, claim);
  made.services.push(main);
  for (const companion of companions) {
    throwIfAborted(signal);
    const network = [{ Target: made.networkId ?? '', Aliases: [companion.name] }];
    const part = await create(context, companion.image, companionService(spec, companion, network, services));
    made.services.push(part);
    await waitUntilStarted(context, part, signal);
  }
  throwIfAborted(signal);
  if (companions.length > 0) {
    const { Version } = (await docker.getService(main).inspect()) as Required<Docker.Service>;
    const running = mainService(spec, networks, 1, services);
    await docker.getService(main).update(authOf(context, spec.image), { version: Version?.Index, ...running } as never);
  }
  await waitUntilStarted(context, main, signal);
}

/** One that ended at once counts as started; the caller looks at how. */
async function waitUntilStarted({ cluster }: SwarmContext, serviceId: string, signal: AbortSignal) {
  for (;;) {
    throwIfAborted(signal);
    const task = await cluster.taskOf(serviceId);
    if (task !== undefined) {
      throwIfHopeless(task);
      if (stateOf(task) !== 'starting') return task;
    }
    await pause(100);
  }
}

/** Throws EngineError noCapacity, imageMissing, imageDenied, imagePullFailed, exitedEarly or engineDown. */
export function throwIfHopeless({ Status }: SwarmTask): void {
  const reason = Status.Err ?? '';
  if (Status.State === 'pending' && NO_NODE.test(reason)) {
    throw new EngineError('noCapacity', `Docker Swarm has no node for the container: ${reason}`);
  }
  if (Status.State !== 'rejected' && !(Status.State === 'failed' && !Status.ContainerStatus?.ContainerID)) return;
  if (/access denied|unauthorized|denied:|authentication required|forbidden|no basic auth/i.test(reason)) {
    throw new EngineError('imageDenied', `A node was refused the image: ${reason}`);
  }
  if (/no such image|not found|manifest unknown/i.test(reason)) {
    throw new EngineError('imageMissing', `A node found no such image: ${reason}`);
  }
  throw toEngineError({ statusCode: 400, message: reason });
}

async function createOverlay({ docker, deployment }: SwarmContext, spec: ContainerSpec): Promise<string> {
  const network = await docker.createNetwork({
    Name: `vexil-${spec.id}-${randomBytes(4).toString('hex')}`,
    Driver: 'overlay',
    EnableIPv6: false,
    // Beside the operator's network, companions need no way out of theirs.
    Internal: spec.networkMode === 'Custom',
    Labels: { [LABEL.deployment]: deployment, [LABEL.id]: spec.id },
  });
  return network.id;
}

async function networkId(docker: Docker, name: string): Promise<string> {
  const { Id } = (await docker.getNetwork(name).inspect()) as { Id: string };
  return Id;
}

export async function create(context: SwarmContext, image: string, spec: Docker.ServiceSpec): Promise<string> {
  const created = await context.docker.createService(authOf(context, image), spec);
  return created.id;
}

function authOf({ registries }: SwarmContext, image: string): Docker.AuthConfig {
  const credentials = registries[registryOf(withTag(image))];
  // The client sends an absent login as none.
  if (credentials === undefined) return undefined as unknown as Docker.AuthConfig;
  return { ...credentials, serveraddress: registryOf(withTag(image)) } as Docker.AuthConfig;
}

export async function removeInstance(context: SwarmContext, id: string): Promise<void> {
  const { docker, cluster, deployment } = context;
  const main = await cluster.findService(id);
  const parts = await cluster.listParts(id);
  const all: SwarmService[] = main === null ? parts : [main, ...parts];
  await Promise.all(all.map(({ ID }) => removeService(docker, ID)));
  await waitUntilTasksEnded(cluster, id);
  const label = [`${LABEL.deployment}=${deployment}`, `${LABEL.id}=${id}`];
  for (const { Id } of await docker.listNetworks({ filters: { label } })) await removeNetwork(docker, Id);
}

export async function removeService(docker: Docker, serviceId: string): Promise<void> {
  await docker
    .getService(serviceId)
    .remove()
    .catch((error: unknown) => {
      if (!isMissing(error)) throw error;
    });
}

/** A node that begins a task makes the task's network again, also after the cluster removed it. */
async function waitUntilTasksEnded(cluster: SwarmCluster, id: string): Promise<void> {
  const giveUpAt = Date.now() + TASKS_ENDED_WITHIN_MS;
  while (Date.now() < giveUpAt && (await cluster.hasTasks(id))) await pause(200);
}

/** Nodes list a removed network until they have left it. */
async function removeNetwork(docker: Docker, id: string): Promise<void> {
  for (const giveUpAt = Date.now() + REMOVED_WITHIN_MS; ; ) {
    try {
      await docker.getNetwork(id).remove();
    } catch (error) {
      const isPassing = isMissing(error) || /in use|active endpoints|not found/i.test(messageOf(error));
      if (!isPassing || Date.now() > giveUpAt) throw error;
    }
    const left = await docker.listNetworks({ filters: { id: [id] } });
    if (left.length === 0) return;
    await pause(200);
  }
}

async function undo(
  context: SwarmContext,
  instanceId: string,
  made: { services: string[]; networkId: string | null },
): Promise<void> {
  try {
    await Promise.all(made.services.map((id) => removeService(context.docker, id)));
    // Without a service of its own, the tasks are those of another start.
    if (made.services.length > 0) await waitUntilTasksEnded(context.cluster, instanceId);
    if (made.networkId !== null) await removeNetwork(context.docker, made.networkId);
  } catch (error) {
    const details = { event: 'engine.cleanup_failed', err: toEngineError(error) };
    context.logger?.warn(details, 'Removing a failed start failed, retrying with the next sweep');
  }
}
