import { checkPath, checkRun, checkSpec } from './check-spec';
import { connectDocker } from './docker-connection';
import { readFreeDisk } from './docker-disk';
import { retrying, toEngineError } from './docker-errors';
import { writeIntoContainer } from './docker-files';
import { createImageStore } from './docker-image';
import type { ContainerEngine, RunningContainer } from './engine';
import type { EngineContext, SwarmSettings } from './engine-settings';
import { removeUnknown } from './leftovers';
import { createPending } from './pending';
import { createProtection } from './swarm-capabilities';
import { createCluster, isActive } from './swarm-cluster';
import { findOwnContainer, listIds, readInstanceDisk, readLines, removeAbandoned } from './swarm-instances';
import { pullOnAllNodes } from './swarm-pull';
import { runBeside } from './swarm-run';
import type { ServiceContext } from './swarm-service';
import { removeInstance, type SwarmContext, startInstance } from './swarm-start';
import { followByPolling } from './watch-by-polling';

const PULL_TIMEOUT_MS = 300_000;

/** Connects to a manager of the cluster; needs Docker API 1.41. */
export function createSwarmEngine(settings: SwarmSettings, shared: EngineContext): ContainerEngine {
  const { deployment, logger } = shared;
  const connection = connectDocker({ ...settings, probeHost: settings.proxyHost });
  const { docker } = connection;
  const nodes = new Map(Object.entries(settings.nodes ?? {}).map(([name, node]) => [name, connectDocker(node).docker]));
  const cluster = createCluster(connection, deployment, nodes);
  const pending = createPending<RunningContainer>();
  const services = async (): Promise<ServiceContext> => {
    const { apiVersion, cpuCount } = await connection.facts();
    const counts = (await cluster.nodes()).map(({ Description }) => Description.Resources.NanoCPUs / 1e9);
    const noNewPrivileges = Number(apiVersion.split('.')[1]) >= 44;
    return {
      deployment,
      publish: settings.publish ?? 'host',
      cpuCountMax: Math.max(cpuCount, ...counts),
      noNewPrivileges,
    };
  };
  const images = createImageStore(connection, { pullTimeoutMs: PULL_TIMEOUT_MS, registries: {} });
  const context: SwarmContext = {
    docker,
    cluster,
    deployment,
    customNetwork: settings.customNetwork ?? 'vexil-custom',
    registries: shared.registries ?? {},
    services,
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
  const stop = async (id: string) => {
    await pending.cancel(id);
    await guarded(() => retrying(() => removeInstance(context, id)));
  };
  const protection = createProtection(connection, cluster, { isWanted: shared.firewall ?? true, logger });
  const taskEngine = (id: string) => findOwnContainer(context, id);

  return {
    kind: 'swarm',
    ping: () => guarded(async () => void (await docker.swarmInspect())),
    capabilities: () => guarded(protection.capabilities),
    capacity: () =>
      guarded(async () => {
        const active = (await cluster.nodes()).filter(isActive).map(({ Description }) => Description.Resources);
        const sum = (pick: (one: (typeof active)[number]) => number) => active.reduce((all, one) => all + pick(one), 0);
        const memoryMiB = Math.floor(sum(({ MemoryBytes }) => MemoryBytes) / 2 ** 20);
        return { memoryMiB, cpuTenths: Math.floor(sum(({ NanoCPUs }) => NanoCPUs) / 1e8), runtimes: [] };
      }),
    // The manager knows of its own node only.
    hasImage: (image) => guarded(() => images.has(image)),
    pullImage: (image, onProgress, signal) =>
      guarded(() => pullOnAllNodes(context, image, { onProgress, signal: pending.untilClosed(signal) })),
    start: (spec, signal) =>
      pending.share(spec.id, signal, (either) =>
        guarded(async () => {
          checkSpec(spec);
          await protection.secureNetworks();
          return await startInstance(context, spec, either);
        }),
      ),
    stop,
    inspect: (id) => guarded(() => cluster.find(id)),
    list: () => guarded(cluster.list),
    diskUse: (ids) =>
      guarded(async () => {
        const uses = await Promise.all(ids.map((id) => readInstanceDisk(context, connection, id)));
        return new Map(uses.filter((use) => use !== null));
      }),
    freeDisk: () => guarded(async () => ((await cluster.nodes()).length === 1 ? readFreeDisk(connection) : null)),
    lastLines: (id, linesMax = 20, bytesMax = 4096) => guarded(() => readLines(context, id, linesMax, bytesMax)),
    watch: (onChange, signal) => followByPolling(cluster.list, onChange, pending.untilClosed(signal)),
    writeFile: (id, path, content, mode = 0o444) =>
      guarded(async () => {
        checkPath(path);
        await writeIntoContainer(await taskEngine(id), path, content, mode);
      }),
    run: (spec, signal) =>
      guarded(async () => {
        checkRun(spec);
        return runBeside(context, spec, pending.untilClosed(signal));
      }),
    removeLeftovers: (known) =>
      guarded(async () => {
        await protection.secureNetworks();
        await removeAbandoned(context);
        const ids = (await listIds(context)).filter((id) => !pending.has(id));
        return removeUnknown(ids, known, stop, logger);
      }),
    close: pending.close,
  };
}
