import { once } from 'node:events';
import { connect } from 'node:tls';
import { within } from '@vexil/runtime/within';

const timeoutMs = 5000;
const dayMs = 24 * 3_600_000;

/** What the server at an address shows; its validity is not judged here. */
export async function readCertificate(url: URL): Promise<{ daysLeft: number }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({ host, port: Number(url.port || 443), servername: host, rejectUnauthorized: false });
  try {
    await within(timeoutMs, once(socket, 'secureConnect'));
    return { daysLeft: Math.floor((Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / dayMs) };
  } finally {
    socket.on('error', () => undefined).destroy();
  }
}
