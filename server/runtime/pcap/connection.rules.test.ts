import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFileHead } from './blocks.rules';
import { ConnectionWriter } from './connection.rules';
import { type Packet, PacketParser } from './parser.rules';
import { type Side, tcpFlags } from './segment.rules';
import { StreamFollower } from './streams.rules';

const head = () => encodeFileHead({ application: 'Test', comment: 'a file', interfaceName: 'relay' });
const client = { address: '203.0.113.7', port: 10002 };
const container = { address: '172.17.0.2', port: 80 };
const at = 1_795_000_000_123_456;

type Kept = Omit<Packet, 'payload'> & { payload: string };

/** The packets of a file that arrives in pieces. */
function read(file: Buffer, pieceBytes = file.length): Kept[] {
  const parser = new PacketParser();
  const packets: Kept[] = [];
  for (let start = 0; start < file.length; start += pieceBytes) {
    for (const packet of parser.push(file.subarray(start, start + pieceBytes))) {
      packets.push({ ...packet, payload: packet.payload.toString('latin1') });
    }
  }
  return packets;
}

/** What a side of a stream sent. */
function follow(file: Buffer, wanted: number, side: Side): Buffer {
  const follower = new StreamFollower();
  const parts: Buffer[] = [];
  let received = 0;
  for (const packet of new PacketParser().push(file)) {
    const piece = follower.follow(packet);
    if (piece?.stream !== wanted || piece.from !== side) continue;
    expect([piece.offset, piece.isAfterGap]).toEqual([received, false]);
    received += packet.payload.length;
    parts.push(packet.payload);
  }
  return Buffer.concat(parts);
}

const summary = ({ source, sequence, flags, payload }: Kept) => ({
  from: source.port === client.port ? 'client' : 'container',
  sequence,
  flags,
  bytes: payload.length,
});

