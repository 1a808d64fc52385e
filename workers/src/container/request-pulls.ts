import { requestImages } from '@vexil/data/engine/images.queries';
import { enqueuePulls } from '@vexil/runtime/enqueue-pulls';
import type { WorkerDeps } from '../deps';
import { deleteUnused, listChallengeImages, listEnginesWithDuePulls } from './engine-image.queries';

const unusedAfterMs = 3_600_000;

/** For engines that are new, and for what a crash, a flushed Redis or an outage left undone. */
export async function requestPulls(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  const { ahead, all } = await listChallengeImages(deps.db, now);
  await requestImages(deps.db, ahead, 'missing', now);
  await deleteUnused(deps.db, all, new Date(now.getTime() - unusedAfterMs));
  await enqueuePulls(deps, await listEnginesWithDuePulls(deps.db));
}
