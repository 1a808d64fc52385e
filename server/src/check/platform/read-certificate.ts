import { connect } from 'node:tls';

const timeoutMs = 5000;
const dayMs = 24 * 3_600_000;

/** What the server at an address shows; its validity is not judged here. */
export function readCertificate(url: URL): Promise<{ daysLeft: number }> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port: Number(url.port || 443), servername: host, rejectUnauthorized: false });
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error('no TLS handshake in time')));
    socket.once('error', reject);
    socket.once('secureConnect', () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to);
      resolve({ daysLeft: Math.floor((endsAt - Date.now()) / dayMs) });
      socket.destroy();
    });
  });
}
