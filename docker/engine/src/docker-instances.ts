import type { DockerConnection } from './docker-connection';
import { LABEL, viewContainer } from './docker-container';
import { isMissing, retrying, statusOf } from './docker-errors';
import type { InstanceNetworks } from './docker-network';
import type { RunningContainer } from './engine';

const STOP_GRACE_SECONDS = 1;

export interface Instances {
  list(id?: string): Promise<RunningContainer[]>;
  find(id: string): Promise<RunningContainer | null>;
  /** Removes the network too; `atOnce` skips the grace period. */
  remove(id: string, atOnce?: boolean): Promise<void>;
}

export function createInstances(
  { docker, probeHost }: DockerConnection,
  networks: InstanceNetworks,
  deployment: string,
): Instances {
  const list = async (id?: string) => {
    const label = [`${LABEL.deployment}=${deployment}`];
    if (id !== undefined) label.push(`${LABEL.id}=${id}`);
    const infos = await docker.listContainers({ all: true, filters: { label } });
    return infos.map((info) => viewContainer(info, probeHost)).filter((container) => container !== null);
  };

  const remove = async (id: string, atOnce = false) => {
    for (const { engineId } of await list(id)) {
      const container = docker.getContainer(engineId);
      // Refused when it is not running; the forced removal below handles the rest.
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

  return { list, remove, find: async (id) => (await list(id))[0] ?? null };
}
