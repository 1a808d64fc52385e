import type { Socket } from 'node:net';

export interface ClientAddress {
  address: string;
  port: number;
}

/** The longest first line of version 1 of the PROXY protocol. */
const lineBytesMax = 107;
const prefix = 'PROXY ';
const form = /^PROXY (?:TCP4|TCP6) ([0-9a-fA-F.:]{2,45}) [0-9a-fA-F.:]{2,45} (\d{1,5}) \d{1,5}$/;

/**
 * The client that a TCP proxy names in its first line, which is taken off the socket; null when it names none. TLS begins
 * with another byte, so both cannot be mixed up. Rejects when the line is malformed or the socket closes.
 */
export function readProxyLine(socket: Socket): Promise<ClientAddress | null> {
  return new Promise((resolve, reject) => {
    let head = Buffer.alloc(0);
    const settle = (act: () => void) => {
      socket.off('data', onData);
      socket.off('close', onClose);
      socket.pause();
      act();
    };
    const giveBack = (from: number) => {
      if (head.length > from) socket.unshift(head.subarray(from));
    };
    const onClose = () => settle(() => reject(new Error('The connection closed.')));
    const onData = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk]);
      const begin = head.subarray(0, prefix.length).toString('latin1');
      if (!prefix.startsWith(begin)) {
        settle(() => {
          giveBack(0);
          resolve(null);
        });
        return;
      }
      const end = head.indexOf('\r\n');
      if (end === -1 && head.length < lineBytesMax) return;
      const [, address, port] = form.exec(head.subarray(0, Math.max(0, end)).toString('latin1')) ?? [];
      settle(() => {
        if (address === undefined) {
          reject(new Error('The line of the PROXY protocol is malformed.'));
          return;
        }
        giveBack(end + 2);
        resolve({ address, port: Number(port) });
      });
    };
    socket.on('data', onData);
    socket.once('close', onClose);
  });
}
