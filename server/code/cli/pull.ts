import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { packageEndpoints } from '@vexil/contract/package.endpoints';
import type { ReadFolder, UsedFile } from '../model';
import { readFolder } from '../readers/folder';
import { type PlaceOf, writeCtfcli, writeVexil } from '../writers/challenge-yml';
import { send, type Target } from './api';
import { CliError, whenMissing } from './cli-error';
import { openDisk } from './disk-folder';
import { line, showRemarks } from './show';
import { openZip } from './zip-folder';

export interface PullOptions {
  target: Target;
  format: 'vexil' | 'ctfcli';
  force?: boolean;
  json?: boolean;
}

/** The game as a package, whose reader gives the model that folders are written from. */
async function download(target: Target, file: string): Promise<number> {
  const reply = await send(target, { ...packageEndpoints.export, params: { id: target.gameId } });
  if (!reply.body) throw new CliError('The server sent no package.');
  await pipeline(Readable.fromWeb(reply.body as ReadableStream), createWriteStream(file));
  return (await stat(file)).size;
}

type Content = string | UsedFile;
type Before = Pick<ReadFolder, 'game' | 'challenges'>;

/** What is there already; nothing where that cannot be read. */
async function readBefore(folder: string): Promise<Before> {
  const found = await stat(folder).catch(whenMissing);
  if (!found?.isDirectory()) return { game: null, challenges: [] };
  return readFolder(await openDisk(folder));
}

/** With what a package does not have: staff, and the folders that images are built of. */
function withOwn({ game, challenges }: Before, before: Before): Before {
  const builds = new Map(before.challenges.map(({ key, build }) => [key, build]));
  return {
    game: before.game?.staff && game ? { ...game, staff: before.game.staff } : game,
    challenges: challenges.map((one) => ({ ...one, build: builds.get(one.key) ?? null })),
  };
}

/** Files stay where their folder has them. */
function placesIn({ challenges }: Before): PlaceOf {
  const places = new Map<string, string>();
  for (const { key, files } of challenges)
    for (const { path, name, flagIndex, bytes } of files)
      if (bytes === undefined && path.startsWith(`${key}/`))
        places.set(JSON.stringify([key, name, flagIndex]), path.slice(key.length + 1));
  return (key, { name, flagIndex }) => places.get(JSON.stringify([key, name, flagIndex]));
}

export async function pullFolder(
  folder: string,
  { target, format, force = false, json = false }: PullOptions,
): Promise<number> {
  const work = await mkdtemp(join(tmpdir(), 'vexil-'));
  try {
    const file = join(work, 'game.zip');
    const archive = await openZip(file, await download(target, file));
    const read = await readFolder(archive, 'package');
    const before = await readBefore(folder);
    const { files, losses } =
      format === 'ctfcli'
        ? writeCtfcli(read)
        : { files: writeVexil(withOwn(read, before), placesIn(before)), losses: [] };
    const bytesOf = async (content: Content) =>
      typeof content === 'string' ? Buffer.from(content) : (content.bytes ?? (await archive.read(content.path)));
    // A folder without one leaves the settings of the game to the pages.
    if (!(await stat(join(folder, 'game.yml')).catch(whenMissing))) files.delete('game.yml');
    const written = await writeFiles(folder, files, { bytesOf, force });
    archive.close();
    const remarks = { problems: read.problems, losses: [...read.losses, ...losses] };
    if (json) line(JSON.stringify({ changes: written, ...remarks }));
    else {
      showRemarks(remarks);
      for (const path of written) line(`${path} written`);
      line(
        written.length === 0
          ? 'Nothing to do: the folder is as the game.'
          : `${written.length} of ${files.size} files written.`,
      );
    }
    return read.problems.length === 0 ? 0 : 1;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Without `recursive`, by which Node never ends where a parent takes no folders, such as /proc. */
async function makeFolder(path: string): Promise<void> {
  const make = () => mkdir(path).catch((error: NodeJS.ErrnoException) => error);
  let error = await make();
  if (error?.code === 'ENOENT' && dirname(path) !== path) {
    await makeFolder(dirname(path));
    error = await make();
  }
  if (error && error.code !== 'EEXIST') throw new CliError(error.message);
}

/** Returns the paths that were written. Without `force` a file that differs stops it before anything is written. */
async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, Content>,
  { bytesOf, force }: { bytesOf: (content: Content) => Promise<Uint8Array>; force: boolean },
): Promise<string[]> {
  const changed: string[] = [];
  for (const [path, content] of files) {
    const before = await readFile(join(folder, path)).catch(whenMissing);
    if (before?.equals(await bytesOf(content))) continue;
    if (before && !force) throw new CliError(`${path} differs from the game. Commit it, and pull with --force.`);
    changed.push(path);
  }
  for (const path of changed) {
    await makeFolder(dirname(join(folder, path)));
    await writeFile(join(folder, path), await bytesOf(files.get(path) ?? ''));
  }
  return changed;
}
