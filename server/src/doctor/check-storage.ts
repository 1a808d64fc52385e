import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { diskStateOf } from '@vexil/http/guard/disk-space.rules';
import { type Check, fault, gib, ok, warning } from './finding';

export const checkStorage: Check = async ({ storage }) => {
  const key = `doctor/${randomBytes(8).toString('hex')}`;
  const content = randomBytes(1024);
  try {
    await storage.putObject(key, Readable.from([content]), content.length);
    const read = await buffer(storage.readObject(key));
    return [read.equals(content) ? ok('storage.works') : fault('storage.differs')];
  } finally {
    await storage.deleteObject(key);
  }
};

export const checkDisk: Check = async ({ diskSpace }) => {
  const bytes = await diskSpace.freeBytes();
  if (bytes === null) return [ok('disk.elsewhere')];
  const free = gib(bytes);
  const state = diskStateOf(bytes);
  if (state === 'full') return [fault('disk.full', { free })];
  return [state === 'low' ? warning('disk.low', { free }) : ok('disk.free', { free })];
};
