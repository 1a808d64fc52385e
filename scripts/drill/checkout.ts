import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { listReleases, type Release } from '@vexil/db/testing/releases';
import { Failure } from '../lib/failure.mjs';
import { root } from '../lib/paths.mjs';
import { runTool, tail } from '../lib/run-tool.mjs';
import { step } from '../lib/terminal.mjs';

async function run(command: string, args: string[], cwd: string): Promise<string> {
  const { code, output } = await runTool(command, args, { cwd, env: process.env });
  if (code !== 0) throw new Failure(`${command} ${args.slice(0, 2).join(' ')} failed.\n${tail(output, 20)}`);
  return output;
}

/**
 * Packages and programs of another version, built once and kept in the temporary directory.
 * @returns its folder
 */
export async function provideCheckout(commit: string): Promise<string> {
  const found = await runTool('git', ['rev-parse', '--verify', '--quiet', `${commit}^{commit}`], {
    cwd: root,
    env: process.env,
  });
  if (found.code !== 0) throw new Failure(`Commit ${commit} is not here. Fetch the whole history.`);
  const folder = path.join(tmpdir(), `vexil-${found.output.trim().slice(0, 12)}`);
  if (existsSync(folder)) return folder;
  const fresh = `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const archive = path.join(fresh, 'source.tar');
  await run('git', ['archive', '--output', archive, commit], root);
  await run('tar', ['-xf', archive], fresh);
  rmSync(archive);
  const install = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await step(`Installing the packages of ${commit}`, () => run('npm', install, fresh));
  await step(`Building ${commit}`, () => run(process.execPath, ['scripts/build.mjs', 'processes'], fresh));
  renameSync(fresh, folder);
  return folder;
}

/**
 * The release that `--from` names, or the last one.
 * @returns with the folder of its programs
 */
export async function provideRelease(options: ReadonlyMap<string, string>): Promise<Release & { folder: string }> {
  const wanted = options.get('from');
  const release = wanted ? listReleases().find(({ version }) => version === wanted) : listReleases().at(-1);
  if (!release) throw new Failure(`There is no release ${wanted}.`);
  return { ...release, folder: await provideCheckout(release.commit) };
}
