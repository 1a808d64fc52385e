import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../lib/failure.mjs';
import { findProgram } from '../lib/find-program.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { isReady } from '../lib/processes.mjs';

interface Backend {
  host: string;
  port: number;
}

/** As the example in docker/proxies, without TLS, and quicker to notice. */
const configOf = (port: number, backends: readonly Backend[]): string => `global
	log stdout format raw daemon err
defaults
	mode http
	timeout http-request 15s
	timeout connect 2s
	timeout client 60s
	timeout server 60s
	timeout tunnel 1h
frontend http
	bind 127.0.0.1:${port}
	http-request set-header X-Forwarded-For %[src]
	default_backend vexil
backend vexil
	balance leastconn
	option httpchk GET /readyz?exclude=redis
	http-check expect status 200
	timeout check 5s
	default-server check inter 500ms fall 1 rise 1
	option redispatch 1
	retries 3
	retry-on conn-failure empty-response
${backends.map((one, at) => `\tserver server${at} ${one.host}:${one.port}`).join('\n')}
`;

interface BalancerOptions {
  directory: string;
  port: number;
  backends: readonly Backend[];
}

/** HAProxy in front of servers. Resolves when it answers. */
export async function startBalancer(
  lifecycle: Lifecycle,
  { directory, port, backends }: BalancerOptions,
): Promise<string> {
  const haproxy = findProgram('haproxy');
  if (haproxy === null) throw new Failure('This drill needs haproxy: apt-get install haproxy.');
  const config = path.join(directory, 'haproxy.cfg');
  writeFileSync(config, configOf(port, backends));
  const child = spawn(haproxy, ['-db', '-f', config], { stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  lifecycle.onStop(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  const url = `http://127.0.0.1:${port}`;
  for (const until = Date.now() + 30_000; Date.now() < until; await sleep(100)) {
    if (await isReady(url)) return url;
  }
  throw new Failure('The balancer found no server that is ready.');
}
