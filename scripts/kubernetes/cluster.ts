/** A cluster of one node, in a network namespace of its own. */
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { inRoot } from '../lib/paths.mjs';
import { sh } from '../lib/sh';
import { makeImages } from './images';
import { startContainerd, startKubelet } from './node';
import { createParts, type Parts, until } from './parts';

const NETNS = 'vexil-kubernetes';
const [GATEWAY, ADDRESS] = ['203.0.113.233', '203.0.113.234'];
const API = `https://${ADDRESS}:6443`;
const [SERVICES, PODS] = ['10.96.0.0/16', '10.244.0.0/24'];
const MANIFEST = 'docker/kubernetes/instances-only.yaml';
const ACCOUNT = 'vexil-outside';
const NAMESPACE = 'vexil-instances';

export interface Cluster {
  netns: string;
  /** As an administrator, through a shell. */
  kubectl(words: string): Promise<string>;
  /** Tries until it does not fail. Throws Failure. */
  until(what: string, attempt: () => Promise<string>): Promise<string>;
  /** @returns the file for `KUBECONFIG` with the token of an account. */
  writeAccess(name: string, token: string): Promise<string>;
}

export async function startCluster(programs: string, lifecycle: Lifecycle): Promise<Cluster> {
  const directory = await mkdtemp(path.join(tmpdir(), 'vexil-kubernetes-'));
  lifecycle.onStop(() => rm(directory, { recursive: true, force: true }));
  await makeNetwork();
  lifecycle.onStop(() => removeNetwork(directory));
  const parts = createParts({ directory, programs, netns: NETNS });
  lifecycle.onStop(parts.stop);

  const admin = await startApi(parts);
  const kubectl = (words: string) => sh(`kubectl --kubeconfig=${admin} ${words}`);
  await until('The API', () => kubectl('get --raw /readyz'), parts);
  const containerd = await startContainerd(parts, PODS);
  await sh(`ctr -a ${containerd} -n k8s.io images import ${makeImages(directory)}`);
  await startManagers(parts, admin);
  await startKubelet(parts, { admin, containerd, address: ADDRESS });
  await until('The node', () => kubectl('wait --for=condition=Ready node/node-1 --timeout=1s'), parts);
  parts.start('kube-router', [
    `--kubeconfig=${admin}`,
    '--hostname-override=node-1',
    '--run-router=false',
    '--run-service-proxy=false',
    '--run-firewall=true',
    `--service-cluster-ip-range=${SERVICES}`,
    '--iptables-sync-period=5s',
  ]);
  return {
    netns: NETNS,
    kubectl,
    until: (what, attempt) => until(what, attempt, parts),
    writeAccess: (name, token) => writeAccess(parts, name, token),
  };
}

/** @returns the access of a worker outside the cluster, with the rights of the manifest */
export async function openOutsideAccess({ kubectl, until: wait, writeAccess: write }: Cluster): Promise<string> {
  await kubectl(`apply -f ${inRoot(MANIFEST)}`);
  const encoded = () => kubectl(`get secret ${ACCOUNT} -n ${NAMESPACE} -o jsonpath={.data.token} | grep .`);
  const token = Buffer.from(await wait('The account', encoded), 'base64').toString();
  return write('worker.json', token);
}

async function startApi(parts: Parts): Promise<string> {
  const token = randomBytes(16).toString('hex');
  await writeFile(parts.at('tokens.csv'), `${token},admin,admin,system:masters\n`);
  await sh(`openssl genrsa -out ${parts.at('accounts.key')} 2048`);
  const proxy = await makeProxyCertificate(parts);
  parts.start('etcd', [
    `--data-dir=${parts.at('etcd')}`,
    '--listen-client-urls=http://127.0.0.1:2379',
    '--advertise-client-urls=http://127.0.0.1:2379',
    '--listen-peer-urls=http://127.0.0.1:2380',
    '--unsafe-no-fsync',
  ]);
  parts.start('kube-apiserver', [
    '--etcd-servers=http://127.0.0.1:2379',
    `--cert-dir=${parts.at('api')}`,
    `--bind-address=${ADDRESS}`,
    `--advertise-address=${ADDRESS}`,
    '--secure-port=6443',
    '--kubelet-preferred-address-types=InternalIP',
    `--token-auth-file=${parts.at('tokens.csv')}`,
    '--authorization-mode=RBAC',
    `--service-cluster-ip-range=${SERVICES}`,
    `--service-account-issuer=${API}`,
    `--service-account-key-file=${parts.at('accounts.key')}`,
    `--service-account-signing-key-file=${parts.at('accounts.key')}`,
    '--allow-privileged=true',
    ...proxy,
  ]);
  return writeAccess(parts, 'admin.json', token);
}

