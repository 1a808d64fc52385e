import { strToU8, unzipSync, zipSync } from 'fflate';
import type { Remark } from '../model';
import { convertEvent } from '../readers/event-export';
import { folderOf } from './folder';

export type Entries = Record<string, Uint8Array | string>;

/** An export as what the page and the command line make of it, which is what servers read. */
export async function convertEntries(
  entries: Entries,
): Promise<{ content: Uint8Array | null; problems: Remark[]; losses: Remark[] }> {
  const folder = folderOf(entries);
  const hash = async (path: string) => {
    const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(await folder.read(path)));
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
  const { content, ...remarks } = await convertEvent({ ...folder, hash }, Date.now());
  if (!content) return { content: null, ...remarks };
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of content) chunks.push(new Uint8Array(chunk));
  return { content: new Uint8Array(await new Blob(chunks).arrayBuffer()), ...remarks };
}

export const unzipEvent = (content: Uint8Array): Entries => unzipSync(content);

export const zipEntries = (entries: Entries): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([path, content]) => [
        path,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
  );
