import { checkPath, checkRun, checkSpec } from './check-spec';
import type { OptionalFeatures } from './docker-confinement';
import { connectDocker } from './docker-connection';
import { LABEL } from './docker-container';
import { readDiskUse, readFreeDisk } from './docker-disk';
import { retrying, toEngineError } from './docker-errors';
import { followEvents } from './docker-events';
import { writeIntoContainer } from './docker-files';
import { createImageStore, type RegistryCredentials } from './docker-image';
import { createInstances } from './docker-instances';
import { readInstanceLines } from './docker-logs';
import { createInstanceNetworks } from './docker-network';
import { createPreparation } from './docker-preparation';
import { removeAbandonedRuns, runToEnd } from './docker-run';
import { type StartContext, startContainer } from './docker-start';
import { type ContainerEngine, EngineError, type EngineLogger, type RunningContainer } from './engine';
import { removeUnknown } from './leftovers';
import { createPending } from './pending';
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
  /** Of containers that name none; the engine's own default when absent. */
  runtime?: string;
  /** `first-last`, of published ports; the engine's own choice when absent. */
  portRange?: string | undefined;
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
  const pending = createPending<RunningContainer>();
  const { untilClosed } = pending;
  const images = createImageStore(connection, {
    pullTimeoutMs: options.pullTimeoutMs ?? 300_000,
    registries: options.registries ?? {},
  });
  const context: StartContext = {
    connection,
    images,
    networks,
    features,
    deployment,
    bindAddress,
    portRange: options.portRange ?? '',
    customNetwork: options.customNetwork ?? 'vexil-custom',
    instances,
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
    await pending.cancel(id);
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
    capacity: () => guarded(connection.capacity),
    hasImage: (image) => guarded(() => images.has(image)),
    pullImage: (image, onProgress, signal) => guarded(() => images.pull(image, onProgress, untilClosed(signal))),
    start: (spec, signal) =>
      pending.share(spec.id, signal, (either) =>
        guarded(async () => {
          checkSpec(spec);
          await preparation.prepare();
          return await startContainer(context, { runtime: options.runtime, ...spec }, either);
        }),
      ),
    stop,
    inspect: (id) => guarded(() => instances.find(id)),
    diskUse: (ids) =>
      guarded(async () => {
        const wanted = new Set(ids);
        return readDiskUse(connection, await instances.listPieces(wanted));
      }),
    freeDisk: () => guarded(() => readFreeDisk(connection)),
    list: () => guarded(() => instances.list()),
    lastLines: (id, linesMax = 20, bytesMax) => guarded(() => readInstanceLines(context, id, linesMax, bytesMax)),
    watch: (onChange, signal) => followEvents(connection, deployment, onChange, untilClosed(signal), logger),
    writeFile: (id, path, content, mode = 0o444) =>
      guarded(async () => {
        checkPath(path);
        const found = await instances.find(id);
        if (found?.state !== 'running') throw new EngineError('notRunning', 'The container does not run.');
        await writeIntoContainer(docker.getContainer(found.engineId), path, content, mode);
      }),
    run: (spec, signal) =>
      guarded(async () => {
        checkRun(spec);
        await preparation.prepare();
        return runToEnd(context, { ...spec, runtime: options.runtime }, untilClosed(signal));
      }),
    removeLeftovers: (known) =>
      guarded(async () => {
        await preparation.secureNetworks();
        await removeAbandonedRuns(context);
        const parts = (await instances.listParts()).map(({ Labels }) => ({ id: Labels[LABEL.partOf] ?? '' }));
        const found = [...(await instances.list()), ...parts, ...(await networks.list())].map(({ id }) => id);
        const ids = [...new Set(found)].filter((id) => !pending.has(id));
        return removeUnknown(ids, known, stop, logger);
      }),
    close: pending.close,
  };
}
