import { readFile } from 'node:fs/promises';
import type { Deps } from '@vexil/http/deps';
import { type Config, readConfig } from '@vexil/runtime/config';
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { hasher } from '../account/password';
import type { Operator } from '../audit/audit.service';
import { productInfo } from '../config/product';
import { createDeps } from '../create-deps';
import { OperateError } from '../operate-error';

/** Author of what commands change. */
export const operator: Operator = { accountId: null, ip: null };

export const program = new Command('vexil')
  .description('Operates a Vexil installation. Settings come from the environment, as for the server.')
  .version(productInfo.version)
  .option('--json', 'print the result as JSON')
  .addHelpText(
    'after',
    '\nCompetition as code: plan, apply, pull, check <folder>; event <export>. See vexil plan --help.',
  )
  .showHelpAfterError();

/** Prints one result: as JSON, or as the given lines. */
export function show(result: object, lines: readonly string[]): void {
  const text = program.opts<{ json?: boolean }>().json ? JSON.stringify(result) : lines.join('\n');
  process.stdout.write(`${text}\n`);
}

export async function withDeps<T>(use: (deps: Deps) => Promise<T>): Promise<T> {
  const deps = createDeps(readConfig(process.env), pino({ level: 'silent' }));
  try {
    // Commands such as doctor say so when the database is away.
    await deps.databaseClock.read().catch(() => undefined);
    return await use(deps);
  } finally {
    hasher.close();
    await deps.close();
  }
}

export async function readPassphrase(file: string | undefined): Promise<string | null> {
  if (file === undefined) return null;
  const passphrase = (await readFile(file, 'utf8')).trim();
  if (passphrase.length < 12) throw new OperateError(`${file}: a passphrase has at least 12 characters.`);
  return passphrase;
}

export const count = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1.');
  return Number(text);
};

export const mib = (bytes: number): string => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
export const seconds = (sinceMs: number): number => Math.round((performance.now() - sinceMs) / 100) / 10;

/** Where temporary databases are created: needs a role that may. */
export const scratchDatabaseOf = (
  { databaseUrl, verifyDatabaseUrl }: Pick<Config, 'databaseUrl' | 'verifyDatabaseUrl'>,
  given?: string,
): string => given ?? verifyDatabaseUrl ?? databaseUrl;
