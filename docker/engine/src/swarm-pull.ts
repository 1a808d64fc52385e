import { pause, throwIfAborted } from './abort';
import { EngineError } from './engine';
import { isActive } from './swarm-cluster';
import { PULL_COMMAND, pullService } from './swarm-service';
import { create, removeService, type SwarmContext, throwIfHopeless } from './swarm-start';
import { type SwarmTask, stateOf } from './swarm-view';

const TIMEOUT_MS = 600_000;

/** Progress counts the nodes that have the image. */
export async function pullOnAllNodes(
  context: SwarmContext,
  image: string,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<void> {
  const { cluster, docker, deployment } = context;
  const giveUpAt = Date.now() + TIMEOUT_MS;
  const id = await create(context, image, pullService(image, deployment));
  try {
    for (let last = -1; ; ) {
      throwIfAborted(signal);
      const tasks = await cluster.tasksOf(id);
      const nodes = (await cluster.nodes()).filter(isActive);
      const waiting = tasks.filter((task) => !hasPulled(task));
      waiting.forEach(throwIfHopeless);
      const done = tasks.length - waiting.length;
      if (done !== last) onProgress(nodes.length === 0 ? 0 : Math.min(1, done / nodes.length));
      last = done;
      if (nodes.length > 0 && done >= nodes.length) return;
      if (Date.now() > giveUpAt) {
        const text = `The image ${image} was not pulled within ${Math.ceil(TIMEOUT_MS / 1000)} s.`;
        throw new EngineError('imagePullFailed', text);
      }
      await pause(200);
    }
  } finally {
    await removeService(docker, id);
  }
}

/** The task ended because its command is missing, so its image is there. */
function hasPulled(task: SwarmTask): boolean {
  return stateOf(task) === 'exited' && `${task.Status.Err} ${task.Status.Message}`.includes(PULL_COMMAND);
}
