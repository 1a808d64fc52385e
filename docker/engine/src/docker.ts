import { describeCapabilities } from './docker-capabilities';
import { connectDocker } from './docker-connection';
import { LABEL, type OptionalFeatures, viewContainer } from './docker-container';
import { readDiskUse, readFreeDisk } from './docker-disk';
import { isMissing, retrying, statusOf, toEngineError } from './docker-errors';
import { followEvents } from './docker-events';
import { applyFirewall, type FirewallState, firewallInstructions } from './docker-firewall';
import { createImageStore, type RegistryCredentials } from './docker-image';
import { readLastLines } from './docker-logs';
import { createInstanceNetworks } from './docker-network';
import { type StartContext, startContainer } from './docker-start';
import { type ContainerEngine, checkSpec, EngineError, type EngineLogger, type RunningContainer } from './engine';
import { createSubnetPool } from './subnet-pool';

export interface DockerEngineOptions {
  /** `unix:///path` or `tcp://host:port`; the usual socket when absent. */
  host?: string;
  /** Directory with ca.pem, cert.pem and key.pem for a tcp host behind TLS. */
  certPath?: string;
  /** Names this deployment on the engine; others on the same engine are never touched. */
  deployment: string;
  /** The address ports are published on; all IPv4 addresses when absent. */
  publicBindAddress?: string;
  /** Where this process reaches published ports, when that is neither 127.0.0.1 nor the tcp host. */
  probeHost?: string;
  /** IPv4 range for the instances' networks, eight addresses each; 10.213.0.0/16 when absent. */
  networkPool?: string;
  /** The operator's network for the mode Custom; vexil-custom when absent. */
  customNetwork?: string;
  /** 300,000 when absent. */
  pullTimeoutMs?: number;
  /** Credentials by registry host; docker.io for images without one. */
  registries?: Record<string, RegistryCredentials>;
  /** False leaves iptables alone: the operator has rules of their own. */
  firewall?: boolean;
  logger?: EngineLogger;
}

const STOP_GRACE_SECONDS = 1;

/**
 * Containers on one Docker Engine (API 1.41 or newer). Every instance gets a bridge network of its own and a random
 * published port. `capabilities` tells what this engine does not enforce; the engine itself limits disk use only where
 * the storage driver has quotas (overlay2 on xfs mounted with pquota, btrfs, zfs), elsewhere only the size of one file.
 */
