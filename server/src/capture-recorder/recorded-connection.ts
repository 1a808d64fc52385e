import type { Endpoint } from '@vexil/runtime/pcap/address.rules';
import { ConnectionWriter } from '@vexil/runtime/pcap/connection.rules';
import type { Side } from '@vexil/runtime/pcap/segment.rules';
import type { RelayEnd } from './relay-tap';

/** Addresses that a file's row names, the first ones. */
export const clientsMax = 32;
const firstPort = 10_001;
const portCount = 55_000;

/** A port of its own for each connection of a recording, so that tools keep them apart; `number` counts from 1. */
export const clientPortOf = (number: number): number => firstPort + (number % portCount);

/** One relayed connection over all files of its recording. */
export class RecordedConnection {
  private writer: ConnectionWriter;
  private readonly relayed: Record<Side, number> = { client: 0, container: 0 };

  constructor(
    readonly ends: { client: Endpoint; container: Endpoint },
    private readonly description: string,
  ) {
    this.writer = new ConnectionWriter(ends.client, ends.container);
  }

  open(timeUs: number): Buffer {
    return this.writer.open(timeUs, this.description);
  }

  /** Begins anew in another file. */
  reopen(timeUs: number): Buffer {
    const { client, container } = this.relayed;
    this.writer = new ConnectionWriter(this.ends.client, this.ends.container);
    const before = `${client} bytes from the client and ${container} bytes from the container`;
    return this.writer.open(timeUs, `${this.description}\nThe connection goes on; before this file: ${before}`);
  }

  data(from: Side, chunk: Uint8Array, timeUs: number): Buffer {
    this.relayed[from] += chunk.length;
    return this.writer.data(from, chunk, timeUs);
  }

  skip(from: Side, bytes: number): void {
    this.relayed[from] += bytes;
    this.writer.skip(from, bytes);
  }

  end(reason: RelayEnd, timeUs: number): Buffer {
    const [first, second]: Side[] = reason === 'container' ? ['container', 'client'] : ['client', 'container'];
    const comment = reason === 'client' || reason === 'container' ? undefined : `Ended by the platform: ${reason}`;
    return Buffer.concat([this.writer.end(first as Side, timeUs, comment), this.writer.end(second as Side, timeUs)]);
  }
}
