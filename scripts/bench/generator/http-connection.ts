import net from 'node:net';

export interface HttpReply {
  status: number;
  bytes: number;
  text: string;
  /** From the Retry-After header of a 429 or 503. */
  retryAfterSeconds?: number | undefined;
}

/** What to keep of a reply; each costs a copy. */
export type Kept = 'nothing' | 'body' | 'headAndBody';

/** What makes a reply the work that was asked for; every other one fails the measurement. */
export interface Expected {
  /** 200 when absent. */
  statuses?: readonly number[] | undefined;
  /** In the head of every 200. */
  head?: string;
  kept?: Kept;
  /** Bytes that follow the request, whose headers say how many. */
  upload?: Uint8Array | undefined;
}

export class UnexpectedReply extends Error {
  constructor(
    request: string,
    /** 0 when the connection closed before the reply was complete. */
    readonly status: number,
    text = '',
  ) {
    const [method, path] = request.split(' ', 2);
    super(
      `${method} ${path} got ${status === 0 ? 'no reply' : `an unexpected ${status} ${text.slice(0, 500)}`}`.trim(),
    );
  }
}

const ok = [200] as const;

// Filled and counted synchronously, so all connections of a process can share it.
const buffer = Buffer.allocUnsafe(256 * 1024);
const broken: HttpReply = { status: 0, bytes: 0, text: '' };

/**
 * One keep-alive connection with one request at a time. Parsing more than the length of a reply would measure the
 * generator.
 */
export class HttpConnection {
  private socket: net.Socket | null = null;
  private settle: ((answer: HttpReply) => void) | null = null;
  private head = '';
  private status = 0;
  private bytes = 0;
  /** Bytes of the body still expected; -1 while the head is read, Infinity when the body ends with the connection. */
  private left = -1;
  private parts: string[] = [];
  private kept: Kept = 'nothing';

  constructor(private readonly port: number) {}

  async open(): Promise<void> {
    if (this.socket) return;
    await new Promise<void>((resolve, reject) => {
      const socket = net.connect({
        host: '127.0.0.1',
        port: this.port,
        noDelay: true,
        onread: {
          buffer,
          callback: (count) => {
            this.read(count);
            return true;
          },
        },
      });
      socket.once('connect', () => {
        this.socket = socket;
        resolve();
      });
      socket.on('error', reject);
      socket.on('close', () => this.breakOff(socket));
    });
  }

  /** Throws UnexpectedReply. */
  async send(
    request: string,
    { statuses = ok, head = '', kept = 'nothing', upload }: Expected = {},
  ): Promise<HttpReply> {
    const reply = await this.exchange(request, kept, upload);
    const isWork = statuses.includes(reply.status) && (reply.status !== 200 || this.head.includes(head));
    if (!isWork) throw new UnexpectedReply(request, reply.status, reply.text);
    return reply;
  }

  private async exchange(request: string, kept: Kept, upload?: Uint8Array): Promise<HttpReply> {
    if (!this.socket) {
      try {
        await this.open();
      } catch {
        return broken;
      }
    }
    return new Promise((resolve) => {
      this.settle = resolve;
      this.head = '';
      this.bytes = 0;
      this.left = -1;
      this.parts = [];
      this.kept = kept;
      this.socket?.write(request);
      if (upload) this.socket?.write(upload);
    });
  }

  close(): void {
    this.socket?.destroy();
    this.socket = null;
  }

  private read(count: number): void {
    this.bytes += count;
    let from = 0;
    if (this.left === -1) {
      const end = this.readHead(count);
      if (end === -1) return;
      from = end;
    }
    if (this.kept !== 'nothing' && count > from) this.parts.push(buffer.toString('latin1', from, count));
    if (this.left === Number.POSITIVE_INFINITY) {
      if (buffer.toString('latin1', Math.max(0, count - 5), count) === '0\r\n\r\n') this.finish();
      return;
    }
    this.left -= count - from;
    if (this.left <= 0) this.finish();
  }

  /** Returns the offset of the body in the buffer; -1 while the head is incomplete. */
  private readHead(count: number): number {
    const text = buffer.toString('latin1', 0, Math.min(count, 8192));
    const before = this.head.length;
    this.head += text;
    const end = this.head.indexOf('\r\n\r\n');
    if (end === -1) return -1;
    this.status = Number(this.head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(this.head.slice(0, end + 2))?.[1];
    const isEmpty = this.status === 304 || this.status === 204;
    this.left = isEmpty ? 0 : length === undefined ? Number.POSITIVE_INFINITY : Number(length);
    return end + 4 - before;
  }

  private finish(): void {
    const { settle, status, bytes } = this;
    this.settle = null;
    const later = status === 429 || status === 503 ? /\r\nretry-after: *(\d+)/i.exec(this.head)?.[1] : undefined;
    const retryAfterSeconds = later === undefined ? undefined : Number(later);
    // After `Connection: close` the next request would go into a socket that is being closed.
    if (this.head.includes('onnection: close')) this.close();
    if (this.kept === 'headAndBody') this.parts.unshift(this.head.slice(0, this.head.indexOf('\r\n\r\n') + 4));
    settle?.({ status, bytes, text: this.parts.join(''), retryAfterSeconds });
  }

  private breakOff(socket: net.Socket): void {
    if (this.socket !== socket) return;
    this.socket = null;
    const { settle } = this;
    this.settle = null;
    settle?.(broken);
  }
}
