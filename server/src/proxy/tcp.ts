import { connect, isIP, type Socket } from 'node:net';
import { DomainError } from '@vexil/contract/errors';

const connectMs = 5000;
const unresolved = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL', 'EAI_NODATA', 'EAI_NONAME']);

/** Nothing has read from the connection yet. Throws `proxy.hostUnknown` or `proxy.unreachable`. */
export function connectTcp(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, keepAlive: true, allowHalfOpen: true });
    // A resolver that times out is reported like an unknown host.
    let isResolved = isIP(host) !== 0;
    socket.once('lookup', (error) => {
      isResolved = !error;
    });
    const timer = setTimeout(() => {
      const code = isResolved ? 'ETIMEDOUT' : 'EAI_AGAIN';
      socket.destroy(Object.assign(new Error('Connecting timed out.'), { code }));
    }, connectMs);
    const fail = (cause: NodeJS.ErrnoException) => {
      clearTimeout(timer);
      reject(new DomainError(unresolved.has(cause.code ?? '') ? 'proxy.hostUnknown' : 'proxy.unreachable', { cause }));
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      // An error before the relay adds its listeners must not end the process.
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
