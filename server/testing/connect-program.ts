import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../../scripts/lib/find-program.mjs';

const program = fileURLToPath(new URL('../../web/public/connect/vexil-connect.py', import.meta.url));
const python = findProgram('python3');
if (!python) process.stderr.write('SKIPPED vexil-connect: python3 is missing\n');

export const hasPython = python !== null;

export interface RunningProgram {
  child: ChildProcess;
  /** Standard error so far. */
  errors(): string;
  output(): Buffer;
  exited: Promise<number | null>;
  stop(): Promise<void>;
}

export function runConnectProgram(args: readonly string[]): RunningProgram {
  const child = spawn(python ?? 'python3', [program, ...args], {
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
  });
  let errors = '';
  const output: Buffer[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdin.on('error', () => {});
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    errors: () => errors,
    output: () => Buffer.concat(output),
    exited,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The port of a program that opened one. */
export async function localPortOf({ child, output, errors, exited }: RunningProgram): Promise<number> {
  while (!output().includes('\n')) {
    const ended = await Promise.race([once(child.stdout as NonNullable<typeof child.stdout>, 'data'), exited]);
    if (!Array.isArray(ended)) throw new Error(`The program ended with ${ended}: ${errors()}`);
  }
  return Number(/:(\d+)\n/.exec(output().toString())?.[1]);
}

export async function connectLocally(port: number): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** All bytes up to the end of the other side's output, after which this side ends as well. */
export async function readToEnd(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  socket.on('data', (chunk) => chunks.push(chunk));
  if (!socket.readableEnded && !socket.destroyed) {
    await new Promise<void>((resolve) => {
      socket.once('end', resolve);
      socket.once('close', resolve);
    });
  }
  socket.end();
  return Buffer.concat(chunks);
}
