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

export interface InstanceNetworks {
  /** Makes the instance's own bridge and gives its engine id. */
  create(id: string, mode: Exclude<NetworkMode, 'Custom'>): Promise<string>;
  /** Removes one network by its engine id; gone already is success. */
  remove(networkId: string): Promise<void>;
  /** Networks of this deployment, or those of one instance: a crash can leave more than one. */
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
      // Two workers may try the same id at once, and the engine resolves networks by name even when given an id.
      Name: `vexil-${id}-${randomBytes(4).toString('hex')}`,
      Driver: 'bridge',
      EnableIPv6: false,
      IPAM: { Driver: 'default', Config: [{ Subnet: subnet }] },
      Options: { 'com.docker.network.bridge.enable_ip_masquerade': mode === 'Open' ? 'true' : 'false' },
      Labels: { [LABEL.deployment]: deployment, [LABEL.id]: id },
    });
    return network.id;
  };

  return {
    create: async (id, mode) => {
      for (let attempt = 0; attempt < POOL_ATTEMPTS; attempt += 1) {
        if (attempt % 8 === 1) await refreshForeign();
        const subnet = pool.take(mode === 'Open' ? 'open' : 'isolated');
        try {
          return await createOn(subnet, id, mode);
        } catch (error) {
          if (!/overlap|conflicts with network/i.test(messageOf(error))) throw error;
        } finally {
          // From here on the engine itself refuses the subnet to others, so it need not be remembered.
          pool.release(subnet);
        }
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

/** An endpoint outlives its container when the engine was killed in between, and blocks the removal with a 403. */
async function disconnectAll(network: Docker.Network): Promise<void> {
  const details = await network.inspect().catch(() => null);
  for (const container of Object.keys((details as Docker.NetworkInspectInfo | null)?.Containers ?? {})) {
    await network.disconnect({ Container: container, Force: true }).catch(() => undefined);
  }
}
