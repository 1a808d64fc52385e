import { startChild } from './child.mjs';
import { inRoot, root } from './paths.mjs';
import { dim, red, say, yellow } from './terminal.mjs';

/** @type {Record<number, (text: string) => string>} */
const paints = { 10: dim, 20: dim, 40: yellow, 50: red, 60: red };

/** @param {string} name @param {string} line */
function format(name, line) {
  try {
    const { level, time, msg, pid, hostname, process, err, ...rest } = JSON.parse(line);
    const more = Object.keys(rest).length > 0 ? dim(` ${JSON.stringify(rest)}`) : '';
    const stack = err ? `\n${err.stack ?? err.message}` : '';
    return `${dim(name)} ${(paints[level] ?? String)(msg ?? '')}${more}${stack}`;
  } catch {
    return `${dim(name)} ${line}`;
  }
}

/**
 * Runs a TypeScript program again whenever a file it imports changes.
 * @param {{ name: string, program: string, run: string, env: NodeJS.ProcessEnv }} options
 */
export function startWatched({ name, program, run, env }) {
  return startChild({
    name,
    command: process.execPath,
    args: [inRoot('node_modules/tsx/dist/cli.mjs'), 'watch', '--clear-screen=false', inRoot(program)],
    cwd: root,
    env,
    run,
    onLine: (line) => say(format(name, line)),
  });
}
