import { mkdir, readdir, rename, rm, rmdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CaptureName, parseSpoolName } from './capture-name.rules';

const aliveFile = 'alive';

/**
 * Captures that are not in the storage yet: a directory per server process below a root that servers may share. A
 * process touches a file of its directory; when that stops, another process takes over what is in it.
 */
export class Spool {
  readonly directory: string;

  constructor(
    private readonly root: string,
    serverId: string,
    /** After this time without a touch a process counts as killed. */
    private readonly staleMs: number,
  ) {
    this.directory = join(root, serverId);
  }

  async open(): Promise<void> {
    await mkdir(this.directory, { recursive: true, mode: 0o700 });
    await writeFile(join(this.directory, aliveFile), '');
  }

  async touch(): Promise<void> {
    const now = new Date();
    await utimes(join(this.directory, aliveFile), now, now);
  }

  /** Own files, of this process or taken over. */
  async list(): Promise<CaptureName[]> {
    return (await readdir(this.directory)).flatMap((file) => parseSpoolName(file) ?? []);
  }

  /** Moves what killed processes left into the own directory. @returns what came */
  async adopt(): Promise<CaptureName[]> {
    const adopted: CaptureName[] = [];
    const before = Date.now() - this.staleMs;
    for (const name of await readdir(this.root)) {
      const directory = join(this.root, name);
      if (directory === this.directory) continue;
      const touched = await stat(join(directory, aliveFile)).catch(() => null);
      if (touched && touched.mtimeMs < before) adopted.push(...(await this.moveAll(directory)));
    }
    return adopted;
  }

  /** Removes the own directory. What is left in it may be taken over at once. */
  async close(): Promise<void> {
    const alive = join(this.directory, aliveFile);
    await utimes(alive, 0, 0);
    if ((await this.list()).length > 0) return;
    await rm(alive, { force: true });
    await rmdir(this.directory);
  }

  private async moveAll(directory: string): Promise<CaptureName[]> {
    const moved: CaptureName[] = [];
    for (const file of await readdir(directory)) {
      const name = parseSpoolName(file);
      if (!name) continue;
      try {
        await rename(join(directory, file), join(this.directory, file));
        moved.push(name);
      } catch {
        // Another process took it.
      }
    }
    await rm(join(directory, aliveFile), { force: true });
    await rmdir(directory).catch(() => {});
    return moved;
  }
}
