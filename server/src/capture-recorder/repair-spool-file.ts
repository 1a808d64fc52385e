import { createReadStream } from 'node:fs';
import { truncate } from 'node:fs/promises';
import { CaptureFormatError, isOpening, PacketParser } from '@vexil/runtime/pcap/parser.rules';
import { clientsMax } from './recorded-connection';

export interface InspectedFile {
  /** Up to the last whole packet. */
  bytes: number;
  connections: number;
  clients: string[];
  /** null for a file without packets. */
  startedAt: Date | null;
}

function textOf(address: Buffer): string {
  if (address.length === 4) return address.join('.');
  const groups = address.toString('hex').match(/.{4}/g) ?? [];
  // The parser of addresses leaves out zeros as usual.
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}

/** Reads a file that a killed process left and cuts off what it wrote of the last packet. */
export async function repairSpoolFile(path: string): Promise<InspectedFile> {
  const parser = new PacketParser();
  const clients = new Set<string>();
  let connections = 0;
  let startedAt: Date | null = null;
  try {
    for await (const chunk of createReadStream(path)) {
      for (const packet of parser.push(chunk as Buffer)) {
        startedAt ??= new Date(packet.timeUs / 1000);
        if (!isOpening(packet)) continue;
        connections += 1;
        if (clients.size < clientsMax) clients.add(textOf(packet.source.address));
      }
    }
  } catch (error) {
    if (!(error instanceof CaptureFormatError)) throw error;
  }
  await truncate(path, parser.wholeBytes);
  return { bytes: parser.wholeBytes, connections, clients: [...clients], startedAt };
}
