import type { Remark } from '@vexil/code/model';
import { convertEvent } from '@vexil/code/readers/event-export';
import { eventPath } from '@vexil/contract/package.people';
import { folderOfZip, hashBlob } from '../../ui/chosen-folder';

export type EventFile = { file: File | null; problems: Remark[]; losses: Remark[] };

/** What the server reads, made of an export here; the file of an event stays as it is. Throws `UnreadableZip`. */
export async function readEventFile(file: File): Promise<EventFile> {
  const folder = await folderOfZip(file);
  if (folder.paths.includes(eventPath('accounts'))) return { file, problems: [], losses: [] };
  const source = { ...folder, hash: (path: string) => hashBlob(folder.blob(path)) };
  const { content, problems, losses } = await convertEvent(source, Date.now());
  if (!content) return { file: null, problems, losses };
  const parts: BlobPart[] = [];
  for await (const chunk of content) parts.push(chunk as BlobPart);
  return { file: new File(parts, 'event.zip', { type: 'application/zip' }), problems, losses };
}
