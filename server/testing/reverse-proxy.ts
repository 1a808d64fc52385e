import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@vexil/db/testing/free-port';
import { type Certificate, makeCertificate } from './certificate';

const examples = fileURLToPath(new URL('../../docker/proxies/', import.meta.url));
export const siteName = 'ctf.example.org';
export const instanceDomain = 'play-ctf.net';

export interface ReverseProxy {
  httpPort: number;
  httpsPort: number;
  /** For instances with TLS; only HAProxy listens there. */
  tlsPort: number;
  stop(): Promise<void>;
}

interface Place extends Certificate {
  directory: string;
  httpPort: number;
  httpsPort: number;
  tlsPort: number;
}

interface ServerPorts {
  port: number;
  tlsPort: number;
}

interface Program {
  /** Of Debian, with the program's own name. */
  package: string;
  example: string;
  /** What the example needs to run without root, on these ports, with this certificate. */
  adapt(config: string, place: Place): string;
  args(config: string, place: Place): string[];
}

export const programs: Record<'caddy' | 'nginx' | 'haproxy', Program> = {
  caddy: {
    package: 'caddy',
    example: 'Caddyfile',
    adapt: (config, { httpPort, httpsPort, certificate, key }) =>
      `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n${config.replaceAll(
        /^[^\s(]+ \{$/gm,
        (site) => `${site}\n\ttls ${certificate} ${key}`,
      )}`,
    args: (config) => ['run', '--adapter', 'caddyfile', '--config', config],
  },
  nginx: {
    package: 'nginx-light',
    example: 'nginx.conf',
    adapt: (config, { directory, httpPort, httpsPort, certificate, key }) =>
      [
        `daemon off;\npid ${directory}/nginx.pid;\nerror_log stderr warn;\nevents {}`,
        `http {\naccess_log off;`,
        ...['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
          (name) => `${name}_temp_path ${directory}/${name};`,
        ),
        config
          .replaceAll('listen 80;', `listen ${httpPort};`)
          .replaceAll('listen 443 ', `listen ${httpsPort} `)
          .replaceAll(/\/etc\/ssl\/[\w.-]+\/fullchain\.pem/g, certificate)
          .replaceAll(/\/etc\/ssl\/[\w.-]+\/privkey\.pem/g, key),
        '}',
      ].join('\n'),
    args: (config, { directory }) => ['-c', config, '-p', directory],
  },
  haproxy: {
    package: 'haproxy',
    example: 'haproxy.cfg',
    adapt: (config, { httpPort, httpsPort, tlsPort, combined }) =>
      config
        .replace('bind :80\n', `bind :${httpPort}\n`)
        .replace('bind :443 ', `bind :${httpsPort} `)
        .replace('bind :8443\n', `bind :${tlsPort}\n`)
        .replaceAll(/\/etc\/ssl\/[\w.-]+\/combined\.pem/g, combined),
    args: (config) => ['-db', '-f', config],
  },
};

async function untilListening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The proxy ended with code ${child.exitCode}.\n${output()}`);
    const socket = net.connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Runs the example of `docker/proxies` in front of servers on 127.0.0.1. Only addresses and files of the example change.
 * @param servers with their ports for HTTP and for instances with TLS
 */
export async function startReverseProxy(
  name: keyof typeof programs,
  directory: string,
  servers: readonly [ServerPorts, ServerPorts],
): Promise<ReverseProxy> {
  const program = programs[name];
  await mkdir(directory, { recursive: true });
  const [httpPort, httpsPort, tlsPort] = [await freePort(), await freePort(), await freePort()];
  const certificate = makeCertificate(directory, [siteName, `*.${instanceDomain}`]);
  const place = { directory, httpPort, httpsPort, tlsPort, ...certificate };
  const example = await readFile(join(examples, program.example), 'utf8');
  const config = join(directory, program.example);
  const withServers = servers.reduce(
    (text, { port, tlsPort: own }, index) =>
      text
        .replaceAll(`10.0.0.1${index + 1}:8080`, `127.0.0.1:${port}`)
        .replaceAll(`10.0.0.1${index + 1}:8443`, `127.0.0.1:${own}`),
    example,
  );
  await writeFile(config, program.adapt(withServers, place));
  const child = spawn(name, program.args(config, place), {
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, HOME: directory, XDG_DATA_HOME: directory },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => lines.push(text));
  const exited = once(child, 'exit');
  await untilListening(httpsPort, child, () => lines.join(''));
  return {
    httpPort,
    httpsPort,
    tlsPort,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
