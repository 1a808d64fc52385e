import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** A recipient of data, or a place where it is stored. */
export interface Audience {
  name: string;
  /** Roles, as exceptions name them. */
  is: readonly string[];
  /** Owners whose secrets it may see. */
  owns: readonly string[];
  /** Games it is staff of; all if absent. */
  games?: readonly string[];
}

/** Recorded output. */
export interface Trace {
  audience: Audience;
  /** Name of the route, such as `game.list`, or another source. */
  call: string;
  /** URL, archive entry or key. */
  where: string;
  text: string;
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** A body, and the contents if it is an archive. */
export async function unpack(bytes: Buffer, where: string): Promise<{ where: string; text: string }[]> {
  if (isGzip(bytes)) return unpack(gunzipSync(bytes), `${where} (unpacked)`);
  if (!isZip(bytes)) return [{ where, text: bytes.toString('utf8') }];
  const archive = await fromBufferPromise(bytes);
  const parts = [{ where, text: bytes.toString('latin1') }];
  for await (const entry of archive.eachEntry()) {
    const inside = `${where} ${entry.fileName}`;
    parts.push({ where: inside, text: entry.fileName });
    parts.push(...(await unpack(await buffer(await archive.openReadStreamPromise(entry)), inside)));
  }
  return parts;
}

export class Recorder {
  readonly traces: Trace[] = [];
  /** Routes that succeeded at least once. */
  readonly answered = new Set<string>();
  /** Replies with status 500 and above. */
  readonly failures: string[] = [];
  replies = 0;

  note(audience: Audience, call: string, where: string, text: string): void {
    this.traces.push({ audience, call, where, text });
  }

  async reply(audience: Audience, call: string, where: string, response: Response): Promise<Buffer> {
    const bytes = Buffer.from(await response.arrayBuffer());
    const head = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    this.note(audience, call, `${where} → ${response.status}, headers`, head);
    for (const part of await unpack(bytes, `${where} → ${response.status}`)) {
      this.note(audience, call, part.where, part.text);
    }
    this.replies += 1;
    if (response.ok) this.answered.add(call);
    if (response.status >= 500) this.failures.push(`${audience.name}: ${where} → ${response.status} ${bytes}`);
    return bytes;
  }
}
