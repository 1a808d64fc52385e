import type { V1Pod } from '@kubernetes/client-node';
import { pause } from './abort';
import { LABEL } from './docker-container';
import type { ContainerChange, ContainerState, EngineLogger } from './engine';
import { MAIN } from './kubernetes-objects';
import type { KubernetesContext } from './kubernetes-start';
import { instanceOf, isFailedCompanion, roleOf, stateOf } from './kubernetes-view';

type OnChange = (id: string, what: ContainerChange) => void;

/**
 * Lists, reports what changed since the last list, and follows from its version on; again when the API closes the
 * watch or has forgotten the version.
 */
export async function followPods(
  { connection, objects, instances }: KubernetesContext,
  onChange: OnChange,
  signal: AbortSignal,
  logger: EngineLogger | undefined,
): Promise<void> {
  const known = new Map<string, ContainerState>();
  const report = (id: string, what: ContainerChange) => {
    if (what === 'exited' && known.get(id) === 'exited') return;
    if (what === 'exited') known.set(id, 'exited');
    else known.delete(id);
    onChange(id, what);
  };
  let waitMs = 100;
  while (!signal.aborted) {
    try {
      const { containers, version } = await instances.listWithVersion();
      const present = new Set(containers.map(({ id }) => id));
      for (const { id, state } of containers) {
        if (state === 'exited') report(id, 'exited');
        else known.set(id, state);
      }
      for (const id of [...known.keys()]) if (!present.has(id)) report(id, 'removed');
      waitMs = 100;
      await watchFrom(version, (phase, pod) => {
        const id = instanceOf(pod);
        if (id === undefined) return;
        const isMain = roleOf(pod) === MAIN;
        if (phase === 'DELETED' && isMain) report(id, 'removed');
        else if ((isMain && stateOf(pod) === 'exited') || isFailedCompanion(pod)) report(id, 'exited');
        else if (isMain) known.set(id, stateOf(pod));
      });
    } catch (error) {
      // The health check logs outages.
      if (!signal.aborted) logger?.info({ err: error }, 'The watch of Kubernetes broke off; connecting again.');
    }
    await pause(waitMs, signal);
    waitMs = Math.min(waitMs * 2, 5_000);
  }

  async function watchFrom(resourceVersion: string, onPod: (phase: string, pod: V1Pod) => void): Promise<void> {
    const path = `/api/v1/namespaces/${objects.namespace}/pods`;
    const query = { labelSelector: `${LABEL.deployment}=${objects.deployment}`, resourceVersion, timeoutSeconds: 300 };
    await new Promise<void>((resolve, reject) => {
      let close = () => {};
      const stop = () => close();
      connection.watch
        .watch(
          path,
          query,
          (phase, object) => {
            // Such as 410: the version is too old.
            if (phase === 'ERROR') close();
            else onPod(phase, object as V1Pod);
          },
          (error) => {
            signal.removeEventListener('abort', stop);
            if (error && !signal.aborted) reject(error);
            else resolve();
          },
        )
        .then((controller) => {
          close = () => controller.abort();
          if (signal.aborted) close();
          else signal.addEventListener('abort', stop);
        }, reject);
    });
  }
}
