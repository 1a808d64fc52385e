import { existsSync } from 'node:fs';
import http from 'node:http';

const defaultSocket = '/var/run/docker.sock';

/**
 * null when plain HTTP cannot reach the engine (ssh, TLS).
 * @param {string | undefined} dockerHost in the form of DOCKER_HOST
 */
export function dockerTarget(dockerHost) {
  const address = dockerHost || `unix://${defaultSocket}`;
  if (address.startsWith('unix://')) {
    const socketPath = address.slice('unix://'.length);
    return existsSync(socketPath) ? { socketPath } : null;
  }
  if (!/^(tcp|http):\/\//.test(address)) return null;
  const { hostname, port } = new URL(address.replace(/^tcp:/, 'http:'));
  return { host: hostname, port: Number(port || 2375) };
}

/**
 * @param {string | undefined} dockerHost @param {string} method @param {string} path
 * @param {{ json?: unknown, body?: Buffer, timeoutMs?: number }} [options]
 * @returns {Promise<{ status: number, text: string }>} rejects when no engine answers
 */
export function callDocker(dockerHost, method, path, { json, body, timeoutMs = 10_000 } = {}) {
  const where = dockerTarget(dockerHost);
  if (where === null) return Promise.reject(new Error('There is no Docker socket.'));
  return new Promise((resolve, reject) => {
    const payload = json === undefined ? body : Buffer.from(JSON.stringify(json));
    const headers = payload
      ? {
          'content-type': json === undefined ? 'application/x-tar' : 'application/json',
          'content-length': payload.length,
        }
      : {};
    const request = http.request({ ...where, method, path, headers, timeout: timeoutMs }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    request.on('timeout', () => request.destroy(new Error('The Docker engine does not answer.')));
    request.on('error', reject);
    request.end(payload);
  });
}

/** @param {string | undefined} dockerHost */
export async function dockerAnswers(dockerHost) {
  const reply = await callDocker(dockerHost, 'GET', '/_ping', { timeoutMs: 2000 }).catch(() => null);
  return reply?.status === 200;
}
