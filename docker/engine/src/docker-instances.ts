import type Docker from 'dockerode';
import type { DockerConnection } from './docker-connection';
import { LABEL } from './docker-container';
import { isMissing, retrying, statusOf } from './docker-errors';
import type { InstanceNetworks } from './docker-network';
import { exitCodeOf, stateOf, viewContainer } from './docker-view';
import type { RunningContainer } from './engine';

const STOP_GRACE_SECONDS = 1;

export interface Instances {
  list(): Promise<RunningContainer[]>;
  find(id: string): Promise<RunningContainer | null>;
  findInfo(id: string): Promise<Docker.ContainerInfo | null>;
  /** Companions and runs of one instance, or of all. */
  listParts(id?: string): Promise<Docker.ContainerInfo[]>;
  /** The containers of these instances, companions and runs among them. */
  listPieces(ids: ReadonlySet<string>): Promise<{ id: string; engineId: string }[]>;
  /** Removes parts and network too; `atOnce` skips the grace period. */
  remove(id: string, atOnce?: boolean): Promise<void>;
  removeContainer(engineId: string): Promise<void>;
}

export function createInstances(
  { docker, probeHost }: DockerConnection,
  networks: InstanceNetworks,
  deployment: string,
): Instances {
  const listLabelled = (...labels: string[]) =>
    docker.listContainers({ all: true, filters: { label: [`${LABEL.deployment}=${deployment}`, ...labels] } });
  const findInfo = async (id: string) => (await listLabelled(`${LABEL.id}=${id}`))[0] ?? null;
  const listParts = (id?: string) => listLabelled(id === undefined ? LABEL.partOf : `${LABEL.partOf}=${id}`);

  const view = async (info: Docker.ContainerInfo, parts: readonly Docker.ContainerInfo[]) => {
    const container = viewContainer(info, probeHost);
    if (container === null) return null;
    const ended = stateOf(info.State) === 'exited' ? info : parts.find(isFailedCompanion);
    if (ended === undefined) return container;
    const outOfMemory = exitCodeOf(ended) !== 0 && (await ranOutOfMemory(docker, ended.Id));
    const ports = container.ports.map((port) => ({ ...port, hostPort: null, internalHost: null }));
    return { ...container, state: 'exited' as const, exitCode: exitCodeOf(ended), outOfMemory, ports };
  };

  const removeContainer = (engineId: string) =>
    retrying(async () => {
      await docker
        .getContainer(engineId)
        .remove({ force: true, v: true })
        .catch((error: unknown) => {
          if (!isMissing(error)) throw error;
        });
    });

  const remove = async (id: string, atOnce = false) => {
    const [mains, parts] = await Promise.all([listLabelled(`${LABEL.id}=${id}`), listParts(id)]);
    await Promise.all(
      [...parts, ...mains].map(async ({ Id }) => {
        // Refused when it is not running; the forced removal below handles the rest.
        await docker
          .getContainer(Id)
          .stop({ t: atOnce ? 0 : STOP_GRACE_SECONDS })
          .catch((error: unknown) => {
            if (statusOf(error) === undefined) throw error;
          });
        await removeContainer(Id);
      }),
    );
    for (const network of await networks.list(id)) await networks.remove(network.networkId);
  };

  return {
    list: async () => {
      const infos = await listLabelled();
      const partsById = new Map<string | undefined, Docker.ContainerInfo[]>();
      for (const info of infos) {
        const id = info.Labels[LABEL.partOf];
        if (id !== undefined) partsById.set(id, [...(partsById.get(id) ?? []), info]);
      }
      const views = infos.map((info) => view(info, partsById.get(info.Labels[LABEL.id]) ?? []));
      return (await Promise.all(views)).filter((container) => container !== null);
    },
    find: async (id) => {
      const info = await findInfo(id);
      if (info === null) return null;
      return view(info, LABEL.companions in info.Labels ? await listParts(id) : []);
    },
    findInfo,
    listParts,
    listPieces: async (ids) => {
      const pieces = (await listLabelled()).map(({ Id, Labels }) => ({
        id: Labels[LABEL.id] ?? Labels[LABEL.partOf] ?? '',
        engineId: Id,
      }));
      return pieces.filter(({ id }) => ids.has(id));
    },
    remove,
    removeContainer,
  };
}

export function isFailedCompanion(info: Docker.ContainerInfo): boolean {
  return info.Labels[LABEL.role] === 'companion' && stateOf(info.State) === 'exited' && exitCodeOf(info) !== 0;
}

async function ranOutOfMemory(docker: Docker, engineId: string): Promise<boolean> {
  try {
    const { State } = await docker.getContainer(engineId).inspect();
    return State.OOMKilled;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
