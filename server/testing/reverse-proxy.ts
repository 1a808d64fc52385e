import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '@vexil/db/testing/free-port';

const examples = fileURLToPath(new URL('../../docker/proxies/', import.meta.url));
export const siteName = 'ctf.example.org';

export interface ReverseProxy {
  httpPort: number;
  httpsPort: number;
  stop(): Promise<void>;
}

interface Place {
  directory: string;
  httpPort: number;
  httpsPort: number;
  /** PEM files: the certificate, its key, and both in one. */
  certificate: string;
  key: string;
  combined: string;
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
      `{\n\tadmin off\n\thttp_port ${httpPort}\n\thttps_port ${httpsPort}\n}\n${config.replace(
        '{',
        `{\n\ttls ${certificate} ${key}`,
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
          .replace('listen 80;', `listen ${httpPort};`)
          .replace('listen 443 ', `listen ${httpsPort} `)
          .replace('/etc/ssl/ctf.example.org/fullchain.pem', certificate)
          .replace('/etc/ssl/ctf.example.org/privkey.pem', key),
        '}',
      ].join('\n'),
    args: (config, { directory }) => ['-c', config, '-p', directory],
  },
  haproxy: {
    package: 'haproxy',
    example: 'haproxy.cfg',
    adapt: (config, { httpPort, httpsPort, combined }) =>
      config
        .replace('bind :80\n', `bind :${httpPort}\n`)
        .replace('bind :443 ', `bind :${httpsPort} `)
        .replace('/etc/ssl/ctf.example.org/combined.pem', combined),
    args: (config) => ['-db', '-f', config],
  },
};

/** A certificate for `siteName`, signed by itself. */
async function makeCertificate(directory: string) {
  const [certificate, key, combined] = ['certificate.pem', 'key.pem', 'combined.pem'].map((name) =>
    join(directory, name),
  ) as [string, string, string];
  const name = ['-subj', `/CN=${siteName}`, '-addext', `subjectAltName=DNS:${siteName}`];
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-days',
      '2',
      ...name,
    ].concat(['-keyout', key, '-out', certificate]),
    { stdio: 'ignore' },
  );
  await writeFile(combined, `${await readFile(certificate, 'utf8')}${await readFile(key, 'utf8')}`);
  return { certificate, key, combined };
}

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
 * @param ports of two servers
 */
export async function startReverseProxy(
  name: keyof typeof programs,
  directory: string,
  ports: readonly [number, number],
): Promise<ReverseProxy> {
  const program = programs[name];
  await mkdir(directory, { recursive: true });
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const place = { directory, httpPort, httpsPort, ...(await makeCertificate(directory)) };
  const example = await readFile(join(examples, program.example), 'utf8');
  const config = join(directory, program.example);
  const withServers = example.replaceAll('10.0.0.11:8080', `127.0.0.1:${ports[0]}`);
  await writeFile(config, program.adapt(withServers.replaceAll('10.0.0.12:8080', `127.0.0.1:${ports[1]}`), place));
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
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