export function createDockerEngine(options: DockerEngineOptions): ContainerEngine {
  const { deployment, logger } = options;
  const bindAddress = options.publicBindAddress ?? '0.0.0.0';
  const specificBind = bindAddress === '0.0.0.0' ? undefined : bindAddress;
  const connection = connectDocker({ ...options, probeHost: options.probeHost ?? specificBind });
  const { docker } = connection;
  const pool = createSubnetPool(options.networkPool ?? '10.213.0.0/16', { avoidOwnInterfaces: connection.local });
  const networks = createInstanceNetworks(docker, pool, deployment);
  const features: OptionalFeatures = { init: true, storageLimit: true };
  const underWay = new Map<string, { started: Promise<RunningContainer>; callOff: AbortController }>();
  const closed = new AbortController();
  let firewall: FirewallState = { applied: false, why: 'not tried yet' };
  let preparing: Promise<void> | null = null;

  const secureNetworks = async () => {
    if (options.firewall === false) firewall = { applied: false, why: 'switched off by the settings' };
    else if (!connection.local) firewall = { applied: false, why: 'the engine is on another machine' };
    else firewall = await applyFirewall(pool);
  };
  const prepare = () => {
    preparing ??= (async () => {
      const facts = await connection.facts();
      features.storageLimit = /^(btrfs|zfs)$/.test(facts.storageDriver) || facts.backingFilesystem === 'xfs';
      await secureNetworks();
      const seesDisk = (await readFreeDisk(connection)) !== null;
      const notEnforced = Object.entries(describeCapabilities(facts, features, firewall, seesDisk)).filter(
        ([, one]) => !one.enforced,
      );
      for (const [what, { why }] of notEnforced) logger?.warn({ what, why }, 'Not enforced for challenge containers.');
      if (!firewall.applied && options.firewall !== false) {
        logger?.info(
          { commands: firewallInstructions(pool) },
          'Firewall rules to install on the engine’s host as root.',
        );
      }
    })().catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  };

  const listContainers = async (id?: string) => {
    const label = [`${LABEL.deployment}=${deployment}`];
    if (id !== undefined) label.push(`${LABEL.id}=${id}`);
    const infos = await docker.listContainers({ all: true, filters: { label } });
    return infos.map((info) => viewContainer(info, connection.probeHost)).filter((container) => container !== null);
  };
  const find = async (id: string) => (await listContainers(id))[0] ?? null;

  const remove = async (id: string, atOnce = false) => {
    for (const { engineId } of await listContainers(id)) {
      const container = docker.getContainer(engineId);
      // Refused when it is not running; the forced removal below settles every other case.
      await container.stop({ t: atOnce ? 0 : STOP_GRACE_SECONDS }).catch((error: unknown) => {
        if (statusOf(error) === undefined) throw error;
      });
      await retrying(async () => {
        await container.remove({ force: true, v: true }).catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
      });
    }
    for (const network of await networks.list(id)) await networks.remove(network.networkId);
  };

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
    find,
    remove,
    logger,
  };

  /** Every way out of the driver is an EngineError. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      await connection.facts();
      return await work();
    } catch (error) {
      throw toEngineError(error);
    }
  };

  const stop = async (id: string, { atOnce = false }: { atOnce?: boolean } = {}) => {
    const start = underWay.get(id);
    start?.callOff.abort();
    await start?.started.catch(() => undefined);
    await guarded(() => retrying(() => remove(id, atOnce)));
  };

  return {
    kind: 'docker',
    ping: () => guarded(() => docker.ping()),
    capabilities: () =>
      guarded(async () => {
        await prepare();
        const seesDisk = (await readFreeDisk(connection)) !== null;
        return describeCapabilities(await connection.facts(), features, firewall, seesDisk);
      }),
    start: (spec, signal) => {
      const shared = underWay.get(spec.id);
      if (shared !== undefined) return shared.started;
      const callOff = new AbortController();
      const signals = [callOff.signal, closed.signal, ...(signal === undefined ? [] : [signal])];
      const started = guarded(async () => {
        checkSpec(spec);
        await prepare();
        return await startContainer(context, spec, AbortSignal.any(signals));
      }).finally(() => underWay.delete(spec.id));
      underWay.set(spec.id, { started, callOff });
      return started;
    },
    stop,
    inspect: (id) => guarded(() => find(id)),
    diskUse: (ids) =>
      guarded(async () => {
        const wanted = new Set(ids);
        return readDiskUse(
          connection,
          (await listContainers()).filter(({ id }) => wanted.has(id)),
        );
      }),
    freeDisk: () => guarded(() => readFreeDisk(connection)),
    list: () => guarded(() => listContainers()),
    lastLines: (id, linesMax = 20) =>
      guarded(async () => {
        const container = await find(id);
        return container === null ? '' : readLastLines(docker, container.engineId, linesMax);
      }),
    watch: (onChange, signal) =>
      followEvents(connection, deployment, onChange, AbortSignal.any([signal, closed.signal]), logger),
    removeLeftovers: (known) =>
      guarded(async () => {
        // Whoever flushed the host's rules since the last time did not mean ours.
        await secureNetworks();
        const found = [...(await listContainers()), ...(await networks.list())].map(({ id }) => id);
        const ids = [...new Set(found)].filter((id) => !underWay.has(id));
        const kept = known instanceof Set ? known : await known(ids);
        const removed: string[] = [];
        for (const id of ids.filter((one) => !kept.has(one))) {
          await stop(id).then(
            () => removed.push(id),
            (error: unknown) => logger?.warn({ err: toEngineError(error) }, 'A leftover could not be removed yet.'),
          );
        }
        return removed;
      }),
    close: async () => {
      closed.abort(new EngineError('aborted', 'The container engine was closed.'));
      await Promise.allSettled([...underWay.values()].map(({ started }) => started));
    },
  };
}
