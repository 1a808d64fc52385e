import net from 'node:net';
import { Failure } from './failure.mjs';

/**
 * Listens and closes again.
 * @param {number} port 0 for any @param {string} host
 * @returns {Promise<number>} the port; rejects with the error of the system
 */
function tryPort(port, host) {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : port));
    });
  });
}

// Below the ephemeral range, so that the port stays free until the program listens on it.
const lowest = 20_000;
const highest = 30_000;
const triesMax = 50;

export async function freePort() {
  for (let attempt = 0; attempt < triesMax; attempt += 1) {
    const port = lowest + Math.floor(Math.random() * (highest - lowest));
    const found = await tryPort(port, '127.0.0.1').catch(() => null);
    if (found !== null) return found;
  }
  return tryPort(0, '127.0.0.1');
}

/**
 * @param {number} port 0 takes any @param {string} host @returns {Promise<number>} the port
 * @throws {Failure} when nothing can listen there
 */
export async function requirePort(port, host, variable = 'PORT') {
  try {
    return await tryPort(port, host);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Failure(
        `Port ${port} is taken by another program. Choose a free one, such as ${variable}=${port === 65_535 ? port - 1 : port + 1}.`,
      );
    }
    if (code === 'EACCES') {
      throw new Failure(`This user may not listen on port ${port}. Choose one above 1023, such as ${variable}=8080.`);
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new Failure(
        `HOST is ${host}, which is not an address of this machine. Leave it out to listen on all of them.`,
      );
    }
    throw error;
  }
}
