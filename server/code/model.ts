import type { PackageChallengeText, PackageGameText } from '@vexil/contract/package';
import type { StaffRole } from '@vexil/db/enums/game';
import type { RemarkCode } from './texts';

/** Files of a disk, a zip archive or a browser. Paths are relative, with `/`, and never leave the folder. */
export interface Folder {
  /** Of its files, sorted. */
  paths: readonly string[];
  sizeBytes(path: string): number;
  read(path: string): Promise<Uint8Array>;
}

export const formats = [
  'vexil',
  'ctfcli',
  'rcds',
  'konata',
  'ducky',
  'noctf',
  'ctfpilot',
  'gzcli',
  'package',
  'ctfd',
  'rctf',
] as const;
export type Format = (typeof formats)[number];

/** What is wrong or lost, at its place. `what` is a key of `codeTexts`, with its values. */
export interface Remark {
  file: string;
  /** From 1; null where the format has no lines. */
  line: number | null;
  /** As the format writes it, such as `flags.0.content`; empty for the whole file. */
  field: string;
  what: RemarkCode;
  values?: Record<string, string | number>;
}

export interface UsedFile {
  /** In the folder, or of `bytes` that a reader made. */
  path: string;
  /** As players see it. */
  name: string;
  /** Of the static flag that it belongs to; null for the challenge. */
  flagIndex: number | null;
  bytes?: Uint8Array;
  /** Of a file that stays elsewhere; then `path` is empty. */
  url?: string;
  /** Of the object in S3 that has these bytes too. */
  place?: string;
}

export type ReadVexil = NonNullable<PackageChallengeText['vexil']>;

export type ReadGame = Omit<Partial<PackageGameText>, 'vexil'> & {
  staff?: { user: string; role: StaffRole }[];
  vexil?: Partial<NonNullable<PackageGameText['vexil']>>;
};

export interface ReadChallenge {
  /** What a repository knows it by, at most 255 characters; unique in it. */
  key: string;
  /** Of its descriptor. */
  path: string;
  /** Without id and attachments, which come from `files`, and without what names other challenges. */
  challenge: Omit<PackageChallengeText, 'id' | 'attachment' | 'vexil'> & { vexil?: ReadVexil };
  files: UsedFile[];
  /** Keys of other challenges. */
  requires: { keys: string[]; count: number | null; lockedShown: boolean } | null;
  next: string | null;
  /** Folder with a Dockerfile of which its image is built. */
  build: string | null;
}

export interface ReadFolder {
  format: Format;
  /** Members that the folder sets; null without any. */
  game: ReadGame | null;
  challenges: ReadChallenge[];
  /** With any of them nothing is applied. */
  problems: Remark[];
  /** Has no place here, or was changed. */
  losses: Remark[];
}
