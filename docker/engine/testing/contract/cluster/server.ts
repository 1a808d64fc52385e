/**
 * A stand-in of Kubernetes' API for tests: checks every object against the published schemas, answers lists, watches,
 * conflicts, forgotten versions and quota refusals as the real one does, and runs pods as real containers. It enforces
 * no network policy: pods of one instance share a network, others are apart.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import type Docker from 'dockerode';
import { parseQuantity } from '../../../src/kubernetes-capacity';
import { serveExec } from './exec';
import { createPodRunner, type PodRunner } from './pods';
import type { Rights } from './rights';
import { type ApiObject, matches, Refusal, Store } from './store';
import { validate } from './validate';

export interface StandIn {
  port: number;
  store: Store;
  close(): Promise<void>;
}

const KINDS: Record<string, string> = {
  namespaces: 'Namespace',
  networkpolicies: 'NetworkPolicy',
  nodes: 'Node',
  pods: 'Pod',
  resourcequotas: 'ResourceQuota',
  runtimeclasses: 'RuntimeClass',
  secrets: 'Secret',
  services: 'Service',
};

interface Call {
  method: string;
  version: string;
  resource: string;
  namespace: string | undefined;
  name: string | undefined;
  part: string | undefined;
  query: URLSearchParams;
}

/** Clients with a token of `rights` may do no more than those; all others may do everything. */
export async function startStandIn(docker: Docker, rights: Record<string, Rights> = {}): Promise<StandIn> {
  const store = new Store();
  const pods = createPodRunner(docker, store);
  await addNode(store, docker);
  const server = createServer((request, reply) => {
    const work = async () => {
      authorize(request, rights);
      await answer(request, reply, store, pods);
    };
    work().catch((error: unknown) => refuse(reply, error));
  });
  serveExec(server, (request) => {
    authorize(request, rights);
    const { resource, namespace, name = '' } = readPath('GET', request.url ?? '');
    return pods.containerOf(store.get(resource, namespace, name));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: address !== null && typeof address === 'object' ? address.port : 0,
    store,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await pods.close();
    },
  };
}

async function addNode(store: Store, docker: Docker): Promise<void> {
  const { MemTotal, NCPU } = (await docker.info()) as { MemTotal: number; NCPU: number };
  const images = (await docker.listImages()).map(({ RepoTags }) => ({ names: RepoTags ?? [] }));
  store.create('nodes', undefined, {
    metadata: { name: 'node-1' },
    spec: {},
    status: {
      conditions: [{ type: 'Ready', status: 'True' }],
      allocatable: { memory: `${Math.floor(MemTotal / 1024)}Ki`, cpu: String(NCPU) },
      images,
    },
  });
}

