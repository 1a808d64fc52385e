import { randomBytes } from 'node:crypto';
import type Docker from 'dockerode';
import { LABEL } from './docker-container';
import { isMissing, messageOf, retrying } from './docker-errors';
import { EngineError, type NetworkMode } from './engine';
import type { SubnetPool } from './subnet-pool';

interface InstanceNetwork {
  networkId: string;
  id: string;
}

interface MadeNetwork {
  networkId: string;
  subnet: string;
}

export interface InstanceNetworks {
  /** With room for so many containers. Of the mode Custom: for companions only, without a way out. */
  create(id: string, mode: NetworkMode, containers: number): Promise<MadeNetwork>;
  /** By engine id; a missing network is success. */
  remove(networkId: string): Promise<void>;
  /** A crash can leave several networks per instance. */
  list(id?: string): Promise<InstanceNetwork[]>;
}

const POOL_ATTEMPTS = 24;

export function createInstanceNetworks(docker: Docker, pool: SubnetPool, deployment: string): InstanceNetworks {
  const refreshForeign = async () => {
    const networks = await docker.listNetworks();
    pool.setForeign(networks.flatMap((network) => network.IPAM?.Config?.map((config) => config.Subnet ?? '') ?? []));
  };

  const createOn = async (subnet: string, id: string, mode: NetworkMode) => {
    const network = await docker.createNetwork({
      // Names must be unique: workers may race, and the engine resolves names before ids.
      Name: `vexil-${id}-${randomBytes(4).toString('hex')}`,
      Driver: 'bridge',
      EnableIPv6: false,
      // Without a gateway of its own a container uses the one of the operator's network.
      Internal: mode === 'Custom',
      IPAM: { Driver: 'default', Config: [{ Subnet: subnet }] },
      Options: { 'com.docker.network.bridge.enable_ip_masquerade': mode === 'Open' ? 'true' : 'false' },
      Labels: { [LABEL.deployment]: deployment, [LABEL.id]: id },
    });
    return network.id;
  };

  /** Null where another network has the subnet. */
  const tryCreate = async (id: string, mode: NetworkMode, containers: number): Promise<MadeNetwork | null> => {
    const subnet = pool.take(mode === 'Open' ? 'open' : 'isolated', containers);
    try {
      return { networkId: await createOn(subnet, id, mode), subnet };
    } catch (error) {
      if (/overlap|conflicts with network/i.test(messageOf(error))) return null;
      throw error;
    } finally {
      // From here on the engine refuses the subnet to others.
      pool.release(subnet);
    }
  };

  return {
    create: async (id, mode, containers) => {
      for (let attempt = 0; attempt < POOL_ATTEMPTS; attempt += 1) {
        if (attempt % 8 === 1) await refreshForeign();
        const made = await tryCreate(id, mode, containers);
        if (made) return made;
      }
      throw new EngineError('noCapacity', 'No free subnet was found for the container’s network.');
    },
    remove: (networkId) =>
      retrying(async () => {
        const network = docker.getNetwork(networkId);
        try {
          await network.remove();
        } catch (error) {
          if (isMissing(error)) return;
          await disconnectAll(network);
          throw error;
        }
      }).catch((error: unknown) => {
        if (!isMissing(error)) throw error;
      }),
    list: async (id) => {
      const label = [`${LABEL.deployment}=${deployment}`];
      if (id !== undefined) label.push(`${LABEL.id}=${id}`);
      const networks = await docker.listNetworks({ filters: { label } });
      return networks.map((network) => ({ networkId: network.Id, id: network.Labels?.[LABEL.id] ?? '' }));
    },
  };
}

/** A killed engine leaves endpoints, which block removal with a 403. */
async function disconnectAll(network: Docker.Network): Promise<void> {
  const details = await network.inspect().catch(() => null);
  for (const container of Object.keys((details as Docker.NetworkInspectInfo | null)?.Containers ?? {})) {
    await network.disconnect({ Container: container, Force: true }).catch(() => undefined);
  }
}
