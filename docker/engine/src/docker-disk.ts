import { statfs } from 'node:fs/promises';
import type Docker from 'dockerode';
import type { DockerConnection } from './docker-connection';
import { isMissing, messageOf, retrying } from './docker-errors';
import type { RunningContainer } from './engine';

/** The engine walks each container's files. */
const AT_ONCE = 4;

interface SizedContainer {
  SizeRw?: number;
  Mounts?: { Type?: string; Name?: string }[];
}

interface DiskUsage {
  Volumes?: { Name: string; UsageData?: { Size: number } | null }[] | null;
}

/** Bytes of writable layers and volumes per instance; removed containers are left out. */
export async function readDiskUse(
  { docker, volumeUse }: Pick<DockerConnection, 'docker' | 'volumeUse'>,
  containers: readonly Pick<RunningContainer, 'id' | 'engineId'>[],
): Promise<Map<string, number>> {
  const sized: { id: string; one: SizedContainer }[] = [];
  const waiting = [...containers];
  const work = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const found = await inspectSize(docker, next.engineId);
      if (found !== null) sized.push({ id: next.id, one: found });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));

  const volumesOf = ({ Mounts }: SizedContainer) =>
    (Mounts ?? []).flatMap(({ Type, Name }) => (Type === 'volume' && Name !== undefined ? [Name] : []));
  const hasVolumes = sized.some(({ one }) => volumesOf(one).length > 0);
  const sizes = hasVolumes ? volumeSizes(await askVolumes(volumeUse)) : new Map<string, number>();
  const sums = new Map<string, number>();
  for (const { id, one } of sized) {
    const volumes = volumesOf(one).reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
    sums.set(id, (sums.get(id) ?? 0) + (one.SizeRw ?? 0) + volumes);
  }
  return sums;
}

async function inspectSize(docker: Docker, engineId: string): Promise<SizedContainer | null> {
  try {
    // Missing in the client's types.
    const options = { size: true } as Docker.ContainerInspectOptions;
    return (await docker.getContainer(engineId).inspect(options)) as SizedContainer;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

/** Older engines refuse concurrent measurements; the next round retries. */
async function askVolumes(volumeUse: () => Promise<unknown>): Promise<unknown> {
  try {
    return await retrying(volumeUse);
  } catch (error) {
    if (/already running/i.test(messageOf(error))) return {};
    throw error;
  }
}

function volumeSizes(usage: unknown): Map<string, number> {
  const { Volumes } = usage as DiskUsage;
  return new Map((Volumes ?? []).map(({ Name, UsageData }) => [Name, Math.max(0, UsageData?.Size ?? 0)]));
}

export async function readFreeDisk({
  local,
  facts,
}: Pick<DockerConnection, 'local' | 'facts'>): Promise<number | null> {
  const { dataRoot } = await facts();
  if (!local || dataRoot === '') return null;
  try {
    const { bavail, bsize } = await statfs(dataRoot);
    return bavail * bsize;
  } catch {
    // In a container, the worker has the socket but not the files.
    return null;
  }
}
