import { describe, expect, it } from 'vitest';
import { isOpening, type Packet } from './parser.rules';
import { tcpFlags } from './segment.rules';
import { StreamFollower } from './streams.rules';

const { syn, fin, ack, psh } = tcpFlags;
const end = (address: number, port: number) => ({ address: Buffer.from([10, 0, 0, address]), port });
const packet = (
  [source, destination]: [Packet['source'], Packet['source']],
  sequence: number,
  flags: number,
  payload = '',
): Packet => ({
  number: 1,
  timeUs: 1,
  source,
  destination,
  sequence,
  flags,
  payload: Buffer.from(payload),
});

const summary = (follower: StreamFollower, ...packets: Packet[]) =>
  packets.map((one) => {
    const piece = follower.follow(one);
    return (
      piece &&
      `${piece.stream} ${piece.from}:${piece.clientPort} ${piece.offset}${piece.isAfterGap ? ' gap' : ''}${piece.isLast ? ' last' : ''}`
    );
  });

describe('the connections of a file', () => {
  it('begin with a packet that opens and acknowledges nothing', () => {
    expect([syn, syn | ack, ack, psh | ack, fin | ack].map((flags) => isOpening({ flags }))).toEqual([
      true,
      ...[false, false, false, false],
    ]);
  });

  it('are separate by address and by port, in both directions', () => {
    const server = end(9, 80);
    const clients = [end(1, 5000), end(1, 5001), end(2, 5000)];
    const follower = new StreamFollower();
    const opened = clients.map((client) => packet([client, server], 0, syn));
    const sent = clients.map((client) => packet([client, server], 1, psh | ack, 'abc'));
    const replied = clients.map((client) => packet([server, client], 1, psh | ack, 'de'));
    expect(summary(follower, ...opened)).toEqual([null, null, null]);
    expect(summary(follower, ...sent)).toEqual(['0 client:5000 0', '1 client:5001 0', '2 client:5000 0']);
    expect(summary(follower, ...replied)).toEqual(['0 container:5000 0', '1 container:5001 0', '2 container:5000 0']);
  });

  it('have two sides also where both have the same port or the same address', () => {
    for (const [client, server] of [
      [end(1, 80), end(2, 80)],
      [end(1, 81), end(1, 80)],
    ] as const) {
      const follower = new StreamFollower();
      const flow = (from: typeof client, to: typeof client): [typeof client, typeof client] => [from, to];
      expect(
        summary(
          follower,
          packet(flow(client, server), 0, syn),
          packet(flow(server, client), 1, ack, 'a'),
          packet(flow(client, server), 1, ack, 'b'),
        ),
      ).toEqual([null, `0 container:${client.port} 0`, `0 client:${client.port} 0`]);
    }
  });

  it('begin again where the same ports open again', () => {
    const [client, server] = [end(1, 5000), end(9, 80)];
    const follower = new StreamFollower();
    summary(follower, packet([client, server], 0, syn), packet([client, server], 1, ack, 'abc'));
    expect(
      summary(
        follower,
        packet([client, server], 900, syn),
        packet([client, server], 901, ack, 'x'),
        packet([server, client], 1, ack, 'y'),
      ),
    ).toEqual([null, '1 client:5000 0', '1 container:5000 0']);
  });

  it('count from the sequence number that opened, over its whole range', () => {
    const [client, server] = [end(1, 5000), end(9, 80)];
    const follower = new StreamFollower();
    const last = 2 ** 32 - 1;
    expect(
      summary(
        follower,
        packet([client, server], last, syn),
        packet([client, server], 0, ack, 'abc'),
        packet([client, server], 3, ack, 'de'),
        packet([client, server], 9, ack, 'f'),
        packet([client, server], 10, fin | ack),
      ),
    ).toEqual([null, '0 client:5000 0', '0 client:5000 3', '0 client:5000 9 gap', '0 client:5000 10 last']);
  });

  it('keep the client apart from memory that the parser uses again', () => {
    const [client, server] = [end(1, 80), end(9, 80)];
    const follower = new StreamFollower();
    const opening = packet([client, server], 0, syn);
    follower.follow(opening);
    const again = end(1, 80);
    opening.source.address.fill(0);
    expect(summary(follower, packet([again, server], 1, ack, 'a'))).toEqual(['0 client:80 0']);
  });
});
