import { spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../main.ts', import.meta.url));

interface Ran {
  code: number | null;
  out: string;
  errors: string;
}

interface Asked {
  url: string;
  token: string;
  gameId: number;
}

/** As a pipeline runs it: neither DATABASE_URL nor SECRET_KEY is there. */
export function runVexil({ url, token, gameId }: Asked, args: string[], more: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const env = { PATH: process.env.PATH, VEXIL_URL: url, VEXIL_TOKEN: token, VEXIL_GAME: `${gameId}`, ...more };
  const child = spawn(process.execPath, ['--import', 'tsx', program, ...args], { env });
  let out = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out, errors })));
}

export async function writeFolder(at: string, entries: Record<string, string | Buffer>): Promise<void> {
  for (const [path, content] of Object.entries(entries)) {
    await mkdir(dirname(join(at, path)), { recursive: true });
    await writeFile(join(at, path), content);
  }
}
