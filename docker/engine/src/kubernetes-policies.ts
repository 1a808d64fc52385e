import type { V1Namespace, V1NetworkPolicy, V1ResourceQuota, V1Secret } from '@kubernetes/client-node';
import { LABEL } from './docker-container';
import { NOT_INTERNET } from './docker-firewall';
import type { RegistryCredentials } from './docker-image';
import type { ContainerSpec } from './engine';
import { MAIN, nameOf, type ObjectContext, PULL_SECRET } from './kubernetes-objects';

const NETWORK = { apiVersion: 'networking.k8s.io/v1', kind: 'NetworkPolicy' } as const;
const isNotCustom = { matchExpressions: [{ key: LABEL.mode, operator: 'NotIn', values: ['Custom'] }] };

/** Nothing in, nothing out; then Open ones to the internet and to the cluster's DNS. Custom is the operator's. */
export function namespacePolicies({ namespace }: ObjectContext): V1NetworkPolicy[] {
  const dns = [53].flatMap((port) => ['UDP', 'TCP'].map((protocol) => ({ port, protocol })));
  const dnsPods = {
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
    podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
  };
  return [
    {
      ...NETWORK,
      metadata: { name: 'vexil-nothing', namespace },
      spec: { podSelector: isNotCustom, policyTypes: ['Ingress', 'Egress'] },
    },
    {
      ...NETWORK,
      metadata: { name: 'vexil-open', namespace },
      spec: {
        podSelector: { matchLabels: { [LABEL.mode]: 'Open' } },
        policyTypes: ['Egress'],
        egress: [
          { to: [{ ipBlock: { cidr: '0.0.0.0/0', except: NOT_INTERNET.filter((range) => range !== '224.0.0.0/3') } }] },
          { to: [dnsPods], ports: dns },
        ],
      },
    },
  ];
}

/** Between the pods of an instance everything, and to its named ports from anywhere. */
export function instancePolicies(spec: ContainerSpec, context: ObjectContext): V1NetworkPolicy[] {
  const metadata = (name: string) => ({
    name,
    namespace: context.namespace,
    labels: { [LABEL.deployment]: context.deployment, [LABEL.partOf]: spec.id },
  });
  const instance = { matchLabels: { [LABEL.partOf]: spec.id } };
  const main = { matchLabels: { [LABEL.partOf]: spec.id, [LABEL.role]: MAIN } };
  const within = [{ podSelector: instance }];
  return [
    {
      ...NETWORK,
      metadata: metadata(`${nameOf(spec.id)}-within`),
      spec: {
        podSelector: instance,
        policyTypes: ['Ingress', 'Egress'],
        ingress: [{ _from: within }],
        egress: [{ to: within }],
      },
    },
    {
      ...NETWORK,
      metadata: metadata(`${nameOf(spec.id)}-ports`),
      spec: {
        podSelector: main,
        policyTypes: ['Ingress'],
        ingress: [{ ports: spec.ports.map(({ port }) => ({ port, protocol: 'TCP' })) }],
      },
    },
  ];
}

export function namespaceObject(name: string): V1Namespace {
  return {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name, labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } },
  };
}

export function quotaObject(
  { namespace }: ObjectContext,
  { memoryMiB, cpuTenths }: { memoryMiB?: number; cpuTenths?: number },
): V1ResourceQuota | null {
  if (memoryMiB === undefined && cpuTenths === undefined) return null;
  const hard = {
    ...(memoryMiB === undefined ? {} : { 'limits.memory': `${memoryMiB}Mi` }),
    ...(cpuTenths === undefined ? {} : { 'limits.cpu': `${cpuTenths * 100}m` }),
  };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'vexil', namespace }, spec: { hard } };
}

export function pullSecret({ namespace }: ObjectContext, registries: Record<string, RegistryCredentials>): V1Secret {
  const auths = Object.entries(registries).map(([host, { username, password }]) => [
    host === 'docker.io' ? 'https://index.docker.io/v1/' : host,
    { username, password, auth: Buffer.from(`${username}:${password}`).toString('base64') },
  ]);
  const text = JSON.stringify({ auths: Object.fromEntries(auths) });
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: PULL_SECRET, namespace },
    type: 'kubernetes.io/dockerconfigjson',
    data: { '.dockerconfigjson': Buffer.from(text).toString('base64') },
  };
}
