import { randomBytes } from 'node:crypto';
import type { V1Node, V1Pod } from '@kubernetes/client-node';
import { pause, throwIfAborted } from './abort';
import { withTag } from './docker-image';
import { EngineError } from './engine';
import type { KubernetesConnection } from './kubernetes-connection';
import { type ObjectContext, pullPod } from './kubernetes-objects';
import type { KubernetesContext } from './kubernetes-start';
import { throwIfHopeless } from './kubernetes-view';

const TIMEOUT_MS = 600_000;

/** The nodes that instances may be placed on. */
export async function listNodes(
  { core }: KubernetesConnection,
  { nodeSelector }: Pick<ObjectContext, 'nodeSelector'>,
): Promise<V1Node[]> {
  const labelSelector = Object.entries(nodeSelector ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
  const { items } = await core.listNode({ labelSelector });
  return items.filter(({ spec, status }) => {
    const isReady = status?.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True');
    return isReady && spec?.unschedulable !== true;
  });
}

/** Nodes report the largest of their images only, so false may be wrong. */
export function hasImage(nodes: readonly V1Node[], image: string): boolean {
  const name = withTag(image);
  const isSame = (one: string) => one === name || one.endsWith(`/${name}`);
  return nodes.length > 0 && nodes.every(({ status }) => status?.images?.some(({ names }) => names?.some(isSame)));
}

/** Progress counts the nodes that have the image. */
export async function pullOnAllNodes(
  { connection, objects, instances }: KubernetesContext,
  image: string,
  { onProgress, signal }: { onProgress: (part: number) => void; signal: AbortSignal },
): Promise<void> {
  const { core } = connection;
  const { namespace } = objects;
  const nodes = await listNodes(connection, objects);
  const run = randomBytes(6).toString('hex');
  const names = nodes.map((_, at) => `pull-${run}-${at}`);
  const giveUpAt = Date.now() + TIMEOUT_MS;
  try {
    for (const [at, node] of nodes.entries()) {
      throwIfAborted(signal);
      const body = pullPod(names[at] ?? '', image, node.metadata?.name ?? '', objects);
      await core.createNamespacedPod({ namespace, body });
    }
    for (let done = -1; done < nodes.length; ) {
      throwIfAborted(signal);
      const pods = await Promise.all(names.map((name) => core.readNamespacedPod({ namespace, name })));
      const count = countPulled(pods);
      if (count !== done) onProgress(nodes.length === 0 ? 1 : count / nodes.length);
      done = count;
      if (Date.now() > giveUpAt) {
        throw new EngineError('imagePullFailed', `The image ${image} was not pulled within ${TIMEOUT_MS / 1000} s.`);
      }
      if (done < nodes.length) await pause(300);
    }
  } finally {
    await Promise.all(names.map((name) => instances.removePod(name)));
  }
}

function countPulled(pods: readonly V1Pod[]): number {
  const waiting = pods.filter((pod) => !hasPulled(pod));
  waiting.forEach(throwIfHopeless);
  return pods.length - waiting.length;
}

/** Its missing command was looked for, so the image is there. */
function hasPulled({ status }: V1Pod): boolean {
  const { waiting, terminated } = status?.containerStatuses?.[0]?.state ?? {};
  return terminated !== undefined || /^(RunContainerError|CreateContainerError)$/.test(waiting?.reason ?? '');
}