/** /api/v1/… or /apis/GROUP/VERSION/…, with or without a namespace. */
function readPath(method: string, url: string): Call {
  const { pathname, searchParams } = new URL(url, 'http://api');
  const match =
    /^\/(?:api\/(v1)|apis\/([^/]+\/[^/]+))\/(?:namespaces\/([^/]+)\/(?=[^/]))?([^/]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(
      pathname,
    );
  if (match === null) throw new Refusal(404, 'NotFound', `no path ${pathname}`);
  const [, core, group, namespace, resource = '', name, part] = match;
  return { method, version: core ?? group ?? '', resource, namespace, name, part, query: searchParams };
}

/** Throws Refusal 403. */
function authorize({ method = 'GET', url = '', headers }: IncomingMessage, rights: Record<string, Rights>): void {
  const own = rights[(headers.authorization ?? '').replace('Bearer ', '')];
  if (own === undefined) return;
  const { version, resource, namespace, name, part, query } = readPath(method, url);
  const reading = query.get('watch') === 'true' ? 'watch' : name === undefined ? 'list' : 'get';
  const verb = { GET: reading, POST: 'create', PUT: 'update', DELETE: 'delete' }[method] ?? method;
  const group = version.includes('/') ? (version.split('/')[0] ?? '') : '';
  const what = part === undefined ? resource : `${resource}/${part}`;
  if (own.allows({ verb, group, resource: what, namespace })) return;
  throw new Refusal(403, 'Forbidden', `${resource} is forbidden: User cannot ${verb} resource "${what}"`);
}

async function answer(request: IncomingMessage, reply: ServerResponse, store: Store, pods: PodRunner): Promise<void> {
  const call = readPath(request.method ?? 'GET', request.url ?? '');
  if (KINDS[call.resource] === undefined) throw new Refusal(404, 'NotFound', `no resource ${call.resource}`);
  if (call.part === 'log') return sendLog(call, reply, store, pods);
  if (call.query.get('watch') === 'true') return watch(call, reply, store);
  const body = request.method === 'GET' ? null : await readBody(request);
  const result = await act(call, body, store, pods);
  reply.writeHead(request.method === 'POST' ? 201 : 200, { 'Content-Type': 'application/json' });
  reply.end(JSON.stringify(result));
}

async function act(call: Call, body: unknown, store: Store, pods: PodRunner): Promise<object> {
  const { method, version, resource, namespace, name, query } = call;
  const kind = { apiVersion: version, kind: KINDS[resource] };
  if (method === 'GET' && name === undefined) {
    const items = store.list(resource, namespace, query.get('labelSelector') ?? '');
    return {
      apiVersion: version,
      kind: `${kind.kind}List`,
      metadata: { resourceVersion: String(store.version) },
      items,
    };
  }
  if (method === 'GET') return { ...store.get(resource, namespace, name ?? ''), ...kind };
  if (method === 'POST') return { ...(await create(call, body as ApiObject, store, pods)), ...kind };
  if (method === 'PUT') {
    validate(resource, body as ApiObject);
    return { ...store.replace(resource, namespace, body as ApiObject), ...kind };
  }
  if (method === 'DELETE') return remove(call, (body ?? {}) as { gracePeriodSeconds?: number }, store, pods);
  throw new Refusal(405, 'MethodNotAllowed', `no ${method}`);
}

async function create({ resource, namespace }: Call, object: ApiObject, store: Store, pods: PodRunner) {
  validate(resource, object);
  if (namespace !== undefined && store.find('namespaces', undefined, namespace) === undefined) {
    throw new Refusal(404, 'NotFound', `namespaces "${namespace}" not found`);
  }
  if (resource === 'services')
    return store.create(resource, namespace, await withAddress(object, namespace ?? '', pods));
  if (resource !== 'pods') return store.create(resource, namespace, object);
  admit(object, namespace ?? '', store);
  const pod = store.create(resource, namespace, { ...object, status: { phase: 'Pending' } });
  void pods.run(pod);
  return pod;
}

async function withAddress(service: ApiObject, namespace: string, pods: PodRunner): Promise<ApiObject> {
  const instance = service.spec.selector?.['vexil.part-of'] ?? service.metadata.name;
  const ports = await Promise.all(
    (service.spec.ports as object[]).map(async (port) =>
      service.spec.type === 'NodePort' ? { ...port, nodePort: await freePort() } : port,
    ),
  );
  return { ...service, spec: { ...service.spec, ports, clusterIP: await pods.planAddress(namespace, instance) } };
}

/** Runtime classes and quotas. */
function admit({ metadata, spec }: ApiObject, namespace: string, store: Store): void {
  const forbidden = (why: string) => new Refusal(403, 'Forbidden', `pods "${metadata.name}" is forbidden: ${why}`);
  const { runtimeClassName } = spec;
  if (runtimeClassName !== undefined && store.find('runtimeclasses', undefined, runtimeClassName) === undefined) {
    throw forbidden(`RuntimeClass "${runtimeClassName}" not found`);
  }
  for (const quota of store.list('resourcequotas', namespace)) {
    for (const [resource, hard] of Object.entries(quota.spec.hard as Record<string, string>)) {
      const limit = resource.replace('limits.', '');
      const memoryOf = (pod: ApiObject) => parseQuantity(pod.spec.containers[0].resources.limits[limit]);
      const isCounted = ({ status }: ApiObject) => status?.phase !== 'Succeeded' && status?.phase !== 'Failed';
      const used = store
        .list('pods', namespace)
        .filter(isCounted)
        .reduce((sum, pod) => sum + memoryOf(pod), 0);
      const wanted = memoryOf({ metadata, spec });
      if (used + wanted > parseQuantity(hard)) {
        const text = `requested: ${resource}=${wanted}, used: ${resource}=${used}, limited: ${resource}=${hard}`;
        throw forbidden(`exceeded quota: ${quota.metadata.name}, ${text}`);
      }
    }
  }
}

function remove(call: Call, body: { gracePeriodSeconds?: number }, store: Store, pods: PodRunner): object {
  const { resource, namespace, name = '' } = call;
  const object = store.get(resource, namespace, name);
  if (resource !== 'pods') {
    store.remove(resource, namespace, name);
    return object;
  }
  const asked =
    call.query.get('gracePeriodSeconds') ?? body.gracePeriodSeconds ?? object.spec.terminationGracePeriodSeconds;
  const grace = Number(asked ?? 30);
  if (grace === 0) store.remove(resource, namespace, name);
  else {
    store.update(resource, namespace, name, (pod) => ({
      ...pod,
      metadata: { ...pod.metadata, deletionTimestamp: new Date().toISOString() },
    }));
  }
  void pods.stop(object, grace).then(() => store.remove(resource, namespace, name));
  return object;
}

function watch({ resource, namespace, query }: Call, reply: ServerResponse, store: Store): void {
  const selector = query.get('labelSelector') ?? '';
  const send = (type: string, object: object) => void reply.write(`${JSON.stringify({ type, object })}\n`);
  let stop = () => {};
  reply.writeHead(200, { 'Content-Type': 'application/json' });
  reply.flushHeaders();
  try {
    stop = store.follow(resource, Number(query.get('resourceVersion') ?? 0), ({ type, object }) => {
      const isIn = namespace === undefined || object.metadata.namespace === namespace;
      if (isIn && matches(object, selector)) send(type, { ...object, apiVersion: 'v1', kind: KINDS[resource] });
    });
  } catch (error) {
    // The real one says it inside the stream, too.
    send('ERROR', statusOf(error as Refusal));
    reply.end();
    return;
  }
  const timer = setTimeout(() => reply.end(), Number(query.get('timeoutSeconds') ?? 300) * 1000);
  reply.on('close', () => {
    clearTimeout(timer);
    stop();
  });
}

async function sendLog(
  { resource, namespace, name = '', query }: Call,
  reply: ServerResponse,
  store: Store,
  pods: PodRunner,
) {
  const container = pods.containerOf(store.get(resource, namespace, name));
  const tail = query.get('tailLines') ?? 'all';
  const raw: unknown = await container.logs({ stdout: true, stderr: true, tail: tail as unknown as number });
  reply.writeHead(200, { 'Content-Type': 'text/plain' });
  reply.end(withoutFrames(raw as Buffer));
}

function withoutFrames(raw: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 8 <= raw.length; ) {
    const length = raw.readUInt32BE(at + 4);
    pieces.push(raw.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  return Buffer.concat(pieces);
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  return text === '' ? null : JSON.parse(text);
}

const statusOf = ({ code, reason, message }: Refusal) => ({
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  code,
  reason,
  message,
});

function refuse(reply: ServerResponse, error: unknown): void {
  const refusal = error instanceof Refusal ? error : new Refusal(500, 'InternalError', String(error));
  if (reply.headersSent) return void reply.destroy();
  reply.writeHead(refusal.code, { 'Content-Type': 'application/json' });
  reply.end(JSON.stringify(statusOf(refusal)));
}

async function freePort(): Promise<number> {
  const server = createTcpServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return address !== null && typeof address === 'object' ? address.port : 0;
}
