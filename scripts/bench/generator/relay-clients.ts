import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { WebSocket } from 'ws';
import { block } from './relay-services';

const messageBytes = 64 * 1024;
const waitingBytesMax = 4 * 1024 * 1024;

export interface TransferPlan {
  url: string;
  bytes: number;
  direction: 'toClient' | 'toContainer';
  /** Also compares the SHA-256 of all bytes, which takes time of its own. */
  isChecked?: boolean;
}

async function open(url: string): Promise<WebSocket> {
  const client = new WebSocket(url, { perMessageDeflate: false, maxPayload: 16 * 1024 * 1024 });
  await once(client, 'open');
  return client;
}

export function hashOfBlocks(bytes: number): string {
  const hash = createHash('sha256');
  for (let left = bytes; left > 0; left -= block.length) hash.update(block.subarray(0, Math.min(left, block.length)));
  return hash.digest('hex');
}

function receive(client: WebSocket, bytes: number, isChecked: boolean): Promise<string | null> {
  const hash = isChecked ? createHash('sha256') : null;
  let received = 0;
  return new Promise((resolve, reject) => {
    client.on('close', (code) => reject(new Error(`A relay closed with ${code} after ${received} bytes.`)));
    client.on('message', (data: Buffer) => {
      received += data.length;
      hash?.update(data);
      if (received < bytes) return;
      if (received > bytes) reject(new Error(`${received} bytes were received, ${bytes} were sent.`));
      else resolve(hash?.digest('hex') ?? null);
    });
  });
}

async function sendAll(client: WebSocket, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= messageBytes) {
    const sent = new Promise((resolve) =>
      client.send(block.subarray(0, Math.min(left, messageBytes)), () => resolve(undefined)),
    );
    // Waits without turning the event loop, whose processor the relay may need.
    if (client.bufferedAmount > waitingBytesMax) await sent;
  }
}

/** Seconds that a transfer over one connection took. */
export async function transfer({ url, bytes, direction, isChecked = false }: TransferPlan): Promise<number> {
  const expected = isChecked ? hashOfBlocks(bytes) : null;
  const client = await open(url);
  const begin = performance.now();
  if (direction === 'toClient') {
    const received = receive(client, bytes, isChecked);
    client.send(`${bytes}\n`);
    const hash = await received;
    if (expected !== null && hash !== expected) throw new Error('The received bytes are not those that were sent.');
  } else {
    const done = once(client, 'message');
    client.send(`${bytes}\n`);
    await sendAll(client, bytes);
    await done;
  }
  const seconds = (performance.now() - begin) / 1000;
  client.removeAllListeners('close');
  client.terminate();
  return seconds;
}

export interface EchoPlan {
  /** null connects to the service itself. */
  url: string | null;
  port: number;
  rounds: number;
}

/** One small message after the other, there and back. */
export async function echo({ url, port, rounds }: EchoPlan): Promise<number[]> {
  const times: number[] = [];
  const message = Buffer.alloc(64, 'x');
  const measure = async (send: () => void, wait: () => Promise<unknown>) => {
    for (let round = -Math.ceil(rounds / 10); round < rounds; round += 1) {
      const answered = wait();
      const begin = performance.now();
      send();
      await answered;
      if (round >= 0) times.push(performance.now() - begin);
    }
  };
  if (url === null) {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    await once(socket, 'connect');
    await measure(
      () => socket.write(message),
      () => once(socket, 'data'),
    );
    socket.destroy();
  } else {
    const client = await open(url);
    await measure(
      () => client.send(message),
      () => once(client, 'message'),
    );
    client.terminate();
  }
  return times;
}

const openingAtOnce = 100;

export class RelayClients {
  private clients: WebSocket[] = [];

  /** Opens `count` connections, spread over the addresses; returns how many are open. */
  async open({ urls, count }: { urls: readonly string[]; count: number }): Promise<number> {
    for (let from = 0; from < count; from += openingAtOnce) {
      const batch = Array.from({ length: Math.min(openingAtOnce, count - from) }, (_, index) =>
        open(urls[(from + index) % urls.length] ?? ''),
      );
      this.clients.push(...(await Promise.all(batch)));
    }
    return this.clients.length;
  }

  /** Each connection sends a message of its own and has to get the same one; returns how many did. */
  async echoAll(): Promise<number> {
    const answers = this.clients.map(async (client, index) => {
      const answer = once(client, 'message');
      client.send(`connection ${index}`);
      const [data] = await answer;
      return String(data) === `connection ${index}`;
    });
    return (await Promise.all(answers)).filter(Boolean).length;
  }

  close(): void {
    for (const client of this.clients) client.terminate();
    this.clients = [];
  }
}
