import path from 'node:path';
import { missingForImages } from './images/base-image.mjs';
import { buildProcesses, buildWeb, generateSources } from './lib/build.mjs';
import { describeFailure, Failure } from './lib/failure.mjs';
import { installPackages, runNpm } from './lib/install.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { requireNode } from './lib/node-version.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { runTool } from './lib/run-tool.mjs';
import { bold, red, say, step, warn } from './lib/terminal.mjs';
import { findChromium, installTestPackages } from './lib/test-packages.mjs';
import { openTestDirectory, startTestDocker, startTestStores } from './lib/test-services.mjs';
import { readReport } from './lib/vitest-report.mjs';

const all = process.argv[2] === '--all';
const chosen = process.argv.slice(all ? 3 : 2);
const wants = (/** @type {RegExp} */ pattern) =>
  chosen.length === 0 || chosen.some((argument) => pattern.test(argument));

/** @param {string} doing @param {() => Promise<void>} check @returns {Promise<number>} 1 when it failed */
async function check(doing, check) {
  try {
    await step(doing, check);
    return 0;
  } catch (error) {
    say(red(`${doing}: failed\n${describeFailure(error)}`));
    return 1;
  }
}

/** @param {string} script of package.json */
async function npmRun(script) {
  const { code, output } = await runNpm('run', '--silent', script);
  if (code !== 0) throw new Failure(output.trimEnd());
}

/** @param {import('./lib/lifecycle.mjs').Lifecycle} lifecycle @param {boolean} hasBrowser @param {NodeJS.ProcessEnv} env */
async function runVitest(lifecycle, hasBrowser, env) {
  const projects = chosen.length === 0 && !hasBrowser ? ['--project=!browser'] : [];
  const args = ['run', '--config', 'vitest.workspace.ts', ...projects, ...chosen];
  const abort = new AbortController();
  const vitest = runTool(process.execPath, [inRoot('node_modules/vitest/vitest.mjs'), ...args], {
    cwd: root,
    env,
    show: true,
    signal: abort.signal,
  });
  lifecycle.onStop(async () => {
    abort.abort();
    await vitest.catch(() => undefined);
  });
  return (await vitest).code;
}

const checkSources = () => [
  check('Building', buildProcesses),
  check('Checking types', () => npmRun('typecheck')),
  check('Checking style and imports', () => npmRun('lint')),
];

/**
 * @param {Awaited<ReturnType<typeof startTestDocker>>} docker @param {string | null} chromium
 * @returns {string[]} what is left out and why
 */
function listSkipped({ missing, environment }, chromium) {
  const lacking = all || chosen.length > 0 ? missingForImages() : null;
  return [
    ...(missing ? [`tests with real containers: ${missing}`] : []),
    ...(environment.TEST_DOCKER === '1' && lacking ? [`tests of the images: ${lacking}`] : []),
    ...(chromium === null ? ['tests in a browser: no Chromium was found, name one with TEST_CHROMIUM'] : []),
  ];
}

await runCommand(async (lifecycle) => {
  requireNode();
  await installPackages();
  await installTestPackages();
  await generateSources();
  // Beside the start of the stores.
  const checking = chosen.length > 0 ? [] : checkSources();
  const place = openTestDirectory(lifecycle);
  const stores = await startTestStores(lifecycle, place);

  const docker = wants(/docker|worker|container|e2e|browser|images/)
    ? await startTestDocker(lifecycle, place)
    : { environment: { TEST_DOCKER: '0' }, missing: null };
  const chromium = findChromium();
  const skipped = listSkipped(docker, chromium);
  for (const line of skipped) warn(`SKIPPED ${line}`);

  const results = await Promise.all(checking);
  let failed = results.reduce((sum, count) => sum + count, process.env.CI === 'true' ? skipped.length : 0);
  if (chromium !== null && wants(/e2e|browser/)) failed += await check('Building the web client', buildWeb);

  const report = path.join(place.directory, 'report.json');
  const code = await runVitest(lifecycle, chromium !== null, {
    ...process.env,
    ...(all || chosen.length > 0 ? {} : { TEST_SET: 'change' }),
    ...(results[0] === 0 ? { TEST_BUILT: '1' } : {}),
    TEST_REPORT: report,
    ...stores,
    ...docker.environment,
    ...(chromium ? { TEST_CHROMIUM: chromium } : {}),
  });
  const counts = await readReport(report);
  // The exit code also covers what no report contains, such as vitest itself being killed.
  failed += counts.failed || Number(code !== 0);
  for (const line of [...skipped.map((one) => `SKIPPED ${one}`), ...counts.warnings]) warn(line);
  for (const line of counts.problems) say(red(line));
  await lifecycle.stopAll();
  say(bold(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`));
  return failed === 0 ? 0 : 1;
});
