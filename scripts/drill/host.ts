// Hosts as network namespaces of this machine, each with one cable to it.

import { spawnSync } from 'node:child_process';
import { Failure } from '../lib/failure.mjs';
import type { Lifecycle } from '../lib/lifecycle.mjs';
import { freePort } from '../lib/ports.mjs';
import type { Deployment, StartOptions } from './deployment';
import { forward, forwardUrl } from './forward';

function ip(...words: string[]): void {
  const { status, stderr } = spawnSync('ip', words, { encoding: 'utf8' });
  if (status !== 0) throw new Failure(`ip ${words.join(' ')} failed, which takes root and iproute2.\n${stderr}`);
}

export interface Host {
  name: string;
  /** Its own address, and that of this machine in its network. */
  address: string;
  gateway: string;
}

/** A network namespace with one cable to this one, in the range for measurements, which no firewall rule of ours knows. */
export function plugIn(lifecycle: Lifecycle, index: number): Host {
  const name = `vexil-${process.pid}-${index}`;
  const link = `vx${process.pid % 100_000}-${index}`;
  const [address, gateway] = [`198.18.${index}.2`, `198.18.${index}.1`];
  ip('netns', 'add', name);
  lifecycle.onStop(async () => void spawnSync('ip', ['netns', 'del', name]));
  ip('link', 'add', link, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('address', 'add', `${gateway}/24`, 'dev', link);
  ip('link', 'set', link, 'up');
  ip('-n', name, 'address', 'add', `${address}/24`, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  return { name, address, gateway };
}

/** Cuts a host off, or joins it again. On the host's side, so that the route stays and packets to it are lost. */
export function setCable({ name }: Host, state: 'up' | 'down'): void {
  ip('-n', name, 'link', 'set', 'eth0', state);
}

/** What processes on the host start with: it reaches the stores through its cable only. */
export async function settingsOn(lifecycle: Lifecycle, deployment: Deployment, host: Host): Promise<StartOptions> {
  const move = (url: string) => forwardUrl(lifecycle, url, host.gateway);
  const environment = {
    DATABASE_URL: await move(deployment.databaseUrl),
    REDIS_URL: await move(deployment.redisUrl),
    HOST: host.address,
  };
  return { environment, prefix: ['ip', 'netns', 'exec', host.name] };
}

/** @returns a free port of this machine, whose connections go to the same port of the host */
export async function portOn(lifecycle: Lifecycle, host: Host): Promise<number> {
  const port = await freePort();
  await forward(lifecycle, { host: '127.0.0.1', port }, { host: host.address, port });
  return port;
}
