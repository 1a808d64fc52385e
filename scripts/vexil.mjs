// The command line for operators, over the stores of `npm start` or those of the environment.
import { readFileSync } from 'node:fs';
import { buildCode, buildProcesses } from './lib/build.mjs';
import { exists, openDataDir } from './lib/data-dir.mjs';
import { Failure } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { requireNode } from './lib/node-version.mjs';
import { inRoot } from './lib/paths.mjs';
import { runTool } from './lib/run-tool.mjs';
import { findStores } from './lib/running.mjs';
import { startStores } from './lib/services.mjs';
import { dataDirectory, given, openSecretFiles } from './lib/settings.mjs';
import { printToErrors } from './lib/terminal.mjs';

// Standard output is the command's own, for --json.
printToErrors();

/**
 * The settings that `npm start` chooses by itself: its running stores, else stores started for this command.
 * @param {import('./lib/lifecycle.mjs').Lifecycle} lifecycle @param {string} directory @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function chooseSettings(lifecycle, directory, environment) {
  const key = `${directory}/secrets/key`;
  if (given(environment, 'SECRET_KEY') === null && !exists(key)) {
    throw new Failure(`There is no SECRET_KEY. Set it, or put the key of the installation into ${key}.`);
  }
  let stores = findStores(directory);
  if (!stores) {
    const data = openDataDir(directory);
    lifecycle.onStop(async () => data.release());
    stores = await startStores(lifecycle, data, environment);
  }
  return {
    DATABASE_URL: stores.databaseUrl,
    REDIS_URL: stores.redisUrl,
    VERIFY_DATABASE_URL: stores.verifyDatabaseUrl ?? '',
    ...(exists(key) ? { SECRET_KEY: readFileSync(key, 'utf8').trim() } : {}),
  };
}

/** These ask an installation by its address, and need no store of this machine. */
const codeCommands = new Set(['plan', 'apply', 'pull', 'check', 'event']);

/** @param {string[]} args */
async function runCode(args) {
  await buildCode();
  const program = ['--enable-source-maps', inRoot('dist/code/vexil.mjs'), ...args];
  const { code } = await runTool(process.execPath, program, { cwd: process.env.INIT_CWD ?? process.cwd(), show: true });
  return code ?? 1;
}

await runCommand(async (lifecycle) => {
  requireNode();
  await installPackages();
  const args = process.argv.slice(2);
  if (codeCommands.has(args[0] ?? '')) return runCode(args);
  await buildProcesses();
  if (args.includes('import-event')) await buildCode();
  const outer = await openSecretFiles(process.env);
  const directory = dataDirectory(outer, '.data');
  const asksForHelp = args.length === 0 || args.some((one) => /^(-h|--help|help|-V|--version)$/.test(one));
  const isSet = ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY'].every((name) => given(outer, name) !== null);
  const chosen = asksForHelp || isSet ? {} : await chooseSettings(lifecycle, directory, outer);
  const environment = Object.fromEntries(Object.entries(outer).filter(([, value]) => value?.trim()));
  const program = ['--enable-source-maps', inRoot('dist/server/operate.mjs'), ...args];
  const { code } = await runTool(process.execPath, program, {
    cwd: process.env.INIT_CWD ?? process.cwd(),
    env: { ...chosen, ...environment, DATA_DIR: directory },
    show: true,
  });
  return code ?? 1;
});
