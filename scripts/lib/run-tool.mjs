import { spawn } from 'node:child_process';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGTERM');
});

/**
 * Kills the program when this process ends first.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, input?: string | Buffer, uid?: number, gid?: number, show?: boolean, signal?: AbortSignal }} [options]
 *   `show` hands the program this terminal instead of collecting what it prints.
 * @returns {Promise<{ code: number | null, output: string }>} output and errors in the order they came
 */
export function runTool(command, args, { input, show = false, ...options } = {}) {
  return new Promise((resolve, reject) => {
    /** @type {import('node:child_process').StdioOptions} */
    const stdio = [input === undefined ? 'ignore' : 'pipe', show ? 'inherit' : 'pipe', show ? 'inherit' : 'pipe'];
    /** @type {import('node:child_process').ChildProcess} */
    const child = spawn(command, args, { ...options, stdio });
    running.add(child);
    let output = '';
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => {
      running.delete(child);
      reject(error);
    });
    child.on('close', (code) => {
      running.delete(child);
      resolve({ code, output });
    });
    // EPIPE of a program that ended early; its exit code is reported.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
  });
}

/** @param {string} output */
export function tail(output, lines = 20) {
  return output.trimEnd().split('\n').slice(-lines).join('\n');
}
