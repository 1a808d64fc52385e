import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { followStream, hasTshark, listWarnings, tshark } from '../testing/tshark';
import { encodeFileHead } from './blocks.rules';
import { ConnectionWriter } from './connection.rules';

const directory = mkdtempSync(join(tmpdir(), 'vexil-tshark-'));
afterAll(() => rmSync(directory, { recursive: true }));

const at = 1_795_000_000_123_456;

function store(name: string, ...parts: Buffer[]): string {
  const file = join(directory, name);
  const head = encodeFileHead({ application: 'Vexil', comment: 'what the file is', interfaceName: 'relay' });
  writeFileSync(file, Buffer.concat([head, ...parts]));
  return file;
}

describe.skipIf(!hasTshark)('capture files in Wireshark (needs tshark)', () => {
  it.each([
    ['IPv4', '203.0.113.7', '172.17.0.2'],
    ['IPv6', '2001:db8::7', 'fd00::2'],
    ['one version each', '203.0.113.7', 'fd00::2'],
  ])('are followed to the exact bytes without a warning over %s', async (name, client, container) => {
    const parts: Buffer[] = [];
    const sent: { client: Buffer; container: Buffer }[] = [];
    const writers = [10002, 10003].map(
      (port) => new ConnectionWriter({ address: client, port }, { address: container, port: 31_337 }),
    );
    for (const [index, writer] of writers.entries()) parts.push(writer.open(at + index, `connection ${index + 1}`));
    for (const [index, writer] of writers.entries()) {
      const [asked, replied] = [randomBytes(20_001 + index), randomBytes(300_005)];
      parts.push(
        writer.data('client', asked.subarray(0, 3), at + 100),
        writer.data('container', replied.subarray(0, 70_000), at + 200),
        writer.data('client', asked.subarray(3), at + 300),
        writer.data('container', replied.subarray(70_000), at + 400),
      );
      sent.push({ client: asked, container: replied });
    }
    for (const writer of writers) parts.push(writer.end('client', at + 500), writer.end('container', at + 600));
    const file = store(`${name}.pcap`, ...parts);
    for (const [index, each] of sent.entries()) {
      const found = await followStream(file, index);
      expect(found.client.equals(each.client)).toBe(true);
      expect(found.container.equals(each.container)).toBe(true);
    }
    expect(await listWarnings(file)).toEqual([]);
  });

  it('show addresses, times and comments', async () => {
    const writer = new ConnectionWriter({ address: '203.0.113.7', port: 10002 }, { address: '172.17.0.2', port: 80 });
    const file = store(
      'fields.pcap',
      writer.open(at, 'from team Nightjars'),
      writer.data('client', Buffer.from('GET'), at + 1),
    );
    const fields = [
      'frame.time_epoch',
      'ip.src',
      'ip.dst',
      'tcp.srcport',
      'tcp.dstport',
      'tcp.options.mss_val',
      'frame.comment',
    ];
    const text = await tshark(file, '-T', 'fields', ...fields.flatMap((field) => ['-e', field]));
    expect(text.split('\n')[0]?.split('\t')).toEqual([
      '1795000000.123456000',
      '203.0.113.7',
      '172.17.0.2',
      '10002',
      '80',
      '1460',
      'from team Nightjars',
    ]);
    expect(await tshark(file, '-T', 'fields', '-e', 'frame.time_epoch', '-Y', 'tcp.len > 0')).toBe(
      '1795000000.123457000\n',
    );
  });

  it("show missing bytes and the platform's end as such", async () => {
    const writer = new ConnectionWriter({ address: '203.0.113.7', port: 10002 }, { address: '172.17.0.2', port: 80 });
    const parts = [writer.open(at, ''), writer.data('client', Buffer.from('abc'), at)];
    writer.skip('client', 9);
    parts.push(writer.data('client', Buffer.from('def'), at));
    parts.push(writer.end('client', at, 'Ended by the platform: idle'), writer.end('container', at));
    const file = store('gap.pcap', ...parts);
    const warnings = (await listWarnings(file)).join('\n');
    expect(warnings).toContain('Previous segment');
    expect(warnings).not.toMatch(/checksum|malformed/i);
    const comments = await tshark(file, '-T', 'fields', '-e', 'frame.comment', '-Y', 'frame.comment');
    expect(comments.split('\n').filter((line) => line !== '')).toEqual([
      '9 bytes before this packet were not recorded',
      'Ended by the platform: idle',
    ]);
  });

  it('are read up to the last whole packet after a process was killed', async () => {
    const writer = new ConnectionWriter({ address: '203.0.113.7', port: 10002 }, { address: '172.17.0.2', port: 80 });
    const content = randomBytes(14_600);
    const parts = Buffer.concat([writer.open(at, ''), writer.data('container', content, at)]);
    const file = store('killed.pcap', parts.subarray(0, parts.length - 1700));
    // It reports the cut at the end of what it could read.
    const text = await tshark(file, '-T', 'fields', '-e', 'tcp.payload', '-Y', 'tcp.len > 0').catch(
      (error: { stdout: string }) => error.stdout,
    );
    const found = Buffer.from(text.replaceAll('\n', ''), 'hex');
    expect(found.length).toBeGreaterThanOrEqual(13_140 - 1460);
    expect(content.subarray(0, found.length).equals(found)).toBe(true);
  });
});
