import { encodeFileHead } from '@vexil/runtime/pcap/blocks.rules';
import { ConnectionWriter } from '@vexil/runtime/pcap/connection.rules';
import { PacketParser } from '@vexil/runtime/pcap/parser.rules';
import type { Side } from '@vexil/runtime/pcap/segment.rules';
import { StreamFollower } from '@vexil/runtime/pcap/streams.rules';
import { describe, expect, it } from 'vitest';
import { createExpressionMatcher } from './expression-matcher';
import type { Matcher } from './matcher';
import { type ScannedMatch, StreamScanner } from './scanner';
import { createTextMatcher } from './text-matcher.rules';

const at = 1_795_000_000_000_000;
const newConnection = (port = 10_002) =>
  new ConnectionWriter({ address: '203.0.113.7', port }, { address: '172.17.0.2', port: 80 });

type Chunk = [Side, string] | ['gap', number];

function fileOf(chunks: Chunk[], { port = 10_002, ends = true } = {}): Buffer {
  const writer = newConnection(port);
  const parts = [encodeFileHead({ application: 'Test', comment: '', interfaceName: 'relay' }), writer.open(at, '')];
  for (const [index, [from, content]] of chunks.entries()) {
    if (from === 'gap') writer.skip('client', content);
    else parts.push(writer.data(from, Buffer.from(content), at + 1000 * (index + 1)));
  }
  if (ends) parts.push(writer.end('client', at), writer.end('container', at));
  return Buffer.concat(parts);
}

function scan(matcher: Matcher, files: Buffer[]): ScannedMatch[][] {
  let found: ScannedMatch[] = [];
  const scanner = new StreamScanner(matcher, (match) => found.push(match));
  const results: ScannedMatch[][] = [];
  for (const file of files) {
    const follower = new StreamFollower();
    for (const packet of new PacketParser().push(file)) {
      const piece = follower.follow(packet);
      if (piece) scanner.add(piece);
    }
    scanner.endFile();
    results.push(found);
    found = [];
  }
  return results;
}

describe('StreamScanner', () => {
  it('finds a text over packets, with its place and what is around it', () => {
    const file = fileOf([
      ['client', 'GET /fl'],
      ['container', 'other bytes'],
      ['client', 'ag HTTP/1.1'],
    ]);
    const [found] = scan(createTextMatcher('flag'), [file]);
    expect(found).toEqual([
      {
        ...{ stream: 0, clientPort: 10_002, side: 'client', offset: 5, length: 4, packet: 4, timeUs: at + 1000 },
        owner: null,
        before: Buffer.from('GET /'),
        content: Buffer.from('flag'),
        after: Buffer.from(' HTTP/1.1'),
      },
    ]);
  });

  it.each([1, 3, 1459, 1460, 1461, 65_533, 65_536, 140_000])('finds it once behind %i bytes', (before) => {
    const chunks = [...'x'.repeat(before).matchAll(/.{1,5000}/g)].map(([text]): Chunk => ['container', text]);
    const file = fileOf([...chunks, ['container', 'fl'], ['container', 'ag'], ['container', 'y'.repeat(70_000)]]);
    const [found] = scan(createTextMatcher('flag'), [file]);
    expect(found?.map(({ side, offset }) => [side, offset])).toEqual([['container', before]]);
    const [matched] = scan(createExpressionMatcher('f[l]ag', { ignoreCase: false }), [file]);
    expect(matched?.map(({ offset }) => offset)).toEqual([before]);
  });

  it('finds nothing over a gap, or over two directions or streams', () => {
    const file = fileOf([
      ['client', 'fl'],
      ['gap', 5],
      ['client', 'ag'],
      ['container', 'fl'],
      ['client', 'ag'],
    ]);
    expect(scan(createTextMatcher('flag'), [file, fileOf([['client', 'fl']]), fileOf([['client', 'ag']])])).toEqual([
      [],
      [],
      [],
    ]);
  });

  it('finds a text that is divided over two parts of a recording', () => {
    const first = fileOf([['client', 'the fl']], { ends: false });
    const second = fileOf([['client', 'ag and flag']]);
    const [before, after] = scan(createTextMatcher('flag'), [first, second]);
    expect(before).toEqual([]);
    expect(after?.map(({ offset, packet }) => [offset, packet])).toEqual([
      [0, 4],
      [7, 4],
    ]);
  });

  it('reports a match of changing length once', () => {
    const text = `${'x'.repeat(65_500)}start${'y'.repeat(2000)}`;
    const [found] = scan(createExpressionMatcher('start.*', { ignoreCase: false }), [
      fileOf([...text.matchAll(/.{1,1460}/g)].map(([part]): Chunk => ['client', part])),
    ]);
    expect(found?.map(({ offset }) => offset)).toEqual([65_500]);
  });
});
