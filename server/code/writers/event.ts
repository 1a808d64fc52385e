// The file of an event: a package with rows of people beside it. The same event gives the same bytes.

import { eventPath, eventTables } from '@vexil/contract/package.people';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { Folder } from '../model';
import type { EventFile } from '../readers/event';

/** Local, as zip archives say times. */
const mtime = new Date(1980, 0, 2);
const rowsPerChunk = 2000;

export async function* writeEvent(folder: Folder, event: EventFile): AsyncGenerator<Uint8Array> {
  let written: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    written.push(chunk);
  });
  const taken = () => {
    const chunks = written;
    written = [];
    return chunks;
  };
  const encoder = new TextEncoder();
  const add = (path: string, entry: ZipDeflate | ZipPassThrough = new ZipDeflate(path, { level: 6 })) => {
    entry.mtime = mtime;
    zip.add(entry);
    return entry;
  };
  const addJson = (path: string, value: object) => add(path).push(encoder.encode(JSON.stringify(value)), true);
  addJson('manifest.json', {});
  addJson('game.json', event.game);
  for (const [index, challenge] of event.challenges.entries())
    addJson(`challenges/challenge-${String(index + 1).padStart(5, '0')}.json`, challenge);
  yield* taken();
  for (const [hash, { path }] of event.files) {
    add('', new ZipPassThrough(`files/${hash}`)).push(await folder.read(path), true);
    yield* taken();
  }
  for (const name of eventTables) {
    const rows: readonly object[] = event.people[name];
    const entry = add(eventPath(name));
    for (let at = 0; at < rows.length; at += rowsPerChunk) {
      const lines = rows.slice(at, at + rowsPerChunk).map((row) => `${JSON.stringify(row)}\n`);
      entry.push(encoder.encode(lines.join('')), false);
      yield* taken();
      // A page stays alive in between.
      await new Promise((resolve) => setTimeout(resolve));
    }
    entry.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
