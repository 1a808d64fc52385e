import type Docker from 'dockerode';
import type { DockerConnection } from './docker-connection';
import { LABEL } from './docker-container';
import { readDiskUse } from './docker-disk';
import { readServiceLines } from './docker-logs';
import { EngineError } from './engine';
import { removeService, type SwarmContext } from './swarm-start';
import { isFailedCompanion, labelsOf, stateOf } from './swarm-view';

/** Lines of the main container, and after them those of companions that failed. */
export async function readLines(
  { docker, cluster }: SwarmContext,
  id: string,
  linesMax: number,
  bytesMax: number,
): Promise<string> {
  const main = await cluster.findService(id);
  if (main === null) return '';
  const texts = [await readServiceLines(docker, main.ID, linesMax, bytesMax)];
  for (const part of LABEL.companions in labelsOf(main) ? await cluster.listParts(id) : []) {
    if (!isFailedCompanion(labelsOf(part), await cluster.taskOf(part.ID))) continue;
    const lines = await readServiceLines(docker, part.ID, linesMax, bytesMax);
    texts.push(lines.replace(/^/gm, `${labelsOf(part)[LABEL.name]}: `));
  }
  return texts
    .filter((text) => text !== '')
    .join('\n')
    .slice(-bytesMax);
}

/** Throws EngineError notRunning, or invalidSpec where the node's engine is not in the settings. */
export async function findOwnContainer({ cluster }: SwarmContext, id: string): Promise<Docker.Container> {
  const service = await cluster.findService(id);
  const task = service === null ? undefined : await cluster.taskOf(service.ID);
  const containerId = task?.Status.ContainerStatus?.ContainerID;
  if (task === undefined || stateOf(task) !== 'running' || !containerId) {
    throw new EngineError('notRunning', 'The container does not run.');
  }
  const engine = await cluster.engineOf(task);
  if (engine !== null) return engine.getContainer(containerId);
  throw new EngineError('invalidSpec', 'The container runs on a node whose engine the settings do not name.');
}

/** Null where the instance is missing or its node's engine is not known. */
export async function readInstanceDisk(
  { cluster }: SwarmContext,
  { volumeUse }: DockerConnection,
  id: string,
): Promise<[string, number] | null> {
  const main = await cluster.findService(id);
  if (main === null) return null;
  let sum = 0;
  for (const { ID } of [main, ...(await cluster.listParts(id))]) {
    const task = await cluster.taskOf(ID);
    const engineId = task?.Status.ContainerStatus?.ContainerID;
    const docker = task === undefined ? null : await cluster.engineOf(task);
    if (docker === null || !engineId) return null;
    sum += (await readDiskUse({ docker, volumeUse }, [{ id, engineId }])).get(id) ?? 0;
  }
  return [id, sum];
}

/** Of services and networks, companions and runs among them. */
export async function listIds({ docker, cluster, deployment }: SwarmContext): Promise<string[]> {
  const parts = (await cluster.listParts()).map((part) => labelsOf(part)[LABEL.partOf]);
  const networks = await docker.listNetworks({ filters: { label: [`${LABEL.deployment}=${deployment}`] } });
  const ids = [
    ...(await cluster.list()).map(({ id }) => id),
    ...parts,
    ...networks.map(({ Labels }) => Labels?.[LABEL.id]),
  ];
  return [...new Set(ids.filter((id) => id !== undefined))];
}

/** Runs and pulls whose worker was killed before it removed them. */
export async function removeAbandoned({ docker, cluster }: SwarmContext): Promise<void> {
  for (const service of await cluster.listTimed()) {
    if (Number(labelsOf(service)[LABEL.until]) < Date.now()) await removeService(docker, service.ID);
  }
}
