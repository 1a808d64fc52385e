/** Another machine, as far as an engine can see: a Docker Engine in a network namespace of its own. Tests only. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { sh } from './internet';

export interface TestHost {
  /** Client of its socket. */
  docker: Docker;
  socket: string;
  /** From here, and this machine from there. */
  address: string;
  gateway: string;
  /** Runs a command inside. */
  exec(command: string): Promise<string>;
  /** Directory with ca.pem, cert.pem and key.pem for its TCP port 2376. */
  certPath: string;
  /** The same of another authority. */
  foreignCertificates(): Promise<string>;
  directory: string;
  stop(): Promise<void>;
}

/** Numbers of hosts in use at once must differ; each is a /30 of 203.0.113.0/24. */
export async function startTestHost(
  number: number,
  options: { settings?: object; environment?: Record<string, string> } = {},
): Promise<TestHost> {
  const directory = await mkdtemp(join(tmpdir(), 'vexil-host-'));
  const name = `vxh${number}`;
  const [gateway, address] = [`203.0.113.${4 * number + 1}`, `203.0.113.${4 * number + 2}`];
  await removeNamespace(name);
  await sh(
    [
      'set -e',
      `ip netns add ${name}`,
      `ip link add ${name}h type veth peer name ${name}n netns ${name}`,
      `ip addr add ${gateway}/30 dev ${name}h`,
      `ip link set ${name}h up`,
      `ip -n ${name} link set lo up`,
      `ip -n ${name} addr add ${address}/30 dev ${name}n`,
      `ip -n ${name} link set ${name}n up`,
      `ip -n ${name} route add default via ${gateway}`,
    ].join('\n'),
  );
  const certPath = join(directory, 'certificates');
  await makeCertificates(certPath, address);
  const dockerd = await startDockerd({
    directory,
    name,
    address,
    certPath,
    settings: options.settings ?? {},
    environment: options.environment ?? {},
  });
  const socket = join(directory, 'docker.sock');
  return {
    docker: new Docker({ socketPath: socket }),
    socket,
    address,
    gateway,
    certPath,
    foreignCertificates: async () => {
      const foreign = join(directory, 'foreign');
      await makeCertificates(foreign, address);
      return foreign;
    },
    directory,
    exec: async (command) => (await sh(`ip netns exec ${name} sh -c '${command.replaceAll("'", `'\\''`)}'`)).stdout,
    stop: async () => {
      await end(dockerd);
      await sh(`umount -l ${directory}/exec/netns/* 2>/dev/null; umount -l ${directory}/data/* 2>/dev/null; true`);
      await removeNamespace(name);
      await rm(directory, { recursive: true, force: true });
    },
  };
}

async function startDockerd(options: {
  directory: string;
  name: string;
  address: string;
  certPath: string;
  settings: object;
  environment: Record<string, string>;
}): Promise<ChildProcess> {
  const { directory, name, address, certPath, settings, environment } = options;
  const config = join(directory, 'daemon.json');
  const defaults = {
    hosts: [`unix://${directory}/docker.sock`, `tcp://${address}:2376`],
    tlsverify: true,
    tlscacert: join(certPath, 'ca.pem'),
    tlscert: join(certPath, 'server.pem'),
    tlskey: join(certPath, 'server-key.pem'),
    'data-root': join(directory, 'data'),
    'exec-root': join(directory, 'exec'),
    pidfile: join(directory, 'docker.pid'),
    'shutdown-timeout': 5,
    'log-level': 'warn',
  };
  await writeFile(config, JSON.stringify({ ...defaults, ...settings }));
  const child = spawn('nsenter', [`--net=/run/netns/${name}`, 'dockerd', `--config-file=${config}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...environment, PATH: `${process.env.PATH}:/usr/sbin:/sbin` },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => (log = `${log}${chunk}`.slice(-4_000)));
  const docker = new Docker({ socketPath: join(directory, 'docker.sock') });
  for (const until = Date.now() + 60_000; ; ) {
    if (
      await docker.ping().then(
        () => true,
        () => false,
      )
    )
      return child;
    if (child.exitCode !== null || Date.now() > until)
      throw new Error(`The Docker Engine of ${name} does not answer: ${log}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

async function makeCertificates(directory: string, address: string): Promise<void> {
  const sign = (name: string, subject: string, extensions: string) => [
    `openssl req -newkey rsa:2048 -nodes -keyout ${name}-key.pem -out ${name}.csr -subj /CN=${subject} 2>/dev/null`,
    `printf '${extensions}' >${name}.ext`,
    `openssl x509 -req -in ${name}.csr -CA ca.pem -CAkey ca-key.pem -CAcreateserial -days 2 -extfile ${name}.ext -out ${name}.pem 2>/dev/null`,
  ];
  await sh(
    [
      'set -e',
      `mkdir -p ${directory} && cd ${directory}`,
      'openssl req -x509 -newkey rsa:2048 -nodes -keyout ca-key.pem -out ca.pem -days 2 -subj /CN=test-ca 2>/dev/null',
      ...sign('server', 'engine', `subjectAltName=IP:${address}\\nextendedKeyUsage=serverAuth\\n`),
      ...sign('client', 'worker', 'extendedKeyUsage=clientAuth\\n'),
      'cp client.pem cert.pem && cp client-key.pem key.pem',
    ].join('\n'),
  );
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  await ended;
  clearTimeout(timer);
}

async function removeNamespace(name: string): Promise<void> {
  await sh(
    `ip netns pids ${name} 2>/dev/null | xargs -r kill -9; ip netns del ${name} 2>/dev/null; ip link del ${name}h 2>/dev/null; true`,
  );
}
