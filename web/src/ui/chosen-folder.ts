import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { Folder } from '@vexil/code/model';
import { outerFolder, unpackedBytesMax } from '@vexil/code/readers/paths';
import { type UnzipFileInfo, unzipSync } from 'fflate';

/** Read like any other; its files are sent as they are. */
export type ChosenFolder = Folder & { name: string; blob(path: string): Blob };

type PlacedFile = { path: string; file: File };

/** A zip archive that unpacks to more than the page can hold, or is none. */
export class UnreadableZip extends Error {
  constructor(readonly reason: 'notZip' | 'tooMuch') {
    super(reason);
  }
}

const heldBytesMax = 1024 ** 3;
const entriesMax = 20_000;

const skipped = /(^|\/)(\.git|\.ctf|node_modules|__MACOSX)\/|(^|\/)\.DS_Store$/;
const isSafe = (path: string) => path !== '' && !/^\/|\\|(^|\/)\.\.?(\/|$)/.test(path);

/** Of these files alone; paths that leave the folder are left out. */
function folderOf(name: string, contents: ReadonlyMap<string, Blob>): ChosenFolder {
  const files = new Map([...contents].filter(([path]) => isSafe(path) && !skipped.test(path)));
  const blob = (path: string) => {
    const found = files.get(path);
    if (!found) throw new Error(`${path} is not in the folder.`);
    return found;
  };
  return {
    name,
    paths: [...files.keys()].sort(),
    sizeBytes: (path) => files.get(path)?.size ?? 0,
    read: async (path) => new Uint8Array(await blob(path).arrayBuffer()),
    blob,
  };
}

/** Of `<input webkitdirectory>`, whose paths begin with the name of the folder. */
export function folderOfInput(files: readonly File[]): ChosenFolder {
  const [name = ''] = files[0]?.webkitRelativePath.split('/') ?? [];
  const placed = files.map((file) => [file.webkitRelativePath.split('/').slice(1).join('/'), file] as const);
  return folderOf(name, new Map(placed));
}

/** The policy of the page lets no worker start from a blob, as the asynchronous way does. */
function unpack(bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  try {
    return unzipSync(bytes, { filter });
  } catch {
    throw new UnreadableZip('notZip');
  }
}

export async function folderOfZip(file: File): Promise<ChosenFolder> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const bytesMax = Math.min(heldBytesMax, unpackedBytesMax(file.size));
  let total = 0;
  let count = 0;
  const filter = ({ originalSize }: UnzipFileInfo) => {
    total += originalSize;
    count += 1;
    return total <= bytesMax && count <= entriesMax;
  };
  const entries = unpack(bytes, filter);
  if (total > bytesMax || count > entriesMax) throw new UnreadableZip('tooMuch');
  const contents = Object.entries(entries)
    .filter(([path]) => !path.endsWith('/'))
    .map(([path, content]) => [path, new Blob([content as BlobPart])] as const);
  const outer = outerFolder(
    file.name,
    contents.map(([path]) => path),
  );
  return folderOf(file.name, new Map(contents.map(([path, content]) => [path.slice(outer.length), content])));
}

/** All files below what was dropped; undefined where it is no folder. */
export async function droppedFolder(transfer: DataTransfer): Promise<ChosenFolder | undefined> {
  const entry = transfer.items[0]?.webkitGetAsEntry();
  if (!entry?.isDirectory) return undefined;
  const placed: PlacedFile[] = [];
  await collect(entry as FileSystemDirectoryEntry, '', placed);
  return folderOf(entry.name, new Map(placed.map(({ path, file }) => [path, file])));
}

async function collect(folder: FileSystemDirectoryEntry, at: string, placed: PlacedFile[]): Promise<void> {
  const reader = folder.createReader();
  for (;;) {
    // A reader hands over a hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (entries.length === 0 || placed.length > entriesMax) return;
    for (const entry of entries) {
      const path = `${at}${entry.name}`;
      if (entry.isDirectory) await collect(entry as FileSystemDirectoryEntry, `${path}/`, placed);
      else placed.push({ path, file: await fileOf(entry as FileSystemFileEntry) });
    }
  }
}

const fileOf = (entry: FileSystemFileEntry) => new Promise<File>((resolve, reject) => entry.file(resolve, reject));

/** Piece by piece, and also where the page has no TLS. */
export async function hashBlob(blob: Blob): Promise<string> {
  const digest = sha256.create();
  const reader = blob.stream().getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) digest.update(part.value);
  return bytesToHex(digest.digest());
}
