/**
 * A pod for each container of an instance, because containers of one pod share their ports. Companions start first, so
 * the main pod knows their addresses as host names; they know main by the address of its service, which is there before
 * all pods. So names work without DNS, which Isolated instances do not get.
 */
import type { V1Container, V1HostAlias, V1Pod, V1Service } from '@kubernetes/client-node';
import { CAPABILITIES, TMPFS_MIB, WRITABLE } from './docker-confinement';
import { LABEL } from './docker-container';
import type { CompanionSpec, ContainerSpec, NetworkMode, RunSpec } from './engine';

export const MAIN = 'main';
export const PULL_SECRET = 'vexil-registries';
const OWN_LABELS = 'vexil.label/';
const RUN_STORAGE_MIB = 256;
/** Beside its limit of time, for pulling. */
const RUN_GRACE_SECONDS = 600;

export interface ObjectContext {
  deployment: string;
  namespace: string;
  nodeSelector: Record<string, string> | undefined;
  pullSecrets: string[];
  runtimeClass: string | undefined;
}

/** The claim to the id: names are unique. */
export const nameOf = (id: string) => `i-${id}`;

const labels = ({ deployment }: ObjectContext, instance: string, role: string, mode: NetworkMode) => ({
  [LABEL.deployment]: deployment,
  [LABEL.partOf]: instance,
  [LABEL.role]: role,
  [LABEL.mode]: mode,
});

export function mainService(spec: ContainerSpec, context: ObjectContext): V1Service {
  const own = labels(context, spec.id, MAIN, spec.networkMode);
  return {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: nameOf(spec.id), namespace: context.namespace, labels: own },
    spec: {
      // Servers reach what is not for players inside the cluster.
      type: spec.publishOn === undefined ? 'NodePort' : 'ClusterIP',
      selector: { [LABEL.partOf]: spec.id, [LABEL.role]: MAIN },
      ports: spec.ports.map(({ name, port }) => ({ name, port, targetPort: port, protocol: 'TCP' })),
    },
  };
}

export function mainPod(spec: ContainerSpec, hosts: V1HostAlias[], context: ObjectContext): V1Pod {
  const { ports, companions = [] } = spec;
  const pod = buildPod(nameOf(spec.id), spec, spec, { hosts, role: MAIN, instance: spec.id }, context);
  const ownLabels = Object.entries(spec.labels ?? {}).map(([name, value]) => [`${OWN_LABELS}${name}`, value]);
  return {
    ...pod,
    metadata: {
      ...pod.metadata,
      annotations: {
        ...Object.fromEntries(ownLabels),
        // A label could not have the separators.
        [LABEL.ports]: ports.map(({ name, port }) => `${name}:${port}`).join(','),
        [LABEL.companions]: String(companions.length),
      },
    },
  };
}

export const ownLabelsOf = (pod: V1Pod) =>
  Object.fromEntries(
    Object.entries(pod.metadata?.annotations ?? {})
      .filter(([name]) => name.startsWith(OWN_LABELS))
      .map(([name, value]) => [name.slice(OWN_LABELS.length), value]),
  );

export function companionPod(
  spec: ContainerSpec,
  companion: CompanionSpec,
  at: { number: number; hosts: V1HostAlias[] },
  context: ObjectContext,
): V1Pod {
  const rules = { ...spec, readOnlyRoot: false };
  const role = { hosts: at.hosts, role: 'companion', instance: spec.id };
  const pod = buildPod(`c${at.number}-${spec.id}`, companion, rules, role, context);
  return { ...pod, metadata: { ...pod.metadata, annotations: { [LABEL.name]: companion.name } } };
}

export function runPod(
  spec: RunSpec,
  target: { networkMode: NetworkMode; address: string },
  context: ObjectContext,
): V1Pod {
  const rules = { networkMode: target.networkMode, storageMiB: RUN_STORAGE_MIB };
  const hosts = [{ ip: target.address, hostnames: [MAIN] }];
  const pod = buildPod(`r-${spec.id}`, spec, rules, { hosts, role: 'run', instance: spec.target }, context);
  const seconds = Math.ceil(spec.timeoutMs / 1000) + RUN_GRACE_SECONDS;
  const until = { [LABEL.until]: String(Date.now() + seconds * 1000) };
  return {
    ...pod,
    metadata: { ...pod.metadata, annotations: until },
    spec: { containers: [], ...pod.spec, activeDeadlineSeconds: seconds },
  };
}

