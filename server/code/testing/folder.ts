import type { Folder } from '../model';

/** A folder of texts and bytes by path. */
export function folderOf(files: Record<string, string | Uint8Array>): Folder {
  const bytes = new Map(
    Object.entries(files).map(([path, content]) => [
      path,
      typeof content === 'string' ? new TextEncoder().encode(content) : content,
    ]),
  );
  return {
    paths: [...bytes.keys()].sort(),
    sizeBytes: (path) => bytes.get(path)?.length ?? 0,
    read: async (path) => {
      const content = bytes.get(path);
      if (!content) throw new Error(`no file ${path}`);
      return content;
    },
  };
}
