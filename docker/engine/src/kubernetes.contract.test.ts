import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readRights } from '../testing/contract/cluster/rights';
import { type StandIn, startStandIn } from '../testing/contract/cluster/server';
import { describeEngine } from '../testing/contract/contract';
import { openGate } from '../testing/contract/gate';
import {
  askContainer,
  buildSpec,
  buildTestImage,
  describeWithDocker,
  openTestDocker,
  TEST_IMAGE,
} from '../testing/docker';
import { openEngine } from './connect';
import type { ContainerEngine } from './engine';
import type { KubernetesSettings } from './engine-settings';
import { namespaceObject } from './kubernetes-policies';

const MANIFEST = fileURLToPath(new URL('../../kubernetes/instances-only.yaml', import.meta.url));
const NAMESPACE = 'vexil-instances';
/** What only Kubernetes from 1.35 on asks for. */
const NOT_USED = [`create pods/exec in ${NAMESPACE}`];

describeWithDocker('Kubernetes, a stand-in of its API', () => {
  const rights = readRights(MANIFEST);
  const deployment = `test-${randomUUID().slice(0, 8)}`;
  let folder: string;
  let cluster: StandIn;
  let engine: ContainerEngine;
  let another: ContainerEngine;

  const open = async (port: number, changes: Partial<KubernetesSettings> = {}, registries = {}, token = 'admin') => {
    const kubeconfig = join(folder, `${randomUUID()}.json`);
    const context = { name: 'test', context: { cluster: 'test', user: 'test' } };
    const clusters = [
      { name: 'test', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
    ];
    const users = [{ name: 'test', user: { token } }];
    const text = { apiVersion: 'v1', kind: 'Config', clusters, users, contexts: [context], 'current-context': 'test' };
    await writeFile(kubeconfig, JSON.stringify(text));
    return openEngine({ kind: 'kubernetes', name: 'cluster', kubeconfig, ...changes }, { deployment, registries });
  };

  const openAsWorker = (port: number, changes: Partial<KubernetesSettings> = {}, registries = {}) =>
    open(port, { namespace: NAMESPACE, ...changes }, registries, 'worker');

  beforeAll(async () => {
    const docker = openTestDocker();
    await buildTestImage(docker);
    folder = await mkdtemp(join(tmpdir(), 'vexil-kubernetes-'));
    cluster = await startStandIn(docker, { worker: rights });
    cluster.store.create('namespaces', undefined, { metadata: { name: NAMESPACE } });
    engine = await openAsWorker(cluster.port);
    another = await openAsWorker(cluster.port);
  });
  afterAll(async () => {
    await engine?.removeLeftovers(new Set());
    await engine?.close();
    await another?.close();
    await cluster?.close();
    await rm(folder, { recursive: true });
  });

  describeEngine('Kubernetes', () => ({
    engine,
    another,
    spec: buildSpec,
    isReal: true,
    openDistant: async () => {
      const gate = await openGate({ port: cluster.port, host: '127.0.0.1' }, { tcp: true });
      return { gate, engine: await openAsWorker(gate.port) };
    },
  }));

  it('uses every right of the manifest and needs no other', async () => {
    const registries = { 'ghcr.io': { username: 'vexil', password: 'secret' } };
    const limits = { memoryMiB: 4096, cpuTenths: 100 };
    const [first, second] = [
      await openAsWorker(cluster.port, limits, registries),
      await openAsWorker(cluster.port, limits, registries),
    ];
    const abort = new AbortController();
    const changes: string[] = [];
    const watching = first.watch((id, what) => changes.push(`${id} ${what}`), abort.signal);
    const companions = [{ name: 'db', image: TEST_IMAGE, env: {}, memoryMiB: 32, cpuTenths: 5 }];
    const { id } = await first.start(buildSpec({ companions }));
    await second.writeFile(id, '/flag.txt', Buffer.from('flag{here}'));
    await second.lastLines(id);
    const run = { target: id, image: TEST_IMAGE, env: { START: 'done' }, memoryMiB: 32, cpuTenths: 5 };
    await second.run({ ...run, id: randomUUID(), timeoutMs: 30_000, outputBytesMax: 100 });
    await second.capacity();
    await second.capabilities();
    await first.stop(id);
    await vi.waitFor(() => expect(changes).toContain(`${id} removed`), 30_000);
    abort.abort();
    await watching;
    await first.close();
    await second.close();
    expect(rights.used()).toEqual(rights.granted.filter((right) => !NOT_USED.includes(right)));
    // The operator has made the namespace.
    expect(rights.refused()).toEqual(['get namespaces *']);
  });

  it('makes an account that has these rights, in the namespace and with its token', () => {
    const of = (kind: string) => rights.objects.find((object) => object.kind === kind);
    const account = { kind: 'ServiceAccount', name: 'vexil-outside', namespace: NAMESPACE };
    for (const [binding, role] of [
      ['RoleBinding', 'Role'],
      ['ClusterRoleBinding', 'ClusterRole'],
    ] as const) {
      const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: role, name: of(role)?.metadata.name };
      expect(of(binding)).toMatchObject({ roleRef, subjects: [account] });
    }
    expect(of('ServiceAccount')?.metadata).toMatchObject({ name: account.name, namespace: NAMESPACE });
    expect(of('Namespace')?.metadata).toEqual(namespaceObject(NAMESPACE).metadata);
    expect(of('Secret')).toMatchObject({
      type: 'kubernetes.io/service-account-token',
      metadata: { namespace: NAMESPACE, annotations: { 'kubernetes.io/service-account.name': account.name } },
    });
  });

  it('refuses with noCapacity what the quota of the namespace has no room for', async () => {
    const namespace = `${deployment}-quota`;
    const small = await open(cluster.port, { namespace, memoryMiB: 70, cpuTenths: 100 });
    const [one, two, three] = [buildSpec(), buildSpec(), buildSpec()];
    await small.start(one);
    await small.start(two);
    await expect(small.start(three)).rejects.toMatchObject({ code: 'noCapacity' });
    expect((await small.list()).map(({ id }) => id).sort()).toEqual([one.id, two.id].sort());
    await small.stop(one.id);
    await small.start(three);
    expect((await small.removeLeftovers(new Set())).sort()).toEqual([two.id, three.id].sort());
    await small.close();
  });

  it('follows its pods again when the API has forgotten the version', async () => {
    const seen: string[] = [];
    const abort = new AbortController();
    const gate = await openGate({ port: cluster.port, host: '127.0.0.1' }, { tcp: true });
    const distant = await openAsWorker(gate.port);
    const watching = distant.watch((id, what) => seen.push(`${what} ${id}`), abort.signal);
    const container = await engine.start(buildSpec());
    gate.shut();
    await askContainer(container, 'exit').catch(() => undefined);
    await vi.waitFor(async () => expect((await engine.inspect(container.id))?.state).toBe('exited'), 30_000);
    cluster.store.compact();
    gate.open();
    await vi.waitFor(() => expect(seen).toContain(`exited ${container.id}`), 30_000);
    await engine.stop(container.id);
    await vi.waitFor(() => expect(seen).toContain(`removed ${container.id}`), 30_000);
    abort.abort();
    await watching;
    await distant.close();
    await gate.close();
  });

  it('makes a namespace with policies that close everything, and a login for registries', async () => {
    const namespace = `${deployment}-own`;
    const registries = { 'ghcr.io': { username: 'vexil', password: 'secret' } };
    const own = await open(
      cluster.port,
      { namespace, pullSecrets: ['mine'], nodeSelector: { pool: 'games' } },
      registries,
    );
    const container = await own.start(buildSpec({ networkMode: 'Isolated' }));
    const [pod] = cluster.store.list('pods', namespace);
    expect(pod?.spec).toMatchObject({
      imagePullSecrets: [{ name: 'vexil-registries' }, { name: 'mine' }],
      nodeSelector: { pool: 'games' },
      automountServiceAccountToken: false,
      dnsPolicy: 'None',
    });
    const policies = cluster.store
      .list('networkpolicies', namespace)
      .map(({ metadata, spec }) => [metadata.name, spec]);
    expect(Object.fromEntries(policies)).toMatchObject({
      'vexil-nothing': { policyTypes: ['Ingress', 'Egress'] },
      'vexil-open': { podSelector: { matchLabels: { 'vexil.mode': 'Open' } } },
      [`i-${container.id}-ports`]: { ingress: [{ ports: [{ port: 9000 }] }] },
    });
    expect(cluster.store.get('secrets', namespace, 'vexil-registries')).toMatchObject({
      type: 'kubernetes.io/dockerconfigjson',
    });
    await own.removeLeftovers(new Set());
    expect(cluster.store.list('networkpolicies', namespace)).toHaveLength(2);
    expect(cluster.store.list('services', namespace)).toEqual([]);
    await own.close();
  });
});
