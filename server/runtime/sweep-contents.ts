import { listKnownFiles, lockFile } from '@vexil/data/asset/file-uses.queries';
import type { BaseDeps } from './deps';
import type { StoredContent } from './storage/storage';

const contentsAtOnce = 500;
const folders = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

type SweepDeps = Pick<BaseDeps, 'db' | 'storage'>;

export interface ContentSweep {
  /** Contents stored later are left alone: their row may still be written. */
  before: Date;
  /** Deletes what is found. */
  deletes: boolean;
  /** Called for each content that no row names, after its deletion. */
  onFound(content: StoredContent): void;
  signal?: AbortSignal;
}

async function sweepPart(deps: SweepDeps, contents: readonly StoredContent[], options: ContentSweep): Promise<void> {
  if (contents.length === 0) return;
  const known = await listKnownFiles(
    deps.db,
    contents.map(({ hash }) => hash),
  );
  for (const content of contents.filter(({ hash }) => !known.has(hash))) {
    if (!options.deletes) {
      options.onFound(content);
      continue;
    }
    await deps.db.transaction(async (tx) => {
      // An upload that inserts the row checks for the content under the same lock.
      await lockFile(tx, content.hash);
      if ((await listKnownFiles(tx, [content.hash])).size > 0) return;
      await deps.storage.delete(content.hash);
      options.onFound(content);
    });
  }
}

/** Finds stored contents that no row of the database names. Works in small steps and may be aborted between any two. */
export async function sweepContents(deps: SweepDeps, options: ContentSweep): Promise<void> {
  for (const folder of folders) {
    let found: StoredContent[] = [];
    for await (const { hash, sizeBytes, updatedAt } of deps.storage.listContents(folder)) {
      if (options.signal?.aborted) return;
      if (updatedAt < options.before) found.push({ hash, sizeBytes });
      if (found.length < contentsAtOnce) continue;
      await sweepPart(deps, found, options);
      found = [];
    }
    await sweepPart(deps, found, options);
  }
}
