/** Runs the pods of the stand-in as containers of a Docker Engine. */
import type Docker from 'dockerode';
import { parseQuantity } from '../../../src/kubernetes-capacity';
import type { ApiObject, Store } from './store';

const INSTANCE = 'vexil.part-of';

export interface PodRunner {
  /** Where pods of this instance will be, and where its main pod will be reached. */
  planAddress(namespace: string, instance: string): Promise<string>;
  run(pod: ApiObject): Promise<void>;
  stop(pod: ApiObject, graceSeconds: number): Promise<void>;
  containerOf(pod: ApiObject): Docker.Container;
  close(): Promise<void>;
}

export function createPodRunner(docker: Docker, store: Store): PodRunner {
  const networks = new Map<string, Promise<{ name: string; address: string }>>();
  const containers = new Map<string, Docker.Container>();

  /** Pods of one instance may reach each other, as its policies say; others are apart. */
  const networkOf = (namespace: string, instance: string) => {
    const name = `pods-${namespace}-${instance}`;
    const present = networks.get(name) ?? makeNetwork(docker, name, networks.size);
    networks.set(name, present);
    return present;
  };
  const setStatus = ({ metadata }: ApiObject, status: object) =>
    store.update('pods', metadata.namespace, metadata.name, (object) => ({
      ...object,
      status: { ...object.status, ...status },
    }));
  const containerStatus = (state: object) => ({ containerStatuses: [{ name: 'main', state }] });

  const run = async (pod: ApiObject) => {
    const { metadata, spec } = pod;
    const [template] = spec.containers;
    setStatus(pod, { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'True' }] });
    try {
      await docker.getImage(template.image).inspect();
    } catch {
      const message = `failed to pull and unpack image "${template.image}": not found`;
      return setStatus(pod, containerStatus({ waiting: { reason: 'ErrImagePull', message } }));
    }
    const network = await networkOf(metadata.namespace ?? '', metadata.labels?.[INSTANCE] ?? metadata.name);
    const isMain = metadata.labels?.['vexil.role'] === 'main';
    const options = containerOptions(pod, network.name, isMain ? network.address : undefined, portsOf(store, pod));
    const container = await docker.createContainer(options);
    containers.set(metadata.uid ?? '', container);
    try {
      await container.start();
    } catch (error) {
      const terminated = { exitCode: 128, reason: 'StartError', message: (error as Error).message };
      return setStatus(pod, { phase: 'Failed', ...containerStatus({ terminated }) });
    }
    const { NetworkSettings } = await container.inspect();
    const podIP = Object.values(NetworkSettings.Networks)[0]?.IPAddress;
    const running = { startedAt: new Date().toISOString() };
    setStatus(pod, { phase: 'Running', podIP, hostIP: '127.0.0.1', ...containerStatus({ running }) });
    await container.wait();
    const { State } = await container.inspect();
    const reason = State.OOMKilled ? 'OOMKilled' : State.ExitCode === 0 ? 'Completed' : 'Error';
    const terminated = { exitCode: State.ExitCode, reason };
    setStatus(pod, { phase: State.ExitCode === 0 ? 'Succeeded' : 'Failed', ...containerStatus({ terminated }) });
  };

  const containerOf = ({ metadata }: ApiObject) => {
    const found = containers.get(metadata.uid ?? '');
    if (found === undefined) throw new Error(`The pod ${metadata.name} has no container.`);
    return found;
  };

  return {
    planAddress: async (namespace, instance) => (await networkOf(namespace, instance)).address,
    // Without effect when the pod was removed meanwhile.
    run: (pod) =>
      run(pod).catch((error: Error) =>
        setStatus(pod, {
          phase: 'Failed',
          ...containerStatus({ terminated: { exitCode: 128, reason: 'StartError', message: error.message } }),
        }),
      ),
    stop: async ({ metadata }, graceSeconds) => {
      const container = containers.get(metadata.uid ?? '');
      await container?.stop({ t: graceSeconds }).catch(() => undefined);
      await container?.remove({ force: true, v: true }).catch(() => undefined);
    },
    containerOf,
    close: async () => {
      await Promise.all([...containers.values()].map((one) => one.remove({ force: true }).catch(() => undefined)));
      for (const network of networks.values()) await docker.getNetwork((await network).name).remove();
    },
  };
}

/** Addresses can be chosen only in a subnet that was. */
async function makeNetwork(docker: Docker, name: string, number: number) {
  const subnet = `10.209.${number}`;
  await docker.createNetwork({ Name: name, IPAM: { Driver: 'default', Config: [{ Subnet: `${subnet}.0/24` }] } });
  return { name, address: `${subnet}.200` };
}

/** Node ports by port of the pod, of the services that select it. */
function portsOf(store: Store, { metadata }: ApiObject): { port: number; nodePort: number }[] {
  const services = store.list('services', metadata.namespace).filter(({ spec }) => {
    const wanted = Object.entries((spec.selector ?? {}) as Record<string, string>);
    return wanted.length > 0 && wanted.every(([name, value]) => metadata.labels?.[name] === value);
  });
  return services.flatMap(({ spec }) => spec.ports as { port: number; nodePort: number }[]);
}

function containerOptions(
  { spec }: ApiObject,
  network: string,
  address: string | undefined,
  ports: { port: number; nodePort: number }[],
): Docker.ContainerCreateOptions {
  const [template] = spec.containers;
  const { securityContext, resources, env = [], command, volumeMounts = [] } = template;
  const memory = parseQuantity(resources.limits.memory);
  const tmpfs = (volumeMounts as { name: string; mountPath: string }[]).map(({ name, mountPath }) => {
    const volume = (spec.volumes as { name: string; emptyDir: { sizeLimit: string } }[]).find(
      (one) => one.name === name,
    );
    return [mountPath, `rw,size=${parseQuantity(volume?.emptyDir.sizeLimit ?? '1Mi')},mode=1777`];
  });
  const aliases = (spec.hostAliases ?? []) as { ip: string; hostnames: string[] }[];
  return {
    Image: template.image,
    ...(command === undefined ? {} : { Entrypoint: command }),
    Env: (env as { name: string; value: string }[]).map(({ name, value }) => `${name}=${value.replaceAll('$$', '$')}`),
    ExposedPorts: Object.fromEntries(ports.map(({ port }) => [`${port}/tcp`, {}])),
    ...(address === undefined
      ? {}
      : { NetworkingConfig: { EndpointsConfig: { [network]: { IPAMConfig: { IPv4Address: address } } } } }),
    HostConfig: {
      NetworkMode: network,
      PortBindings: Object.fromEntries(
        ports.map(({ port, nodePort }) => [`${port}/tcp`, [{ HostIp: '127.0.0.1', HostPort: String(nodePort) }]]),
      ),
      Memory: memory,
      MemorySwap: memory,
      NanoCpus: parseQuantity(resources.limits.cpu) * 1e9,
      CapDrop: securityContext.capabilities?.drop,
      CapAdd: securityContext.capabilities?.add,
      SecurityOpt: securityContext.allowPrivilegeEscalation === false ? ['no-new-privileges'] : [],
      ReadonlyRootfs: securityContext.readOnlyRootFilesystem,
      Tmpfs: Object.fromEntries(tmpfs),
      ExtraHosts: aliases.flatMap(({ ip, hostnames }) => hostnames.map((name) => `${name}:${ip}`)),
      Dns: spec.dnsConfig?.nameservers,
      LogConfig: { Type: 'json-file', Config: {} },
    },
  };
}
