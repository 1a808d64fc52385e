import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { testSecretKey } from '@vexil/db/testing/game';
import { programWords } from '@vexil/db/testing/program';

export interface ServerProcess {
  pid: number;
  port: number;
  kill(signal: NodeJS.Signals): void;
  /** Resolves with the exit code; null after a signal that it did not handle. */
  exited: Promise<number | null>;
}

/** The built server in its own process. Resolves when it listens. */
export async function startServerProcess(environment: Record<string, string>): Promise<ServerProcess> {
  const child = spawn(process.execPath, programWords('server/main'), {
    env: {
      ...process.env,
      SECRET_KEY: testSecretKey,
      LOG_LEVEL: 'info',
      PORT: '0',
      HOST: '127.0.0.1',
      CONTAINER_ENGINE: 'none',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
    process.stderr.write(text);
  });
  const exited = once(child, 'exit').then(([code]) => code as number | null);
  const listens = new Promise<number>((resolve) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (data: string) => {
      text += data;
      const port = /"port":(\d+)[^\n]*The server listens/.exec(text)?.[1];
      if (port) resolve(Number(port));
    });
  });
  const failed = exited.then((code) => {
    throw new Error(`The server ended with code ${code} before it listened. ${errors}`);
  });
  const port = await Promise.race([listens, failed]);
  failed.catch(() => undefined);
  return { pid: child.pid ?? 0, port, exited, kill: (signal) => void child.kill(signal) };
}
