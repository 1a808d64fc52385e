import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findProgram } from '../../../scripts/lib/find-program.mjs';

const run = promisify(execFile);
const program = findProgram('tshark');
if (!program) process.stderr.write('SKIPPED capture files in Wireshark: tshark is missing (Debian: tshark)\n');

export const hasTshark = program !== null;

/**
 * Standard output of tshark over a file. Checksums are checked, which it leaves out by default. Payloads are plain
 * data: else random bytes are now and then taken for a protocol, such as Thrift, and reported as incomplete.
 */
export async function tshark(file: string, ...args: string[]): Promise<string> {
  const preferences = ['ip.check_checksum', 'tcp.check_checksum'].flatMap((name) => ['-o', `${name}:TRUE`]);
  const options = { maxBuffer: 256 * 1024 * 1024 };
  const { stdout } = await run(
    program ?? 'tshark',
    ['-r', file, ...preferences, '-d', 'tcp.port==1-65535,data', ...args],
    options,
  );
  return stdout;
}

/** What a side sent in a stream, as `follow,tcp,raw` gives it. */
export async function followStream(file: string, stream: number): Promise<{ client: Buffer; container: Buffer }> {
  const text = await tshark(file, '-q', '-z', `follow,tcp,raw,${stream}`);
  const lines = text.split('\n').filter((line) => /^\t?[0-9a-f]+$/.test(line));
  const join = (chosen: string[]) => Buffer.from(chosen.map((line) => line.trim()).join(''), 'hex');
  return {
    client: join(lines.filter((line) => !line.startsWith('\t'))),
    container: join(lines.filter((line) => line.startsWith('\t'))),
  };
}

/** Notes, warnings and errors but for that of each regular end. */
export async function listWarnings(file: string): Promise<string[]> {
  const text = await tshark(
    file,
    '-T',
    'fields',
    '-e',
    'frame.number',
    '-e',
    '_ws.expert.message',
    '-Y',
    '_ws.expert.severity >= "Note"',
  );
  const malformed = await tshark(file, '-T', 'fields', '-e', 'frame.number', '-Y', '_ws.malformed');
  return [...text.split('\n'), ...malformed.split('\n')].filter(
    (line) => line !== '' && !line.includes('Connection finish (FIN)'),
  );
}
