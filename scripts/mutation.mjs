import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Failure } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { requireNode } from './lib/node-version.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { runTool } from './lib/run-tool.mjs';
import { bold, red, say } from './lib/terminal.mjs';
import { listRuleFiles, ruleFileCount } from './mutation/rule-files.mjs';
import { judge, readEquivalents, readMutants } from './mutation/survivors.mjs';

/**
 * Runs Stryker on every rule and policy, or on those in the named folders. Outside CI, because it takes an hour. A
 * mutant that survives without a reason in equivalent.json fails it.
 */
const given = process.argv.slice(2);
const folders = given.filter((argument) => !argument.startsWith('--'));
const concurrency = given.find((argument) => argument.startsWith('--concurrency='))?.split('=')[1] ?? '2';

/** @param {readonly string[]} files @param {string} report where Stryker writes what became of each mutant */
const settings = (files, report) => ({
  mutate: files,
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation/vitest.config.ts' },
  coverageAnalysis: 'perTest',
  concurrency: Number(concurrency),
  // Stryker uses the JavaScript interface of TypeScript, which TypeScript 7 no longer has.
  tsconfigFile: 'none',
  ignorePatterns: ['dist', '.data*', 'bench-results', 'docs'],
  cleanTempDir: 'always',
  reporters: ['progress-append-only', 'clear-text', 'json'],
  clearTextReporter: { reportTests: false, reportMutants: false, logTests: false },
  jsonReporter: { fileName: report },
  allowConsoleColors: Boolean(process.stdout.isTTY),
});

await runCommand(async (lifecycle) => {
  requireNode();
  await installPackages();
  const all = listRuleFiles();
  if (all.length < ruleFileCount) throw new Failure(`${all.length} files of rules were found, not ${ruleFileCount}.`);
  const empty = folders.filter((folder) => listRuleFiles(folder).length === 0);
  if (empty.length > 0) throw new Failure(`There are no rules in ${empty.join(', ')}.`);
  const files = folders.length === 0 ? all : folders.flatMap((folder) => listRuleFiles(folder));

  const directory = mkdtempSync(path.join(os.tmpdir(), 'vexil-mutation-'));
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
  const [config, report] = [path.join(directory, 'stryker.json'), path.join(directory, 'report.json')];
  writeFileSync(config, JSON.stringify(settings(files, report)));
  const abort = new AbortController();
  const stryker = runTool(
    process.execPath,
    [inRoot('node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config],
    {
      cwd: root,
      show: true,
      signal: abort.signal,
    },
  );
  lifecycle.onStop(async () => {
    abort.abort();
    await stryker.catch(() => undefined);
  });
  const { code } = await stryker;
  if (code !== 0) throw new Failure(`Stryker ended with ${code}.`);

  const mutants = readMutants(JSON.parse(readFileSync(report, 'utf8')));
  const { killed, excused, survivors, stale } = judge(mutants, readEquivalents());
  for (const { file, lineNumber, line, change, status } of survivors) {
    say(`${status} ${file}:${lineNumber}\n  ${line}\n  ${change}`);
  }
  for (const { file, line, change } of stale) {
    say(`Listed as equivalent, but killed or gone: ${file}\n  ${line}\n  ${change}`);
  }
  const failed = killed === 0 || survivors.length > 0 || stale.length > 0;
  const verdict = `Mutants in ${files.length} files: ${killed} killed, ${excused} survive with a reason, ${survivors.length} without.`;
  say(failed ? red(verdict) : bold(verdict));
  return failed ? 1 : 0;
});
