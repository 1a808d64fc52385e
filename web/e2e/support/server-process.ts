import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { programWords } from '@vexil/db/testing/program';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const pinoError = 50;

export interface ServerProcess {
  /** Log lines of level error and above, and stderr. */
  errors: string[];
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

/** Starts the server as operators do; resolves when it listens. */
export async function startServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const child: ChildProcess = spawn(process.execPath, programWords('server/main'), {
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
      const complete = (rest + data).split('\n');
      rest = complete.pop() ?? '';
      lines.push(...complete);
      errors.push(...complete.filter((line) => levelOf(line) >= pinoError));
      if (complete.some((line) => line.includes('The server listens'))) resolve();
    });
  });
  const early = exited.then(([code]) => {
    throw new Error(`The server ended with code ${code} before it listened.\n${errors.join('\n')}`);
  });
  await Promise.race([listening, early]);
  // Avoids an unhandled rejection when the process exits later.
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
