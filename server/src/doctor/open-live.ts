import { WebSocket } from 'ws';

const separator = '\u001e';

/** Resolves when a live connection through this address was open and had its handshake. */
export function openLive(origin: string, timeoutMs: number): Promise<void> {
  const url = `${origin.replace(/^http/, 'ws')}/hub/user`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { handshakeTimeout: timeoutMs, origin });
    const timer = setTimeout(() => finish(new Error('no handshake in time')), timeoutMs);
    function finish(error?: Error): void {
      clearTimeout(timer);
      socket.on('error', () => undefined);
      socket.terminate();
      if (error) reject(error);
      else resolve();
    }
    socket.once('open', () => socket.send(`{"protocol":"json","version":1}${separator}`));
    socket.once('message', (data) => {
      const text = String(data);
      finish(text.startsWith('{}') ? undefined : new Error('another service answered'));
    });
    socket.once('error', finish);
    socket.once('close', (code) => finish(new Error(`closed with ${code}`)));
  });
}
