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

/** @param {import('./lib/lifecycle.mjs').Lifecycle} lifecycle @param {readonly string[]} args @param {NodeJS.ProcessEnv} env */
async function runVitest(lifecycle, args, env) {
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

await runCommand(
  async (lifecycle) => {
    requireNode();
    await installPackages();
    await installTestPackages();
    await generateSources();
    // Beside the start of the stores.
    const checking =
      chosen.length > 0
        ? []
        : [
            check('Building', buildProcesses),
            check('Checking types', () => npmRun('typecheck')),
            check('Checking style and imports', () => npmRun('lint')),
          ];
    const place = openTestDirectory(lifecycle);
    const stores = await startTestStores(lifecycle, place);

    /** @type {string[]} */
    const skipped = [];
    const docker = wants(/docker|worker|container|e2e|browser|images/)
      ? await startTestDocker(lifecycle, place)
      : { environment: { TEST_DOCKER: '0' }, missing: null };
    if (docker.missing) skipped.push(`tests with real containers: ${docker.missing}`);
    const lacking = missingForImages();
    if (docker.environment.TEST_DOCKER === '1' && lacking && (all || chosen.length > 0))
      skipped.push(`tests of the images: ${lacking}`);
    const chromium = findChromium();
    const withBrowser = chromium !== null && wants(/e2e|browser/);
    if (chromium === null) skipped.push('tests in a browser: no Chromium was found, name one with TEST_CHROMIUM');
    for (const line of skipped) warn(`SKIPPED ${line}`);

    let failed = process.env.CI === 'true' ? skipped.length : 0;
    const results = await Promise.all(checking);
    for (const count of results) failed += count;
    if (withBrowser) failed += await check('Building the web client', buildWeb);

    const report = path.join(place.directory, 'report.json');
    const projects = chosen.length === 0 && chromium === null ? ['--project=!browser'] : [];
    const code = await runVitest(lifecycle, ['run', '--config', 'vitest.workspace.ts', ...projects, ...chosen], {
      ...process.env,
      ...(all || chosen.length > 0 ? {} : { TEST_SET: 'change' }),
      ...(results[0] === 0 ? { TEST_BUILT: '1' } : {}),
      TEST_REPORT: report,
      ...stores,
      ...docker.environment,
      ...(chromium ? { TEST_CHROMIUM: chromium } : {}),
    });
    const counts = await readReport(report);
    failed += counts.failed;
    // The exit code also covers what no report contains, such as vitest itself being killed.
    if (code !== 0 && counts.failed === 0) failed += 1;
    for (const line of skipped) warn(`SKIPPED ${line}`);
    for (const line of counts.warnings) warn(line);
    for (const line of counts.problems) say(red(line));
    await lifecycle.stopAll();
    say(bold(`${counts.passed} passed, ${failed} failed, ${counts.skipped} skipped`));
    return failed === 0 ? 0 : 1;
  },
  { interrupted: 130 },
);
