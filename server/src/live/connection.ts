import type { RawData, WebSocket } from 'ws';
import type { Backlog, Backlogged } from './backlog';
import type { Cursor } from './cursor';
import type { Asked } from './live.policy';
import type { LiveRoom } from './room';
import {
  closeErrorFrame,
  comeBackAfterFrame,
  comeBackFrame,
  findHandshakeError,
  handshakeErrorFrame,
  handshakeFrame,
  pingFrame,
  readClientMessage,
  refusalFrame,
  splitRecords,
} from './signalr';
import type { LiveStats } from './stats';

const handshakeMs = 15_000;
const pingMs = 15_000;
const silenceMs = 30_000;
// Records are JSON text; without this a Buffer would leave as a binary message.
const asText = { binary: false };

/** Milliseconds, brought up to date once a second for all connections together. */
export interface Pulse {
  now: number;
}

/** What all connections of a process have in common. */
export interface Surroundings {
  readonly pulse: Pulse;
  readonly backlog: Backlog;
  readonly stats: LiveStats;
  onHandshake(connection: LiveConnection): void;
  onClose(connection: LiveConnection): void;
}

/** One socket and the protocol spoken on it; knows nothing of what it is sent. */
export class LiveConnection implements Backlogged {
  readonly rooms = new Set<LiveRoom>();
  isClosed = false;
  checkedAt: number;
  /** Checks of rights begun; only the last one counts. */
  checks = 0;
  /** Set once the connection is in its rooms. */
  isAdmitted = false;
  private handshake: 'awaited' | 'received' | 'answered' = 'awaited';
  private heardAt: number;
  private sentAt: number;
  /** What other processes have sent already. */
  private seenAt = 0;

  constructor(
    private readonly socket: WebSocket,
    readonly asked: Asked,
    readonly cursor: Cursor | 'unreadable' | undefined,
    private readonly around: Surroundings,
  ) {
    this.heardAt = this.sentAt = this.checkedAt = around.pulse.now;
    // A client that breaks the protocol or its line is no error of ours, so it is not logged as one; ws closes by itself.
    socket.removeAllListeners('error');
    socket.on('error', () => {});
    socket.on('message', (data) => this.receive(data));
    socket.on('close', () => this.forget());
  }

  /** Answers the handshake; from then on messages may follow. */
  acknowledge(): void {
    if (this.handshake !== 'received') return;
    this.handshake = 'answered';
    this.send(handshakeFrame);
  }

  /** Bytes that were sent and that the system has not taken yet. */
  get waitingBytes(): number {
    return this.socket.bufferedAmount;
  }

  /** Sends one message, or so many in one piece. */
  send(bytes: Buffer, messages = 1): void {
    const { backlog, pulse, stats } = this.around;
    if (this.isClosed || !backlog.admits(this)) return;
    this.socket.send(bytes, asText);
    stats.framesSent += messages;
    this.sentAt = pulse.now;
    backlog.note(this, this.socket.bufferedAmount);
  }

  /** Whether it was not sent what stands at this position. */
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

  /** Ends the connection as one that may not be: the stock client stays away. */
  refuse(): void {
    this.acknowledge();
    this.end(refusalFrame);
  }

  /** Ends the connection for a reason of ours: the client is asked to come back. */
  sendAway(): void {
    this.acknowledge();
    this.end(this.handshake === 'answered' ? comeBackFrame : undefined);
  }

  /** Ends the connection and names the moment to come back at; to a client of the wire format, that it may. */
  sendAwayFor(afterMs: number): void {
    if (this.asked.live && this.handshake === 'answered') this.send(comeBackAfterFrame(afterMs));
    this.sendAway();
  }

  /** Resolves when the socket is closed on both sides. */
  whenGone(): Promise<void> {
    if (this.socket.readyState === this.socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => this.socket.once('close', () => resolve()));
  }

  /** Cuts the line without another word. */
  drop(): void {
    this.forget();
    this.socket.terminate();
  }

  /** Once a second: pings after silence of ours, closes after silence of theirs. */
  tick(): void {
    const { now } = this.around.pulse;
    if (this.handshake === 'awaited') {
      if (now - this.heardAt >= handshakeMs) this.end(handshakeErrorFrame('The handshake did not come in time.'));
    } else if (now - this.heardAt >= silenceMs) {
      this.sendAway();
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
    this.heardAt = this.around.pulse.now;
    this.handshake = 'received';
    this.around.onHandshake(this);
  }

  private receiveRecord(record: string): void {
    this.heardAt = this.around.pulse.now;
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
    this.around.backlog.forget(this);
    this.around.onClose(this);
  }
}
