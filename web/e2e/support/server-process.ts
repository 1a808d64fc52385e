import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pinoError = 50;

export interface ServerProcess {
  /** Log lines of level error and above, and what it wrote to stderr. */
  errors: string[];
  stop(): Promise<void>;
}

function levelOf(line: string): number {
  try {
    return Number((JSON.parse(line) as { level?: number }).level ?? 0);
  } catch {
    return 0;
  }
}

/** The server as operators run it, from its sources. Resolves when it listens. */
export async function startServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: root,
    env: { ...process.env, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errors: string[] = [];
  const exited = once(child, 'exit');
  child.stderr?.on('data', (data: Buffer) => errors.push(data.toString()));
  const listening = new Promise<void>((resolve) => {
    let rest = '';
    child.stdout?.on('data', (data: Buffer) => {
      const lines = (rest + data.toString()).split('\n');
      rest = lines.pop() ?? '';
      errors.push(...lines.filter((line) => levelOf(line) >= pinoError));
      if (lines.some((line) => line.includes('The server listens'))) resolve();
    });
  });
  const early = exited.then(([code]) => {
    throw new Error(`The server ended with code ${code} before it listened.\n${errors.join('\n')}`);
  });
  await Promise.race([listening, early]);
  // It ends some day, and then nobody waits for it any more.
  early.catch(() => {});
  return {
    errors,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
