import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { callDocker } from './docker-api.mjs';
import { Failure } from './failure.mjs';

const image = 'redis:7.4.5-alpine';
const timeoutMs = 30_000;

/** @param {number} port @param {string} password whether Redis takes the password there */
function answers(port, password) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1', timeout: 1000 });
    socket.on('connect', () => socket.write(`AUTH ${password}\r\nPING\r\n`));
    let reply = '';
    socket.on('data', (chunk) => {
      reply += chunk;
      if (reply.includes('+PONG')) socket.destroy();
    });
    socket.on('timeout', () => socket.destroy());
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(reply.includes('+PONG')));
  });
}

/**
 * @param {string | undefined} dockerHost @param {string} directory
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startRedisContainer(dockerHost, directory) {
  const call = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {{ json?: unknown, timeoutMs?: number, accept?: number[] }} */ { accept = [], ...options } = {},
  ) => {
    const reply = await callDocker(dockerHost, method, path, options);
    if (reply.status >= 400 && !accept.includes(reply.status)) {
      throw new Failure(`Redis could not be started in a container. Docker said: ${reply.text.trim()}`);
    }
    return reply;
  };
  // Derived from the directory, so that a container of a killed start is replaced.
  const name = `vexil-redis-${createHash('sha256').update(directory).digest('hex').slice(0, 12)}`;
  const password = randomBytes(24).toString('hex');
  mkdirSync(directory, { recursive: true });
  if ((await call('GET', `/images/${image}/json`, { accept: [404] })).status === 404) {
    const [repository, tag] = image.split(':');
    await call('POST', `/images/create?fromImage=${repository}&tag=${tag}`, { timeoutMs: 300_000 });
  }
  await call('DELETE', `/containers/${name}?force=true`, { accept: [404] });
  await call('POST', `/containers/create?name=${name}`, {
    json: {
      Image: image,
      Cmd: [
        'redis-server',
        '--requirepass',
        password,
        '--appendonly',
        'yes',
        '--save',
        '',
        '--maxmemory-policy',
        'noeviction',
      ],
      ExposedPorts: { '6379/tcp': {} },
      HostConfig: {
        Binds: [`${directory}:/data`],
        PortBindings: { '6379/tcp': [{ HostIp: '127.0.0.1', HostPort: '' }] },
        LogConfig: { Type: 'json-file', Config: { 'max-size': '10m', 'max-file': '2' } },
      },
    },
  });
  const stop = async () => {
    await call('POST', `/containers/${name}/stop?t=10`, { accept: [404], timeoutMs: 20_000 });
    await call('DELETE', `/containers/${name}?force=true`, { accept: [404] });
  };
  try {
    await call('POST', `/containers/${name}/start`);
    const { NetworkSettings } = JSON.parse((await call('GET', `/containers/${name}/json`)).text);
    const port = Number(NetworkSettings.Ports['6379/tcp'][0].HostPort);
    for (const until = Date.now() + timeoutMs; !(await answers(port, password)); await delay(100)) {
      if (Date.now() > until) throw new Failure('Redis was started in a container but does not answer.');
    }
    return { url: `redis://:${password}@127.0.0.1:${port}`, stop };
  } catch (error) {
    await stop().catch(() => undefined);
    throw error;
  }
}
