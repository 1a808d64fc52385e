import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fault, holdsIf, ok, type PlatformCheck } from '../check';

export const storage: PlatformCheck = {
  name: 'storage',
  audience: 'platform',
  probe: ({ storage }) => storage.check(),
  async watch({ partStates }) {
    const { storage } = await partStates();
    return new Map([['StorageDown', holdsIf(storage !== 'ok', storage)]]);
  },
  async ask({ deps: { storage } }) {
    const key = `doctor/${randomBytes(8).toString('hex')}`;
    const content = randomBytes(1024);
    try {
      await storage.putObject(key, Readable.from([content]), content.length);
      const read = await buffer(storage.readObject(key));
      return [read.equals(content) ? ok('storage.works') : fault('storage.differs')];
    } finally {
      await storage.deleteObject(key);
    }
  },
};
