import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { convertEvent } from '../readers/event-export';
import { CliError, whenMissing } from './cli-error';
import { openFolder } from './commands';
import { line, showRemarks } from './show';

/** Writes the export of a finished event as the one form that the server reads. It keeps nothing after a problem. */
export async function convertFile(path: string, { to, json = false }: { to: string; json?: boolean }): Promise<number> {
  const { content, ...remarks } = await convertEvent(await openFolder(path), Date.now());
  if (json) line(JSON.stringify(remarks));
  else showRemarks(remarks);
  if (!content) return 1;
  if (await stat(to).catch(whenMissing)) throw new CliError(`${to} is there already.`);
  await pipeline(content, createWriteStream(to, { flags: 'wx', mode: 0o600 }));
  if (!json) line(`${to} written. It holds addresses, password hashes and flags.`);
  return 0;
}
