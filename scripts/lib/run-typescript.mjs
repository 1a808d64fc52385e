import { installPackages } from './install.mjs';
import { runCommand } from './lifecycle.mjs';
import { requireNode } from './node-version.mjs';
import { inRoot, root } from './paths.mjs';
import { runTool } from './run-tool.mjs';

/**
 * Runs a tool of developers with the arguments of this command.
 * @param {string} program path in the repository
 */
export const runTypescript = (program) =>
  runCommand(async () => {
    requireNode();
    await installPackages();
    const words = ['--import', 'tsx', inRoot(program), ...process.argv.slice(2)];
    const { code } = await runTool(process.execPath, words, { cwd: root, env: process.env, show: true });
    return code ?? 1;
  });