/** Its command does not exist: it fails after the node has pulled the image, whatever the image contains. */
export function pullPod(name: string, image: string, node: string, context: ObjectContext): V1Pod {
  const limits = { memory: '16Mi', cpu: '100m' };
  const container: V1Container = {
    name: MAIN,
    image,
    imagePullPolicy: 'Always',
    command: ['/vexil-only-pulls'],
    securityContext: securityContext(true),
    resources: { limits, requests: { memory: '1Mi', cpu: '1m' } },
  };
  const until = { [LABEL.until]: String(Date.now() + 3_600_000) };
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name,
      namespace: context.namespace,
      labels: { [LABEL.deployment]: context.deployment, [LABEL.role]: 'pull' },
      annotations: until,
    },
    spec: {
      nodeName: node,
      containers: [container],
      imagePullSecrets: context.pullSecrets.map((secret) => ({ name: secret })),
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 0,
    },
  };
}

type Machine = Pick<ContainerSpec, 'image' | 'env' | 'memoryMiB' | 'cpuTenths'> & Pick<RunSpec, 'command'>;
type Rules = Pick<ContainerSpec, 'networkMode' | 'storageMiB' | 'readOnlyRoot' | 'tmpfsMiB' | 'runtime'>;

function buildPod(
  name: string,
  machine: Machine,
  rules: Rules,
  { hosts, role, instance }: { hosts: V1HostAlias[]; role: string; instance: string },
  context: ObjectContext,
): V1Pod {
  const tmpfs = rules.readOnlyRoot ? WRITABLE : [];
  const limits = {
    memory: `${machine.memoryMiB}Mi`,
    cpu: `${machine.cpuTenths * 100}m`,
    ...(rules.storageMiB > 0 ? { 'ephemeral-storage': `${rules.storageMiB}Mi` } : {}),
  };
  const runtimeClassName = rules.runtime ?? context.runtimeClass;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name, namespace: context.namespace, labels: labels(context, instance, role, rules.networkMode) },
    spec: {
      containers: [
        {
          name: MAIN,
          image: machine.image,
          ...(machine.command === undefined ? {} : { command: machine.command.map(literal) }),
          imagePullPolicy: 'IfNotPresent',
          env: Object.entries(machine.env).map(([variable, value]) => ({ name: variable, value: literal(value) })),
          securityContext: securityContext(rules.readOnlyRoot ?? false),
          // A processor is shared; memory is not, so pods are placed by it.
          resources: { limits, requests: { memory: limits.memory, cpu: '10m' } },
          volumeMounts: tmpfs.map((mountPath, at) => ({ name: `tmpfs-${at}`, mountPath })),
        },
      ],
      volumes: tmpfs.map((_, at) => ({
        name: `tmpfs-${at}`,
        emptyDir: { medium: 'Memory', sizeLimit: `${rules.tmpfsMiB ?? TMPFS_MIB}Mi` },
      })),
      ...(hosts.length === 0 ? {} : { hostAliases: hosts }),
      ...(runtimeClassName === undefined ? {} : { runtimeClassName }),
      ...(context.nodeSelector === undefined ? {} : { nodeSelector: context.nodeSelector }),
      // No DNS, or names could carry data out of an Isolated container.
      ...(rules.networkMode === 'Isolated' ? { dnsPolicy: 'None', dnsConfig: { nameservers: ['127.0.0.1'] } } : {}),
      imagePullSecrets: context.pullSecrets.map((secret) => ({ name: secret })),
      restartPolicy: 'Never',
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      terminationGracePeriodSeconds: 1,
      securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
    },
  };
}

/** `$(NAME)` would be replaced. */
const literal = (value: string) => value.split('$(').join('$$(');

function securityContext(readOnlyRootFilesystem: boolean): V1Container['securityContext'] {
  return {
    allowPrivilegeEscalation: false,
    privileged: false,
    readOnlyRootFilesystem,
    capabilities: { drop: ['ALL'], add: CAPABILITIES },
  };
}
