import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { inRoot } from '../lib/paths.mjs';

/** A directory that is gone after the test; below a closed one, as a clone in a home directory is. */
export function makeDirectory(): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'vexil-scripts-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));
  return directory;
}

export interface Program {
  child: ChildProcess;
  /** All it has printed so far. */
  output(): string;
  /** Settles when it has printed the text; rejects when it ends before. */
  prints(text: string): Promise<void>;
  ended: Promise<number | null>;
}

/** Runs a program in the repository, with these settings besides PATH and HOME. */
export function runProgram(command: string, args: readonly string[], environment: Record<string, string>): Program {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    cwd: inRoot(),
    env: { PATH, HOME, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const listener of listeners) listener();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  return {
    child,
    output: () => output,
    ended,
    prints: (text) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (output.includes(text)) resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without printing "${text}":\n${output}`)));
      }),
  };
}

/** Runs a script of this folder with these settings and no others. */
export const runScript = (script: string, environment: Record<string, string> = {}, args: readonly string[] = []) =>
  runProgram(process.execPath, [inRoot('scripts', script), ...args], environment);

/** Runs a piece of a module; it may import from `lib`. */
export const runCode = (code: string) =>
  runProgram(
    process.execPath,
    ['--input-type=module', '-e', code.replaceAll("'lib/", `'${inRoot('scripts/lib')}/`)],
    {},
  );
