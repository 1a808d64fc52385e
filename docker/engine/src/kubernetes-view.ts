import type { V1ContainerStateTerminated, V1Pod, V1Service } from '@kubernetes/client-node';
import { LABEL } from './docker-container';
import { portsOf } from './docker-view';
import { type ContainerState, EngineError, type RunningContainer } from './engine';
import { ownLabelsOf } from './kubernetes-objects';

export const instanceOf = ({ metadata }: V1Pod | V1Service) => metadata?.labels?.[LABEL.partOf];
export const roleOf = ({ metadata }: V1Pod) => metadata?.labels?.[LABEL.role];

export function stateOf({ status, metadata }: V1Pod): ContainerState {
  if (status?.phase === 'Succeeded' || status?.phase === 'Failed') return 'exited';
  if (metadata?.deletionTimestamp !== undefined) return 'exited';
  return status?.containerStatuses?.[0]?.state?.running === undefined ? 'starting' : 'running';
}

const endOf = ({ status }: V1Pod): V1ContainerStateTerminated | undefined =>
  status?.containerStatuses?.[0]?.state?.terminated;

/** Null too where the pod was evicted or never ran. */
export const exitCodeOf = (pod: V1Pod): number | null =>
  stateOf(pod) === 'exited' ? (endOf(pod)?.exitCode ?? null) : null;

export const isFailedCompanion = (pod: V1Pod) =>
  roleOf(pod) === 'companion' && stateOf(pod) === 'exited' && exitCodeOf(pod) !== 0;

/** `parts` are the other pods of the instance. */
export function viewInstance(
  id: string,
  main: V1Pod | undefined,
  service: V1Service | undefined,
  parts: readonly V1Pod[],
  proxyHost: string | undefined,
): RunningContainer {
  const failed = main !== undefined && stateOf(main) === 'exited' ? main : parts.find(isFailedCompanion);
  const state = failed !== undefined ? 'exited' : main === undefined ? 'starting' : stateOf(main);
  const isRunning = state === 'running';
  const isInside = service?.spec?.type === 'ClusterIP';
  const host = isInside ? service.spec?.clusterIP : (proxyHost ?? main?.status?.hostIP);
  const ports = portsOf(main?.metadata?.annotations ?? {});
  const hostPortOf = (port: number) => {
    const found = service?.spec?.ports?.find((one) => one.port === port);
    return (isInside ? found?.port : found?.nodePort) ?? null;
  };
  return {
    id,
    engineId: main?.metadata?.uid ?? service?.metadata?.uid ?? '',
    state,
    exitCode: failed === undefined ? null : exitCodeOf(failed),
    outOfMemory: failed !== undefined && endOf(failed)?.reason === 'OOMKilled',
    ports: ports.map(({ name, port }) => ({
      name,
      port,
      host: host ?? '',
      hostPort: isRunning ? hostPortOf(port) : null,
      internalHost: isRunning ? (main?.status?.podIP ?? null) : null,
    })),
    createdAt: new Date(main?.metadata?.creationTimestamp ?? service?.metadata?.creationTimestamp ?? 0),
    labels: main === undefined ? {} : ownLabelsOf(main),
  };
}

/** Throws where waiting is useless: EngineError noCapacity, imageMissing, imageDenied, imagePullFailed or invalidSpec. */
export function throwIfHopeless({ status }: V1Pod): void {
  const scheduled = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  if (scheduled?.status === 'False' && scheduled.reason === 'Unschedulable') {
    throw new EngineError('noCapacity', `Kubernetes has no node for the container: ${scheduled.message ?? ''}`);
  }
  const { reason = '', message = '' } = status?.containerStatuses?.[0]?.state?.waiting ?? {};
  if (/^(ErrImagePull|ImagePullBackOff|ErrImageNeverPull)$/.test(reason)) throw pullError(message);
  if (/^(InvalidImageName|CreateContainerConfigError|CreateContainerError|RunContainerError)$/.test(reason)) {
    throw new EngineError('invalidSpec', `Kubernetes cannot make the container: ${reason}: ${message}`);
  }
}

function pullError(message: string): EngineError {
  if (/access denied|unauthorized|denied:|authentication required|forbidden|no basic auth/i.test(message)) {
    return new EngineError('imageDenied', `A node was refused the image: ${message}`);
  }
  return /not found|no such|manifest unknown/i.test(message)
    ? new EngineError('imageMissing', `A node found no such image: ${message}`)
    : new EngineError('imagePullFailed', `A node could not pull the image: ${message}`);
}
