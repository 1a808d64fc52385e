import type { RawData, WebSocket } from 'ws';
import type { Backlog, Backlogged } from './backlog';
import type { ResumePoint } from './cursor';
import type { ConnectionRequest } from './live.policy';
import type { LiveRoom } from './room';
import {
  closeErrorFrame,
  closeForReconnectFrame,
  findHandshakeError,
  handshakeErrorFrame,
  handshakeFrame,
  pingFrame,
  readClientMessage,
  reconnectFrame,
  refusalFrame,
  splitRecords,
} from './signalr';
import type { LiveStats } from './stats';

const handshakeMs = 15_000;
const pingMs = 15_000;
const silenceMs = 30_000;
// Without this option ws sends a Buffer as a binary message.
const asText = { binary: false };

/** Milliseconds, updated once per second for all connections. */
export interface CoarseClock {
  now: number;
}

/** Shared by all connections of a process. */
export interface ConnectionContext {
  readonly clock: CoarseClock;
  readonly backlog: Backlog;
  readonly stats: LiveStats;
  onHandshake(connection: LiveConnection): void;
  onClose(connection: LiveConnection): void;
}

/** One socket and its SignalR protocol state. */
export class LiveConnection implements Backlogged {
  readonly rooms = new Set<LiveRoom>();
  isClosed = false;
  checkedAt: number;
  /** Permission checks started; only the result of the last one applies. */
  checks = 0;
  /** Set after the connection joined its rooms. */
  isAdmitted = false;
  private handshake: 'awaited' | 'received' | 'answered' = 'awaited';
  private receivedAt: number;
  private sentAt: number;
  /** Messages up to this position were already sent, possibly by another process. */
  private seenAt = 0;

  constructor(
    private readonly socket: WebSocket,
    readonly asked: ConnectionRequest,
    readonly known: ResumePoint,
    private readonly context: ConnectionContext,
  ) {
    this.receivedAt = this.sentAt = this.checkedAt = context.clock.now;
    // Protocol and network errors of clients are not logged; ws closes the socket itself.
    socket.removeAllListeners('error');
    socket.on('error', () => {});
    socket.on('message', (data) => this.receive(data));
    socket.on('close', () => this.forget());
  }

  /** Answers the handshake; messages may follow. */
  acknowledge(): void {
    if (this.handshake !== 'received') return;
    this.handshake = 'answered';
    this.send(handshakeFrame);
  }

  /** Bytes buffered in this process. */
  get waitingBytes(): number {
    return this.socket.bufferedAmount;
  }

  /** Sends one frame that contains this many messages. */
  send(bytes: Buffer, messages = 1): void {
    const { backlog, clock, stats } = this.context;
    if (this.isClosed || !backlog.admits(this)) return;
    this.socket.send(bytes, asText);
    stats.framesSent += messages;
    this.sentAt = clock.now;
    backlog.note(this, this.socket.bufferedAmount);
  }

  /** Whether the message at this position was not sent yet. */
  lacks(at: number): boolean {
    return at > this.seenAt;
  }

  sendAfter(at: number, bytes: Buffer): void {
    if (this.lacks(at)) this.send(bytes);
  }

  /** Marks everything up to this position as sent. */
  skipTo(at: number): void {
    this.seenAt = at;
  }

  /** Closes without permission to reconnect, for connections that lack access. */
  refuse(): void {
    this.acknowledge();
    this.end(refusalFrame);
  }

  /** Closes with permission to reconnect. */
  closeForReconnect(): void {
    this.acknowledge();
    this.end(this.handshake === 'answered' ? closeForReconnectFrame : undefined);
  }

  /** Closes with a reconnect delay for clients with `live=1`. */
  closeForReconnectAfter(afterMs: number): void {
    if (this.asked.live && this.handshake === 'answered') this.send(reconnectFrame(afterMs));
    this.closeForReconnect();
  }

  /** Resolves when the socket is closed. */
  whenClosed(): Promise<void> {
    if (this.socket.readyState === this.socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Terminates the socket without a close frame. */
  drop(): void {
    this.forget();
    this.socket.terminate();
  }

  /** Runs once per second: sends keepalive pings and enforces the handshake and silence timeouts. */
  tick(): void {
    const { now } = this.context.clock;
    if (this.handshake === 'awaited') {
      if (now - this.receivedAt >= handshakeMs) this.end(handshakeErrorFrame('The handshake did not come in time.'));
    } else if (now - this.receivedAt >= silenceMs) {
      this.closeForReconnect();
    } else if (this.handshake === 'answered' && now - this.sentAt >= pingMs) {
      this.send(pingFrame);
    }
  }

  private receive(data: RawData): void {
    if (this.isClosed) return;
    const records = splitRecords(data.toString());
    if (!records) this.end(this.errorFrame('A message must end with a whole record.'));
    for (const record of records ?? []) {
      if (this.isClosed) return;
      if (this.handshake === 'awaited') this.receiveHandshake(record);
      else this.receiveRecord(record);
    }
  }

  private receiveHandshake(record: string): void {
    const error = findHandshakeError(record);
    if (error) {
      this.end(handshakeErrorFrame(error));
      return;
    }
    this.receivedAt = this.context.clock.now;
    this.handshake = 'received';
    this.context.onHandshake(this);
  }

  private receiveRecord(record: string): void {
    this.receivedAt = this.context.clock.now;
    const message = readClientMessage(record);
    if (message.kind === 'unreadable') this.end(closeErrorFrame('A record could not be read.'));
    else if (message.kind === 'close') this.end();
    else if (message.kind === 'answer') this.send(message.frame);
  }

  private errorFrame(error: string): Buffer {
    return this.handshake === 'awaited' ? handshakeErrorFrame(error) : closeErrorFrame(error);
  }

  private end(last?: Buffer): void {
    if (this.isClosed) return;
    if (last) this.send(last);
    this.forget();
    this.socket.close();
  }

  private forget(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.context.backlog.forget(this);
    this.context.onClose(this);
  }
}