/** @returns how the API names itself and its callers to APIs of others that it passes requests on to */
async function makeProxyCertificate(parts: Parts): Promise<string[]> {
  const [key, certificate] = [parts.at('proxy.key'), parts.at('proxy.crt')];
  const name = 'front-proxy';
  await sh(`openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=${name} -keyout ${key} -out ${certificate}`);
  return [
    `--proxy-client-key-file=${key}`,
    `--proxy-client-cert-file=${certificate}`,
    `--requestheader-client-ca-file=${certificate}`,
    `--requestheader-allowed-names=${name}`,
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
  ];
}

async function startManagers(parts: Parts, admin: string): Promise<void> {
  parts.start('kube-controller-manager', [
    `--kubeconfig=${admin}`,
    `--service-account-private-key-file=${parts.at('accounts.key')}`,
    // What pods check the API with.
    `--root-ca-file=${parts.at('api/apiserver.crt')}`,
    '--use-service-account-credentials=false',
    '--leader-elect=false',
    `--cert-dir=${parts.at('manager')}`,
  ]);
  parts.start('kube-scheduler', [
    `--kubeconfig=${admin}`,
    '--leader-elect=false',
    `--cert-dir=${parts.at('scheduler')}`,
  ]);
  const proxy = {
    apiVersion: 'kubeproxy.config.k8s.io/v1alpha1',
    kind: 'KubeProxyConfiguration',
    mode: 'iptables',
    clusterCIDR: PODS,
    hostnameOverride: 'node-1',
    bindAddress: ADDRESS,
    healthzBindAddress: '127.0.0.1:10256',
    metricsBindAddress: '127.0.0.1:10249',
    clientConnection: { kubeconfig: admin },
    conntrack: { maxPerCore: 0 },
  };
  await writeFile(parts.at('proxy.json'), JSON.stringify(proxy));
  parts.start('kube-proxy', [`--config=${parts.at('proxy.json')}`]);
}

async function writeAccess(parts: Parts, name: string, token: string): Promise<string> {
  const access = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'test', cluster: { server: API, 'certificate-authority': parts.at('api/apiserver.crt') } }],
    users: [{ name: 'test', user: { token } }],
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'test' } }],
    'current-context': 'test',
  };
  await writeFile(parts.at(name), JSON.stringify(access));
  return parts.at(name);
}

const forget = `ip netns del ${NETNS} 2>/dev/null; ip link del vexilkube0 2>/dev/null; true`;

async function makeNetwork(): Promise<void> {
  await sh(forget);
  await mkdir('/run/netns', { recursive: true });
  await sh(
    [
      'set -e',
      `ip netns add ${NETNS}`,
      `ip link add vexilkube0 type veth peer name node0 netns ${NETNS}`,
      `ip addr add ${GATEWAY}/30 dev vexilkube0`,
      'ip link set vexilkube0 up',
      `ip -n ${NETNS} link set lo up`,
      `ip -n ${NETNS} addr add ${ADDRESS}/30 dev node0`,
      `ip -n ${NETNS} link set node0 up`,
      `ip -n ${NETNS} route add default via ${GATEWAY}`,
      `ip netns exec ${NETNS} sysctl -qw net.ipv4.ip_forward=1`,
      `ip netns exec ${NETNS} sysctl -qw net.bridge.bridge-nf-call-iptables=1`,
    ].join('\n'),
  );
}

/** Pods outlive containerd. */
async function removeNetwork(directory: string): Promise<void> {
  await sh(`ip netns pids ${NETNS} | xargs -r kill -9; true`);
  const shims = `pgrep -f '^\\S*containerd-shim\\S* .*${directory}/'`;
  await sh(`for shim in $(${shims}); do pgrep -P $shim; echo $shim; done | xargs -r kill -9; true`);
  await sh(`cut -d' ' -f2 /proc/mounts | grep ^${directory}/ | sort -r | xargs -r -n1 umount -l; true`);
  await sh(forget);
}
