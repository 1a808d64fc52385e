import { LABEL } from './docker-container';
import { UNPRINTABLE } from './docker-logs';
import { MAIN } from './kubernetes-objects';
import type { KubernetesContext } from './kubernetes-start';
import { isFailedCompanion, roleOf } from './kubernetes-view';

/** Lines of the main container, and after them those of companions that failed. */
export async function readLines(
  context: KubernetesContext,
  id: string,
  linesMax: number,
  bytesMax: number,
): Promise<string> {
  const pods = await context.instances.pods(id);
  const main = pods.find((pod) => roleOf(pod) === MAIN);
  if (main === undefined) return '';
  const texts = [await readPodLines(context, main.metadata?.name ?? '', linesMax, bytesMax)];
  for (const { metadata } of pods.filter(isFailedCompanion)) {
    const lines = await readPodLines(context, metadata?.name ?? '', linesMax, bytesMax);
    texts.push(lines.replace(/^(?=.)/gm, `${metadata?.annotations?.[LABEL.name]}: `));
  }
  return texts
    .filter((text) => text !== '')
    .join('\n')
    .slice(-bytesMax);
}

/** Printable text; empty when the pod is gone. */
export async function readPodLines(
  { connection: { core }, objects: { namespace } }: KubernetesContext,
  name: string,
  tailLines: number | undefined,
  bytesMax: number,
): Promise<string> {
  try {
    // Its own limit of bytes would cut off the end.
    const text = await core.readNamespacedPodLog({ namespace, name, container: MAIN, tailLines });
    const bytes = Buffer.from(text);
    return bytes
      .subarray(Math.max(0, bytes.length - bytesMax))
      .toString('utf8')
      .replace(UNPRINTABLE, '');
  } catch {
    // Must not hide the failure that these lines explain.
    return '';
  }
}
