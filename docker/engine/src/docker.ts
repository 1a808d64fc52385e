import { connectDocker } from './docker-connection';
import type { OptionalFeatures } from './docker-container';
import { readDiskUse, readFreeDisk } from './docker-disk';
import { retrying, toEngineError } from './docker-errors';
import { followEvents } from './docker-events';
import { createImageStore, type RegistryCredentials } from './docker-image';
import { createInstances } from './docker-instances';
import { readLastLines } from './docker-logs';
import { createInstanceNetworks } from './docker-network';
import { createPreparation } from './docker-preparation';
import { type StartContext, startContainer } from './docker-start';
import { type ContainerEngine, checkSpec, EngineError, type EngineLogger, type RunningContainer } from './engine';
import { createSubnetPool } from './subnet-pool';

export interface DockerEngineOptions {
  host?: string;
  certPath?: string;
  /** Labels what is ours; other deployments on the engine are never touched. */
  deployment: string;
  /** Where ports are published; all IPv4 addresses when absent. */
  publicBindAddress?: string;
  /** When neither 127.0.0.1 nor the tcp host. */
  probeHost?: string;
  /** IPv4, eight addresses per instance; 10.213.0.0/16 when absent. */
  networkPool?: string;
  /** For the mode Custom; vexil-custom when absent. */
  customNetwork?: string;
  pullTimeoutMs?: number;
  /** By registry host; docker.io for images without one. */
  registries?: Record<string, RegistryCredentials>;
  /** False leaves iptables alone. */
  firewall?: boolean;
  logger?: EngineLogger;
}

/** Needs Docker API 1.41. Disk limits need a storage driver with quotas, see `capabilities`. */
export function createDockerEngine(options: DockerEngineOptions): ContainerEngine {
  const { deployment, logger } = options;
  const bindAddress = options.publicBindAddress ?? '0.0.0.0';
  const specificBind = bindAddress === '0.0.0.0' ? undefined : bindAddress;
  const connection = connectDocker({ ...options, probeHost: options.probeHost ?? specificBind });
  const { docker } = connection;
  const pool = createSubnetPool(options.networkPool ?? '10.213.0.0/16', { avoidOwnInterfaces: connection.local });
  const networks = createInstanceNetworks(docker, pool, deployment);
  const instances = createInstances(connection, networks, deployment);
  const features: OptionalFeatures = { init: true, storageLimit: true };
  const preparation = createPreparation(connection, pool, features, options);
  const pending = new Map<string, { started: Promise<RunningContainer>; canceller: AbortController }>();
  const closed = new AbortController();
  const context: StartContext = {
    connection,
    images: createImageStore(connection, {
      pullTimeoutMs: options.pullTimeoutMs ?? 300_000,
      registries: options.registries ?? {},
    }),
    networks,
    features,
    deployment,
    bindAddress,
    customNetwork: options.customNetwork ?? 'vexil-custom',
    find: instances.find,
    remove: instances.remove,
    logger,
  };

  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await connection.facts();
      return await work();
    } catch (error) {
      throw toEngineError(error);
    }
  };

  const stop = async (id: string, { atOnce = false }: { atOnce?: boolean } = {}) => {
    const start = pending.get(id);
    start?.canceller.abort();
    await start?.started.catch(() => undefined);
    await guarded(() => retrying(() => instances.remove(id, atOnce)));
  };

  return {
    kind: 'docker',
    ping: () => guarded(() => docker.ping()),
    capabilities: () =>
      guarded(async () => {
        await preparation.prepare();
        return preparation.capabilities();
      }),
    start: (spec, signal) => {
      const shared = pending.get(spec.id);
      if (shared !== undefined) return shared.started;
      const canceller = new AbortController();
      const signals = [canceller.signal, closed.signal, ...(signal === undefined ? [] : [signal])];
      const started = guarded(async () => {
        checkSpec(spec);
        await preparation.prepare();
        return await startContainer(context, spec, AbortSignal.any(signals));
      }).finally(() => pending.delete(spec.id));
      pending.set(spec.id, { started, canceller });
      return started;
    },
    stop,
    inspect: (id) => guarded(() => instances.find(id)),
    diskUse: (ids) =>
      guarded(async () => {
        const wanted = new Set(ids);
        return readDiskUse(
          connection,
          (await instances.list()).filter(({ id }) => wanted.has(id)),
        );
      }),
    freeDisk: () => guarded(() => readFreeDisk(connection)),
    list: () => guarded(() => instances.list()),
    lastLines: (id, linesMax = 20, bytesMax) =>
      guarded(async () => {
        const container = await instances.find(id);
        return container === null ? '' : readLastLines(docker, container.engineId, linesMax, bytesMax);
      }),
    watch: (onChange, signal) =>
      followEvents(connection, deployment, onChange, AbortSignal.any([signal, closed.signal]), logger),
    removeLeftovers: (known) =>
      guarded(async () => {
        await preparation.secureNetworks();
        const found = [...(await instances.list()), ...(await networks.list())].map(({ id }) => id);
        const ids = [...new Set(found)].filter((id) => !pending.has(id));
        return removeUnknown(ids, known, stop, logger);
      }),
    close: async () => {
      closed.abort(new EngineError('aborted', 'The container engine was closed.'));
      await Promise.allSettled([...pending.values()].map(({ started }) => started));
    },
  };
}

/** Returns the ids removed. */
async function removeUnknown(
  ids: readonly string[],
  known: Parameters<ContainerEngine['removeLeftovers']>[0],
  stop: ContainerEngine['stop'],
  logger: EngineLogger | undefined,
): Promise<string[]> {
  const kept = known instanceof Set ? known : await known([...ids]);
  const removed: string[] = [];
  for (const id of ids.filter((one) => !kept.has(one))) {
    try {
      await stop(id);
      removed.push(id);
    } catch (error) {
      const details = { event: 'engine.cleanup_failed', err: toEngineError(error) };
      logger?.warn(details, 'Removing a leftover container failed, retrying with the next sweep');
    }
  }
  return removed;
}