describe('a recorded connection', () => {
  const openWriter = () => {
    const writer = new ConnectionWriter(client, container);
    return { writer, opening: Buffer.concat([head(), writer.open(at, 'from a test')]) };
  };
  const sizes = (file: Buffer) => read(file).map(({ payload }) => payload.length);

  it('has no empty segment after one that is full', () => {
    const { writer, opening } = openWriter();
    const [full = 0, rest] = sizes(Buffer.concat([opening, writer.data('client', randomBytes(65_000), at)])).slice(3);
    expect(rest).toBeGreaterThan(0);
    const again = Buffer.concat([opening, writer.data('client', randomBytes(2 * full), at)]);
    expect(sizes(again).slice(3)).toEqual([full, full, 0]);
  });

  it('says once, before the next bytes, how many were not recorded', () => {
    const { writer, opening } = openWriter();
    writer.skip('client', 5);
    writer.skip('client', 7);
    expect(writer.data('client', Buffer.alloc(0), at)).toEqual(Buffer.alloc(0));
    const file = Buffer.concat([opening, writer.data('client', randomBytes(65_000), at)]);
    expect(file.toString('latin1').match(/.\d+ bytes before this packet were not recorded/gs)).toEqual([
      '\x0012 bytes before this packet were not recorded',
    ]);
    expect(sizes(file).reduce((sum, bytes) => sum + bytes)).toBe(65_000);
  });

  it('has a handshake, acknowledged segments and an end', () => {
    const writer = new ConnectionWriter(client, container);
    const file = Buffer.concat([
      head(),
      writer.open(at, 'from a test'),
      writer.data('client', Buffer.from('hello'), at + 1),
      writer.data('container', randomBytes(3000), at + 2),
      writer.end('container', at + 3),
      writer.data('client', Buffer.from('more'), at + 4),
      writer.end('client', at + 5),
      writer.end('client', at + 6),
    ]);
    const { fin, syn, psh, ack } = tcpFlags;
    expect(read(file).map(summary)).toEqual([
      { from: 'client', sequence: 0, flags: syn, bytes: 0 },
      { from: 'container', sequence: 0, flags: syn | ack, bytes: 0 },
      { from: 'client', sequence: 1, flags: ack, bytes: 0 },
      { from: 'client', sequence: 1, flags: ack | psh, bytes: 5 },
      { from: 'container', sequence: 1, flags: ack, bytes: 0 },
      { from: 'container', sequence: 1, flags: ack, bytes: 1460 },
      { from: 'container', sequence: 1461, flags: ack, bytes: 1460 },
      { from: 'container', sequence: 2921, flags: ack | psh, bytes: 80 },
      { from: 'client', sequence: 6, flags: ack, bytes: 0 },
      { from: 'container', sequence: 3001, flags: fin | ack, bytes: 0 },
      { from: 'client', sequence: 6, flags: ack, bytes: 0 },
      { from: 'client', sequence: 6, flags: ack | psh, bytes: 4 },
      { from: 'container', sequence: 3002, flags: ack, bytes: 0 },
      { from: 'client', sequence: 10, flags: fin | ack, bytes: 0 },
      { from: 'container', sequence: 3002, flags: ack, bytes: 0 },
    ]);
    expect(read(file)[3]).toMatchObject({ number: 4, timeUs: at + 1, payload: 'hello' });
    expect(read(file)[0]?.source).toEqual({ address: Buffer.from([203, 0, 113, 7]), port: 10002 });
  });

  it('acknowledges what the other side has sent, and says what is known of its begin and end', () => {
    const acknowledged = (block: Buffer) => block.readUInt32BE(28 + 14 + 20 + 8);
    const writer = new ConnectionWriter(client, container);
    const opening = writer.open(at, 'from a test');
    expect([acknowledged(opening), opening.includes('from a test')]).toEqual([0, true]);
    expect(acknowledged(writer.data('client', Buffer.from('hello'), at))).toBe(1);
    expect(acknowledged(writer.data('container', Buffer.from('hi'), at))).toBe(6);
    writer.skip('client', 9);
    const ending = writer.end('client', at, 'the client left');
    expect(acknowledged(ending)).toBe(3);
    for (const text of ['9 bytes before this packet were not recorded', 'the client left']) {
      expect(ending.includes(text)).toBe(true);
    }
  });

  it('has a gap where bytes were not recorded, and says how many', () => {
    const writer = new ConnectionWriter(client, container);
    const before = Buffer.concat([head(), writer.open(at, ''), writer.data('client', Buffer.from('abc'), at)]);
    writer.skip('client', 70_000);
    writer.skip('client', 7);
    const after = writer.data('client', Buffer.from('def'), at);
    expect(after.toString('latin1')).toContain('70007 bytes before this packet were not recorded');
    const follower = new StreamFollower();
    const pieces = [...new PacketParser().push(Buffer.concat([before, after]))].flatMap((packet) => {
      const piece = follower.follow(packet);
      return piece ? [[piece.offset, piece.isAfterGap]] : [];
    });
    expect(pieces).toEqual([
      [0, false],
      [70_010, true],
    ]);
    expect(writer.data('client', Buffer.from('ghi'), at).toString('latin1')).not.toContain('not recorded');
  });

  it('has exact offsets beyond 4 GiB', () => {
    const writer = new ConnectionWriter(client, container);
    const parts = [head(), writer.open(at, '')];
    const follower = new StreamFollower();
    const offsets: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      parts.push(writer.data('container', Buffer.from('x'), at));
      writer.skip('container', 2 ** 31);
    }
    for (const packet of new PacketParser().push(Buffer.concat(parts))) {
      const piece = follower.follow(packet);
      if (piece) offsets.push(piece.offset);
    }
    expect(offsets).toEqual([0, 2 ** 31 + 1, 2 ** 32 + 2]);
  });

  it.each(['203.0.113.7', '2001:db8::7'])('gives back the exact bytes of both sides, client %s', (address) => {
    const message = fc.record({
      from: fc.constantFrom<Side>('client', 'container'),
      bytes: fc.uint8Array({ maxLength: 9000 }),
    });
    fc.assert(
      fc.property(fc.array(fc.array(message, { maxLength: 8 }), { maxLength: 4 }), (connections) => {
        const parts = [head()];
        for (const [index, messages] of connections.entries()) {
          const writer = new ConnectionWriter({ address, port: 10002 + index }, container);
          parts.push(writer.open(at, `connection ${index}`));
          for (const { from, bytes } of messages) parts.push(writer.data(from, bytes, at));
          parts.push(writer.end('client', at), writer.end('container', at));
        }
        for (const [index, messages] of connections.entries()) {
          for (const side of ['client', 'container'] as const) {
            const sent = Buffer.concat(messages.filter(({ from }) => from === side).map(({ bytes }) => bytes));
            expect(follow(Buffer.concat(parts), index, side).equals(sent)).toBe(true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it('acknowledges a large message before the window is full', () => {
    const writer = new ConnectionWriter(client, container);
    const content = randomBytes(5 * 1024 * 1024 + 17);
    const file = Buffer.concat([head(), writer.open(at, ''), writer.data('container', content, at)]);
    let unacknowledged = 0;
    let most = 0;
    for (const packet of new PacketParser().push(file)) {
      if (packet.source.port === container.port) unacknowledged += packet.payload.length;
      else unacknowledged = 0;
      most = Math.max(most, unacknowledged);
    }
    expect(most).toBeLessThanOrEqual(1024 * 1024);
    expect(unacknowledged).toBe(0);
    expect(follow(file, 0, 'container').equals(content)).toBe(true);
  });
});
