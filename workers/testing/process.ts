import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { testSecretKey } from '@vexil/db/testing/game';
import { programWords } from '@vexil/db/testing/program';

export interface WorkerProcess {
  /** All it wrote so far, line by line. */
  lines: string[];
  isAlive(): boolean;
  /** Ends it at once, as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to finish and waits until it did. */
  stop(): Promise<void>;
}

/** A worker as operators run it, in a process of its own that a test may kill. Resolves when it takes jobs. */
export async function startWorkerProcess(environment: Record<string, string>): Promise<WorkerProcess> {
  const child: ChildProcess = spawn(process.execPath, programWords('workers/main'), {
    env: { ...process.env, SECRET_KEY: testSecretKey, LOG_LEVEL: 'info', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  const lines: string[] = [];
  child.stderr?.setEncoding('utf8').on('data', (data: string) => {
    lines.push(data);
    process.stderr.write(data);
  });
  const ready = new Promise<void>((resolve) => {
    let rest = '';
    child.stdout?.setEncoding('utf8').on('data', (data: string) => {
      const received = (rest + data).split('\n');
      rest = received.pop() ?? '';
      lines.push(...received);
      if (received.some((line) => line.includes('takes jobs'))) resolve();
    });
  });
  await Promise.race([
    ready,
    exited.then(([code]) => {
      throw new Error(`The worker ended with code ${code} before it took jobs.`);
    }),
  ]);
  return {
    lines,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
