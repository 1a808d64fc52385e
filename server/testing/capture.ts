import { PacketParser } from '@vexil/runtime/pcap/parser.rules';
import type { Side } from '@vexil/runtime/pcap/segment.rules';
import { StreamFollower } from '@vexil/runtime/pcap/streams.rules';

export interface ReadStream {
  clientPort: number;
  client: Buffer;
  container: Buffer;
  gaps: number;
}

/** The streams of a capture that is not compressed. */
export function readStreams(file: Buffer): ReadStream[] {
  const follower = new StreamFollower();
  const streams: Record<Side, Buffer[]>[] = [];
  const found: ReadStream[] = [];
  for (const packet of new PacketParser().push(file)) {
    const piece = follower.follow(packet);
    if (!piece) continue;
    streams[piece.stream] ??= { client: [], container: [] };
    streams[piece.stream]?.[piece.from].push(packet.payload);
    const { clientPort } = piece;
    found[piece.stream] ??= { clientPort, client: Buffer.alloc(0), container: Buffer.alloc(0), gaps: 0 };
    const known = found[piece.stream];
    if (known && piece.isAfterGap) known.gaps += 1;
  }
  return found.map((stream, index) => ({
    ...stream,
    client: Buffer.concat(streams[index]?.client ?? []),
    container: Buffer.concat(streams[index]?.container ?? []),
  }));
}
