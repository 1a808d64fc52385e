import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawReply {
  status: number;
  head: string;
  body: string;
}

/** Text that arrives on a socket, taken from its beginning. */
class Arrivals {
  private text = '';
  private isOver = false;
  private wake = () => {};

  constructor(socket: Socket) {
    socket.on('data', (chunk: Buffer) => this.note(chunk.toString('latin1')));
    socket.on('error', () => {});
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.isOver = true;
        this.wake();
      });
    }
  }

  private note(text: string): void {
    this.text += text;
    this.wake();
  }

  /** null when the connection ends before. */
  async take(lengthOf: (text: string) => number): Promise<string | null> {
    for (;;) {
      const length = lengthOf(this.text);
      if (length >= 0 && length <= this.text.length) {
        const taken = this.text.slice(0, length);
        this.text = this.text.slice(length);
        return taken;
      }
      if (this.isOver) return null;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  async rest(): Promise<string> {
    while (!this.isOver) {
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
    return this.text;
  }
}

const through = (mark: string) => (text: string) => {
  const at = text.indexOf(mark);
  return at === -1 ? -1 : at + mark.length;
};

/** A client that believes what a reply says about its length, as a proxy with kept connections does. */
export interface RawClient {
  send(text: string): void;
  /** The next reply; null when the connection ends before it is whole. */
  read(method?: string): Promise<RawReply | null>;
  /** Whatever comes until the connection ends. */
  rest(): Promise<string>;
  close(): void;
}

export async function openRawClient(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const arrivals = new Arrivals(socket);

  async function readChunks(): Promise<string | null> {
    let body = '';
    for (;;) {
      const line = await arrivals.take(through('\r\n'));
      if (line === null) return null;
      const size = Number.parseInt(line, 16);
      const chunk = await arrivals.take(() => size + 2);
      if (chunk === null) return null;
      if (size === 0) return body;
      body += chunk.slice(0, size);
    }
  }

  async function readBody(head: string): Promise<string | null> {
    const length = /^content-length: *(\d+)\r$/im.exec(head)?.[1];
    if (length !== undefined) return arrivals.take(() => Number(length));
    return /^transfer-encoding: *chunked\r$/im.test(head) ? readChunks() : arrivals.rest();
  }

  return {
    send: (text) => void socket.write(text, 'latin1'),
    async read(method = 'GET') {
      const head = await arrivals.take(through('\r\n\r\n'));
      if (head === null) return null;
      const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]);
      const hasNoBody = method === 'HEAD' || status < 200 || status === 204 || status === 304;
      const body = hasNoBody ? '' : await readBody(head);
      return body === null ? null : { status, head, body };
    },
    rest: () => arrivals.rest(),
    close: () => void socket.destroy(),
  };
}
