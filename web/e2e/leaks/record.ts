import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { fromBufferPromise } from 'yauzl';

/** Who hears something, or where something is kept. */
export interface Audience {
  name: string;
  /** What exceptions are made for. */
  is: readonly string[];
  /** Names under which secrets belong to it. */
  owns: readonly string[];
  /** Games it works for, by name; absent are all. */
  games?: readonly string[];
}

/** Something that went out. */
export interface Trace {
  audience: Audience;
  /** The call by its name in the contract, such as `game.list`; else what it was. */
  call: string;
  /** The address, the entry of an archive, the key. */
  where: string;
  text: string;
}

const isZip = (bytes: Buffer) => bytes.subarray(0, 4).toString('latin1') === 'PK\x03\x04';
const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** A body and, of an archive, all that is in it. */
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

/** Keeps everything that goes out. */
export class Recorder {
  readonly traces: Trace[] = [];
  /** Calls that somebody had success with. */
  readonly answered = new Set<string>();
  /** Refusals that are our fault. */
  readonly failures: string[] = [];
  /** How many replies there were. */
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
