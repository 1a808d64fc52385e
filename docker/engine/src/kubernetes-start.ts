/** Rolls back on failure or abort. The name of the service is the claim to the id. */
import type { V1HostAlias, V1Pod } from '@kubernetes/client-node';
import { pause, throwIfAborted } from './abort';
import { type ContainerSpec, EngineError, type EngineLogger, type RunningContainer } from './engine';
import { isMissing, isTaken, type KubernetesConnection, toEngineError } from './kubernetes-connection';
import type { KubernetesInstances } from './kubernetes-instances';
import { companionPod, MAIN, mainPod, mainService, type ObjectContext } from './kubernetes-objects';
import { instancePolicies } from './kubernetes-policies';
import { stateOf, throwIfHopeless } from './kubernetes-view';

export interface KubernetesContext {
  connection: KubernetesConnection;
  objects: ObjectContext;
  instances: KubernetesInstances;
  logger: EngineLogger | undefined;
}

const HALF_MADE_MS = 120_000;

export async function startInstance(context: KubernetesContext, spec: ContainerSpec, signal: AbortSignal) {
  for (;;) {
    const present = await settlePresent(context, spec.id, signal);
    if (present !== null) return present;
    if (await claim(context, spec)) return launch(context, spec, signal);
  }
}

async function settlePresent({ instances }: KubernetesContext, id: string, signal: AbortSignal) {
  const giveUpAt = Date.now() + HALF_MADE_MS;
  for (;;) {
    throwIfAborted(signal);
    const present: RunningContainer | null = await instances.find(id);
    if (present?.state === 'running') return present;
    if (present === null || present.state === 'exited' || Date.now() >= giveUpAt) {
      if (present !== null || (await instances.pods(id)).length > 0) await instances.remove(id, true);
      return null;
    }
    await pause(250);
  }
}

/** False where another worker has it. */
async function claim({ connection, objects }: KubernetesContext, spec: ContainerSpec): Promise<boolean> {
  try {
    await connection.core.createNamespacedService({ namespace: objects.namespace, body: mainService(spec, objects) });
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
}

async function launch(context: KubernetesContext, spec: ContainerSpec, signal: AbortSignal): Promise<RunningContainer> {
  const { connection, objects, instances } = context;
  const { core, networking } = connection;
  const { namespace } = objects;
  try {
    if (spec.networkMode !== 'Custom' || (spec.companions ?? []).length > 0) {
      for (const body of instancePolicies(spec, objects)) {
        throwIfAborted(signal);
        await networking.createNamespacedNetworkPolicy({ namespace, body });
      }
    }
    const { spec: service } = await core.readNamespacedService({
      namespace,
      name: mainService(spec, objects).metadata?.name ?? '',
    });
    const hosts: V1HostAlias[] = [{ ip: service?.clusterIP ?? '', hostnames: [MAIN] }];
    for (const [number, companion] of (spec.companions ?? []).entries()) {
      throwIfAborted(signal);
      const body = companionPod(spec, companion, { number, hosts }, objects);
      const pod = await create(context, body, signal);
      // One that has done its work has no address to be reached at.
      const ip = pod.status?.podIP;
      if (ip && stateOf(pod) === 'running') hosts.push({ ip, hostnames: [companion.name] });
    }
    throwIfAborted(signal);
    await create(context, mainPod(spec, hosts.slice(1), objects), signal);
    const started = await instances.find(spec.id);
    if (started?.state === 'running') return started;
    throw new EngineError('exitedEarly', 'The container ended as soon as it was started.', {
      exitCode: started?.exitCode ?? undefined,
    });
  } catch (error) {
    await instances.remove(spec.id, true).catch((failure: unknown) => {
      const details = { event: 'engine.cleanup_failed', err: toEngineError(failure) };
      context.logger?.warn(details, 'Removing a failed start failed, retrying with the next sweep');
    });
    throw toEngineError(error);
  }
}

/** Resolves with the pod once it runs or has ended. */
export async function create(
  { connection: { core }, objects: { namespace } }: KubernetesContext,
  body: V1Pod,
  signal: AbortSignal,
): Promise<V1Pod> {
  const name = body.metadata?.name ?? '';
  await core.createNamespacedPod({ namespace, body });
  for (;;) {
    throwIfAborted(signal);
    const pod = await core.readNamespacedPod({ namespace, name }).catch((error: unknown) => {
      if (isMissing(error)) throw new EngineError('aborted', 'The container was removed while it started.');
      throw error;
    });
    throwIfHopeless(pod);
    if (stateOf(pod) !== 'starting') return pod;
    await pause(150);
  }
}
