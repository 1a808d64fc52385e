// A backup is a gzipped tar, encrypted in the format of age where a passphrase is given:
//
//   manifest.json              versions, migrations, tables and sequences
//   tables/<name>/<part>       rows as PostgreSQL's COPY writes them, in parts of about 4 MiB
//   boards/<game>.json         the scoreboard at the time of the backup
//   contents.json              files and captures that are kept beside the archive (archive.contents.ts), or else
//   files/<hash>               uploaded files
//   objects/<key>              captures
//   summary.json               counts; an archive without it is incomplete

import { z } from 'zod';

export const archiveFormat = 2;
export const manifestName = 'manifest.json';
export const contentsName = 'contents.json';
export const summaryName = 'summary.json';

const Table = z.object({ name: z.string(), columns: z.array(z.string()) });
export type ArchivedTable = z.output<typeof Table>;

export const Manifest = z.object({
  format: z.literal([1, archiveFormat], 'was made by a newer version of this command'),
  version: z.string(),
  /** Unix milliseconds, of the snapshot. */
  createdAt: z.int(),
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.int() })).min(1),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.string() })),
  /** Derived from SECRET_KEY; null for a database that never had a server. */
  keyCheck: z.string().nullable(),
  /** null where files and captures are in the archive. The identity opens those of an encrypted archive. */
  contents: z.object({ identity: z.string().nullable() }).nullable().default(null),
});
export type Manifest = z.output<typeof Manifest>;

const Name = z.string().regex(/^[0-9a-f]{64}$/);

/** Names of contents beside the archive. */
export const ContentsIndex = z.object({
  files: z.array(z.object({ hash: Name, name: Name })),
  objects: z.array(z.object({ key: z.string(), sizeBytes: z.int(), name: Name })),
});
export type ContentsIndex = z.output<typeof ContentsIndex>;

export const Summary = z.object({
  rows: z.record(z.string(), z.int()),
  boards: z.int(),
  files: z.int(),
  objects: z.int(),
  /** Named by the database and not in the storage. */
  missingFiles: z.array(z.string()),
});
export type Summary = z.output<typeof Summary>;
