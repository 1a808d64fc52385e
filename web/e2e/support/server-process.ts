import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pinoError = 50;

export interface ServerProcess {
  /** Log lines of level error and above, and what it wrote to stderr. */
  errors: string[];
  /** All it wrote so far, line by line. */
  lines: string[];
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
  const lines: string[] = [];
  const exited = once(child, 'exit');
  child.stderr?.setEncoding('utf8').on('data', (data: string) => {
    errors.push(data);
    lines.push(data);
  });
  const listening = new Promise<void>((resolve) => {
    let rest = '';
    child.stdout?.setEncoding('utf8').on('data', (data: string) => {
      const heard = (rest + data).split('\n');
      rest = heard.pop() ?? '';
      lines.push(...heard);
      errors.push(...heard.filter((line) => levelOf(line) >= pinoError));
      if (heard.some((line) => line.includes('The server listens'))) resolve();
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
    lines,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
