import { checkPath, checkRun, checkSpec } from './check-spec';
import { LABEL } from './docker-container';
import type { ContainerEngine, RunningContainer } from './engine';
import type { EngineContext, KubernetesSettings } from './engine-settings';
import { capacityOf } from './kubernetes-capacity';
import { connectKubernetes, toEngineError } from './kubernetes-connection';
import { writeIntoPod } from './kubernetes-files';
import { createKubernetesInstances } from './kubernetes-instances';
import { readLines } from './kubernetes-logs';
import { type ObjectContext, PULL_SECRET } from './kubernetes-objects';
import { describeCluster, prepareNamespace } from './kubernetes-preparation';
import { hasImage, listNodes, pullOnAllNodes } from './kubernetes-pull';
import { runBeside } from './kubernetes-run';
import { type KubernetesContext, startInstance } from './kubernetes-start';
import { instanceOf } from './kubernetes-view';
import { followPods } from './kubernetes-watch';
import { removeUnknown } from './leftovers';
import { createPending } from './pending';

/** Needs Kubernetes 1.25. Throws EngineError invalidSpec where the access cannot be read. */
export async function createKubernetesEngine(
  settings: KubernetesSettings,
  shared: EngineContext,
): Promise<ContainerEngine> {
  const { deployment, logger, registries = {} } = shared;
  const connection = await connectKubernetes(settings);
  const ownSecrets = Object.keys(registries).length > 0 ? [PULL_SECRET] : [];
  const objects: ObjectContext = {
    deployment,
    namespace: settings.namespace ?? deployment,
    nodeSelector: settings.nodeSelector,
    pullSecrets: [...ownSecrets, ...(settings.pullSecrets ?? [])],
    runtimeClass: settings.runtimeClass,
  };
  const instances = createKubernetesInstances(connection, objects, settings.proxyHost);
  const context: KubernetesContext = { connection, objects, instances, logger };
  const pending = createPending<RunningContainer>();
  let preparing: Promise<void> | null = null;
  const prepare = () => {
    preparing ??= prepareNamespace(connection, objects, settings, registries).catch((error: unknown) => {
      preparing = null;
      throw error;
    });
    return preparing;
  };
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      throw toEngineError(error);
    }
  };
  const stop = async (id: string, { atOnce = false }: { atOnce?: boolean } = {}) => {
    await pending.cancel(id);
    await guarded(() => instances.remove(id, atOnce));
  };

  return {
    kind: 'kubernetes',
    ping: () => guarded(async () => void (await instances.pods('none'))),
    capabilities: () => guarded(async () => prepare().then(() => describeCluster(settings))),
    capacity: () => guarded(() => capacityOf(connection, objects)),
    hasImage: (image) => guarded(async () => hasImage(await listNodes(connection, objects), image)),
    pullImage: (image, onProgress, signal) =>
      guarded(async () => {
        await prepare();
        await pullOnAllNodes(context, image, { onProgress, signal: pending.untilClosed(signal) });
      }),
    start: (spec, signal) =>
      pending.share(spec.id, signal, (either) =>
        guarded(async () => {
          checkSpec(spec);
          await prepare();
          return await startInstance(context, spec, either);
        }),
      ),
    stop,
    inspect: (id) => guarded(() => instances.find(id)),
    // The kubelet measures, and evicts what is beyond its limit.
    diskUse: async () => new Map(),
    freeDisk: async () => null,
    list: () => guarded(instances.list),
    lastLines: (id, linesMax = 20, bytesMax = 4096) => guarded(() => readLines(context, id, linesMax, bytesMax)),
    watch: (onChange, signal) => followPods(context, onChange, pending.untilClosed(signal), logger),
    writeFile: (id, path, content, mode = 0o444) =>
      guarded(async () => {
        checkPath(path);
        await writeIntoPod(context, id, path, { content, mode });
      }),
    run: (spec, signal) =>
      guarded(async () => {
        checkRun(spec);
        await prepare();
        return runBeside(context, spec, pending.untilClosed(signal));
      }),
    removeLeftovers: (known) =>
      guarded(async () => {
        const pods = await instances.pods();
        for (const { metadata } of pods) {
          const until = metadata?.annotations?.[LABEL.until];
          if (until !== undefined && Number(until) < Date.now()) await instances.removePod(metadata?.name ?? '');
        }
        const listed = (await instances.list()).map(({ id }) => id);
        const ids = [...listed, ...pods.map(instanceOf).filter((id) => id !== undefined)];
        return removeUnknown(
          [...new Set(ids)].filter((id) => !pending.has(id)),
          known,
          stop,
          logger,
        );
      }),
    close: pending.close,
  };
}
