// Runs the tests of a release on the schema of today: in a rolling upgrade its processes go on with it. Tests that fail are
// run again on their own schema; those that pass there failed because of the schema. Parts of names of files may follow the
// version.

import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../lib/failure.mjs';
import { runCommand } from '../lib/lifecycle.mjs';
import { inRoot } from '../lib/paths.mjs';
import { say, step } from '../lib/terminal.mjs';
import { type OldTests, openOldTests } from './old-tests';

interface Results {
  passed: number;
  /** Names of tests and, where none of them ran, of the file. */
  failed: string[];
  files: string[];
}

interface FileReport {
  name: string;
  status: string;
  assertionResults: { fullName: string; status: string }[];
}

async function runAndRead(tests: OldTests, files?: readonly string[]): Promise<Results> {
  const report = path.join(tests.folder, 'test-results.json');
  rmSync(report, { force: true });
  await tests.run(files, ['--reporter=json', `--outputFile=${report}`]);
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as { testResults: FileReport[] };
  const results: Results = { passed: 0, failed: [], files: [] };
  for (const { name, status, assertionResults } of testResults) {
    const file = path.relative(tests.folder, name);
    const failed = assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName);
    results.passed += assertionResults.filter((one) => one.status === 'passed').length;
    if (status === 'failed' && failed.length === 0) failed.push('the whole file');
    results.failed.push(...failed.map((test) => `${file}: ${test}`));
    if (failed.length > 0) results.files.push(file);
  }
  return results;
}

await runCommand(async (lifecycle) => {
  const tests = await openOldTests(lifecycle, 'release:tests');
  const migrations = path.join(tests.folder, 'db/migrations');
  const own = `${migrations}.own`;
  const restore = () => {
    if (!existsSync(own)) return;
    rmSync(migrations, { recursive: true, force: true });
    renameSync(own, migrations);
  };
  // A run that was killed left migrations of another schema.
  restore();
  renameSync(migrations, own);
  lifecycle.onStop(async () => restore());
  const chosen = process.argv.length > 3 ? process.argv.slice(3) : undefined;
  cpSync(inRoot('db/migrations'), migrations, { recursive: true });
  const today = await step(`Running the tests of ${tests.version} on this schema`, () => runAndRead(tests, chosen));
  restore();
  if (today.passed + today.failed.length === 0) throw new Failure('No test ran.');
  const { files } = today;
  const onOwn = () => step('Running the files that failed on their own schema', () => runAndRead(tests, files));
  const before = files.length === 0 ? [] : (await onOwn()).failed;
  const bySchema = today.failed.filter((name) => !before.includes(name));
  for (const name of bySchema) say(`Fails only on this schema: ${name}`);
  say(`${today.passed} passed, ${today.failed.length} failed, ${bySchema.length} of them only on this schema.`);
  return bySchema.length === 0 ? 0 : 1;
});
