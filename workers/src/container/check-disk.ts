import { containerJobs } from '@vexil/contract/container';
import { diskLimitMiB } from '@vexil/rules/ceiling.rules';
import { diskCheckCount } from '@vexil/rules/container.rules';
import { announceContainers } from '@vexil/runtime/container-announce';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { handle } from '../run-job';
import { listWriting, moveContainer, readCeilings, type WritingContainer } from './container.queries';
import { whileEngineUp } from './engine-health';

const MIB = 1024 * 1024;

/**
 * Most storage drivers enforce no limit. Measuring walks all files of a container, so each round checks a few, from a
 * cursor in Redis that all workers share.
 */
export const checkDisk = handle(containerJobs.checkDisk, async (deps, { engine: name }) => {
  const reached = deps.engines.get(name);
  if (reached) await whileEngineUp(reached.health, () => checkSome(deps, reached));
});

async function checkSome(deps: WorkerDeps, { name, engine }: WorkerEngine): Promise<void> {
  const due = await nextDue(deps, name, await listWriting(deps.db, name));
  if (due.length === 0) return;
  const written = await engine.diskUse(due.map(({ container }) => container.id));
  const ceilings = await readCeilings(deps.db);
  for (const one of due) {
    const writtenMiB = Math.ceil((written.get(one.container.id) ?? 0) / MIB);
    const limitMiB = diskLimitMiB(one.storageLimitMiB, ceilings);
    if (writtenMiB > limitMiB) await endOverLimit(deps, engine, one, { writtenMiB, limitMiB });
  }
}

async function nextDue(
  { redis, keyPrefix }: WorkerDeps,
  engine: string,
  all: readonly WritingContainer[],
): Promise<readonly WritingContainer[]> {
  const cursorKey = `${keyPrefix}container:disk-cursor:${engine}`;
  const after = (await redis.get(cursorKey)) ?? '';
  const start = all.findIndex(({ container }) => container.id > after);
  const ordered = start > 0 ? [...all.slice(start), ...all.slice(0, start)] : all;
  const due = ordered.slice(0, diskCheckCount(all.length));
  const last = due.at(-1);
  if (last) await redis.set(cursorKey, last.container.id, 'EX', 60);
  return due;
}

async function endOverLimit(
  deps: WorkerDeps,
  engine: WorkerEngine['engine'],
  { container, teamId }: WritingContainer,
  detail: { writtenMiB: number; limitMiB: number },
): Promise<void> {
  const change = { state: 'stopping', endReason: 'diskLimit', endDetail: detail } as const;
  const row = await moveContainer(deps.db, container.id, ['starting', 'running'], change);
  if (!row) return;
  const { gameId, challengeId, participationId } = row;
  deps.log.warn(
    { event: 'container.disk_limit', gameId, challengeId, teamId, participationId, ...detail, status: 'Failed' },
    'A container was ended: it wrote more than its disk limit',
  );
  await announceContainers(deps, [row]);
  // Every second of grace is a second of writing.
  await engine.stop(row.id, { atOnce: true });
  await addJob(deps, containerJobs.stop, { containerId: row.id });
}
