import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Database } from '@vexil/db';
import { captureKey } from '@vexil/runtime/capture-key';
import { readConfig } from '@vexil/runtime/config';
import { PacketParser } from '@vexil/runtime/pcap/parser.rules';
import { StreamFollower } from '@vexil/runtime/pcap/streams.rules';
import { openStorage } from '@vexil/runtime/storage/open-storage';
import type { Storage } from '@vexil/runtime/storage/storage';
import { hashOfBlocks } from '../generator/relay-clients';

const pollMs = 1500;
const waitMs = 600_000;

/** The recorder writes rows once a second, so nothing has to be there twice. */
async function untilNone(count: () => Promise<number>): Promise<void> {
  const until = Date.now() + waitMs;
  for (let empty = 0; empty < 2; ) {
    if (Date.now() > until) throw new Error('Captures were not stored within ten minutes.');
    await pause(pollMs);
    empty = (await count()) === 0 ? empty + 1 : 0;
  }
}

/** Waits until complete parts are compressed and stored, so that the next measurement has the machine for itself. */
export const untilStored = ({ sql }: Database): Promise<void> =>
  untilNone(async () => {
    const [row] = await sql`
      select count(*)::int as parts from captures c where state = 'open' and exists (
        select from captures n where n.recording = c.recording and n.part > c.part)`;
    return row?.parts;
  });

type StoredCapture = Parameters<typeof captureKey>[0];

async function readPayload(storage: Storage, file: StoredCapture, take: (payload: Buffer) => void): Promise<void> {
  const [parser, follower] = [new PacketParser(), new StreamFollower()];
  await pipeline(storage.readObject(captureKey(file)), createGunzip(), async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      for (const packet of parser.push(chunk)) {
        if (follower.follow(packet)?.from === 'container') take(packet.payload);
      }
    }
  });
}

/** Ends the instance and reads what was recorded of one transfer to the client. @returns bytes that are missing */
export async function countMissing(
  { sql }: Database,
  environment: NodeJS.ProcessEnv,
  { containerId, bytes }: { containerId: string; bytes: number },
): Promise<number> {
  const [instance] = await sql`
    update containers set state = 'destroyed' where id = ${containerId} returning challenge_id, participation_id`;
  const isOfIt = sql`challenge_id = ${instance?.challenge_id} and participation_id = ${instance?.participation_id}`;
  await untilNone(async () => {
    const [row] = await sql`select count(*)::int as files from captures where state = 'open' and ${isOfIt}`;
    return row?.files;
  });
  const files = await sql<StoredCapture[]>`
    select challenge_id as "challengeId", participation_id as "participationId", file_name as "fileName"
    from captures where ${isOfIt} order by part`;
  const storage = openStorage(readConfig(environment).storage);
  const hash = createHash('sha256');
  let recorded = 0;
  try {
    for (const file of files) {
      await readPayload(storage, file, (payload) => {
        hash.update(payload);
        recorded += payload.length;
      });
    }
  } finally {
    await storage.close();
  }
  if (recorded === bytes && hash.digest('hex') !== hashOfBlocks(bytes)) {
    throw new Error('The recorded bytes are not those that were sent.');
  }
  return bytes - recorded;
}

/** Of all connections, as the recorder counted. */
export async function sumMissing({ sql }: Database): Promise<number> {
  const [row] = await sql`select coalesce(sum(missing_bytes), 0)::float8 as bytes from captures`;
  return row?.bytes;
}
