import { createSealing } from '@vexil/db/sealing';
import { keyCheckOf, WrongSecretKeyError } from '@vexil/db/secret-key';
import { OperateError } from '../operate-error';
import { listConnected, readKeyCheck } from './backup.queries';
import { withConnection } from './open-connection';
import { countLiveContainers, lockKeyCheck, updateKeyCheck } from './rotate-key.queries';
import { countSealed, resealAll } from './sealed-texts';

/**
 * Seals every text with another key and opens each of them with it before anything is stored. One transaction: flags are
 * compared by keyed hashes, so a database of two keys would judge wrongly. Until the commit the database is that of the
 * old key, and after it that of the new one, wherever the command is interrupted. Processes that start meanwhile wait and
 * then need the new key.
 * @returns the texts sealed anew, by table and column; none for a database that has the new key already
 * @throws WrongSecretKeyError for another old key
 * @throws OperateError beside a server or worker, with living instances, or for a text that the old key does not open
 */
export async function rotateKey(url: string, keys: { from: string; to: string }): Promise<Record<string, number>> {
  if (keys.from === keys.to) throw new OperateError('The new key is the old one.');
  const [from, to] = [keys.from, keys.to].map((key) => keyCheckOf(createSealing(key))) as [string, string];
  return withConnection(url, async (sql) => {
    return await sql.begin(async (tx) => {
      await lockKeyCheck(tx);
      const stored = await readKeyCheck(tx);
      if (stored === to) return {};
      if (stored !== from) throw new WrongSecretKeyError();
      const connected = await listConnected(tx);
      if (connected.length > 0) {
        throw new OperateError(`Stop all servers and workers first: ${connected.join(' and ')} runs on this database.`);
      }
      const live = await countLiveContainers(tx);
      if (live > 0) {
        throw new OperateError(
          `${live} instances run. Start the platform, end them, and stop it again: workers know their containers by the key.`,
        );
      }
      const counts = await resealAll(tx, keys);
      await updateKeyCheck(tx, to);
      const faults: string[] = [];
      await countSealed(tx, keys.to, faults);
      if (faults.length > 0) throw new OperateError(`${faults.join(' ')} Nothing was changed.`);
      return counts;
    });
  });
}
