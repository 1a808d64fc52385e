/**
 * Rolls back on failure or abort. The container's name contains the row's id and is unique, so of two workers that
 * start the same id the second waits for the first.
 */
import type Docker from 'dockerode';
import { throwIfAborted } from './abort';
import type { DockerConnection } from './docker-connection';
import { createOptions, type OptionalFeatures } from './docker-container';
import { isMissing, messageOf, retrying, statusOf, toEngineError } from './docker-errors';
import type { ImageStore } from './docker-image';
import { readLastLines } from './docker-logs';
import type { InstanceNetworks } from './docker-network';
import { type ContainerSpec, EngineError, type EngineLogger, type RunningContainer } from './engine';

export interface StartContext {
  connection: DockerConnection;
  images: ImageStore;
  networks: InstanceNetworks;
  features: OptionalFeatures;
  deployment: string;
  bindAddress: string;
  customNetwork: string;
  find(id: string): Promise<RunningContainer | null>;
  remove(id: string): Promise<void>;
  logger: EngineLogger | undefined;
}

const ATTEMPTS = 5;
/** After this a created container without a start counts as abandoned. */
const HALF_MADE_MS = 15_000;

export async function startContainer(context: StartContext, spec: ContainerSpec, signal: AbortSignal) {
  for (let attempt = 1; ; attempt += 1) {
    const present = await settlePresent(context, spec.id, signal);
    if (present !== null) return present;
    await context.images.ensure(spec.image, signal);
    try {
      return await attemptStart(context, spec, signal);
    } catch (error) {
      if (attempt === ATTEMPTS || signal.aborted || !worthAnother(error, context.features)) throw toEngineError(error);
    }
  }
}

/** Removes a broken container of this id; null when none runs. */
async function settlePresent(context: StartContext, id: string, signal: AbortSignal) {
  const giveUpAt = Date.now() + HALF_MADE_MS;
  for (;;) {
    throwIfAborted(signal);
    const present = await context.find(id);
    if (present === null || present.state === 'running') return present;
    if (present.state === 'exited' || Date.now() >= giveUpAt) {
      await context.remove(id);
      return null;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function attemptStart(context: StartContext, spec: ContainerSpec, signal: AbortSignal) {
  const { connection, networks, deployment, bindAddress, features } = context;
  let networkId: string | null = null;
  let container: Docker.Container | null = null;
  try {
    if (spec.networkMode !== 'Custom') networkId = await networks.create(spec.id, spec.networkMode);
    throwIfAborted(signal);
    const facts = await connection.facts();
    const network = networkId ?? context.customNetwork;
    container = await connection.docker.createContainer(
      createOptions(spec, { deployment, bindAddress, network, facts, features }),
    );
    throwIfAborted(signal);
    await container.start();
    throwIfAborted(signal);
    const started = await context.find(spec.id);
    if (started?.state === 'running') return started;
    const logTail = await readLastLines(connection.docker, container.id, 20);
    const exitCode = started?.exitCode ?? undefined;
    throw new EngineError('exitedEarly', 'The container ended as soon as it was started.', { logTail, exitCode });
  } catch (error) {
    await undo(context, container, networkId);
    throw error;
  }
}

/** By engine ids: the container holding the name may be another worker's. */
async function undo(context: StartContext, container: Docker.Container | null, networkId: string | null) {
  try {
    if (container !== null) {
      await retrying(async () => {
        await container.remove({ force: true, v: true }).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      });
    }
    if (networkId !== null) await context.networks.remove(networkId);
  } catch (error) {
    // Throws the first error; removeLeftovers finds the rest.
    const details = { event: 'engine.cleanup_failed', err: toEngineError(error) };
    context.logger?.warn(details, 'Removing a failed start failed, retrying with the next sweep');
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
