import { createHash } from 'node:crypto';
import type { Deps } from '@vexil/http/deps';
import { NotStoredError } from '@vexil/runtime/storage/storage';
import { listFiles } from './backup.queries';

/** Reads every file that the database names. */
export async function checkStorage({ database: { sql }, storage }: Pick<Deps, 'database' | 'storage'>) {
  const faults: string[] = [];
  const rows = await listFiles(sql);
  for (const { hash, name } of rows) {
    const digest = createHash('sha256');
    try {
      for await (const chunk of storage.read(hash)) digest.update(chunk);
      if (digest.digest('hex') !== hash) faults.push(`${name} (${hash}) is damaged`);
    } catch (error) {
      if (!(error instanceof NotStoredError)) throw error;
      faults.push(`${name} (${hash}) is missing`);
    }
  }
  return { files: rows.length, faults };
}
