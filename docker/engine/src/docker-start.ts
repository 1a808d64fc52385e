/**
 * Rolls back on failure or abort. The container's name contains the row's id and is unique, so of two workers that
 * start the same id the second waits for the first.
 */
import type Docker from 'dockerode';
import { throwIfAborted } from './abort';
import type { OptionalFeatures } from './docker-confinement';
import type { DockerConnection } from './docker-connection';
import { companionOptions, createOptions } from './docker-container';
import { messageOf, statusOf, toEngineError } from './docker-errors';
import type { ImageStore } from './docker-image';
import type { Instances } from './docker-instances';
import { readInstanceLines } from './docker-logs';
import type { InstanceNetworks } from './docker-network';
import { type ContainerSpec, EngineError, type EngineLogger } from './engine';
import { addressesIn } from './subnet-pool';

export interface StartContext {
  connection: DockerConnection;
  images: ImageStore;
  networks: InstanceNetworks;
  features: OptionalFeatures;
  deployment: string;
  bindAddress: string;
  portRange: string;
  customNetwork: string;
  instances: Instances;
  logger: EngineLogger | undefined;
}

const ATTEMPTS = 5;
/** After this, and as much for each companion, a created container without a start counts as abandoned. */
const HALF_MADE_MS = 15_000;
/** Beside companions: the main container and a run. */
const OTHERS_IN_NETWORK = 2;

export async function startContainer(context: StartContext, spec: ContainerSpec, signal: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    const present = await settlePresent(context, spec, signal);
    if (present !== null) return present;
    const images = [spec, ...(spec.companions ?? [])].map(({ image }) => image);
    for (const image of new Set(images)) await context.images.ensure(image, signal);
    try {
      return await attemptStart(context, spec, signal);
    } catch (error) {
      if (attempt === ATTEMPTS || signal.aborted || !worthAnother(error, context.features)) throw toEngineError(error);
    }
  }
}

/** Removes a broken instance of this id; null when none runs. */
async function settlePresent({ instances }: StartContext, spec: ContainerSpec, signal: AbortSignal) {
  const giveUpAt = Date.now() + HALF_MADE_MS * (1 + (spec.companions ?? []).length);
  for (;;) {
    throwIfAborted(signal);
    const present = await instances.find(spec.id);
    if (present?.state === 'running') return present;
    if (present === null || present.state === 'exited' || Date.now() >= giveUpAt) {
      if (present !== null || (await instances.listParts(spec.id)).length > 0) await instances.remove(spec.id);
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What this attempt made, to be undone by engine ids: the container holding the name may be another worker's. */
interface Made {
  containers: Docker.Container[];
  networkId: string | null;
}

async function attemptStart(context: StartContext, spec: ContainerSpec, signal: AbortSignal) {
  const made: Made = { containers: [], networkId: null };
  try {
    await launch(context, spec, made, signal);
    const started = await context.instances.find(spec.id);
    if (started?.state === 'running') return started;
    const logTail = await readInstanceLines(context, spec.id, 20);
    const exitCode = started?.exitCode ?? undefined;
    throw new EngineError('exitedEarly', 'The container ended as soon as it was started.', { logTail, exitCode });
  } catch (error) {
    await undo(context, made);
    throw error;
  }
}

async function launch(context: StartContext, spec: ContainerSpec, made: Made, signal: AbortSignal): Promise<void> {
  const { connection, networks, deployment, bindAddress, portRange, features, customNetwork } = context;
  const { docker } = connection;
  const companions = spec.companions ?? [];
  const isCustom = spec.networkMode === 'Custom';
  let addresses: Record<string, string> = {};
  if (!isCustom || companions.length > 0) {
    const { networkId, subnet } = await networks.create(
      spec.id,
      spec.networkMode,
      companions.length + OTHERS_IN_NETWORK,
    );
    made.networkId = networkId;
    if (companions.length > 0) addresses = addressesIn(subnet, ['main', ...companions.map(({ name }) => name)]);
  }
  throwIfAborted(signal);
  const network = made.networkId ?? customNetwork;
  const facts = await connection.facts();
  const createContext = { deployment, bindAddress, portRange, network, addresses, facts, features };
  // First, as its name is the claim to the id.
  const main = await docker.createContainer(createOptions(spec, createContext));
  made.containers.push(main);
  if (isCustom && made.networkId !== null) await docker.getNetwork(customNetwork).connect({ Container: main.id });
  for (const companion of companions) {
    throwIfAborted(signal);
    const container = await docker.createContainer(companionOptions(spec, companion, createContext));
    made.containers.push(container);
    await container.start();
  }
  throwIfAborted(signal);
  await main.start();
  throwIfAborted(signal);
}

async function undo({ instances, networks, logger }: StartContext, made: Made): Promise<void> {
  try {
    await Promise.all(made.containers.map(({ id }) => instances.removeContainer(id)));
    if (made.networkId !== null) await networks.remove(made.networkId);
  } catch (error) {
    // Throws the first error; removeLeftovers finds the rest.
    const details = { event: 'engine.cleanup_failed', err: toEngineError(error) };
    logger?.warn(details, 'Removing a failed start failed, retrying with the next sweep');
  }
}

/** Disables the feature that the engine refused; false when a retry is useless. */
function worthAnother(error: unknown, features: OptionalFeatures): boolean {
  const message = messageOf(error);
  if (features.storageLimit && /storage-opt|pquota|quota/i.test(message)) {
    features.storageLimit = false;
    return true;
  }
  if (features.init && /docker-init|init binary/i.test(message)) {
    features.init = false;
    return true;
  }
  const nameTaken = statusOf(error) === 409 && /already in use/i.test(message);
  const portTaken = /port is already allocated|address already in use/i.test(message);
  return nameTaken || portTaken;
}
