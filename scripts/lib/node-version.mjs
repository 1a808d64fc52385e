import { Failure } from './failure.mjs';

const needed = [20, 19];

/** @param {string} version such as 20.19.0 */
export function requireNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [neededMajor = 0, neededMinor = 0] = needed;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  throw new Failure(
    `Vexil needs Node.js ${needed.join('.')} or newer, this is ${version}.\nInstall a newer one from https://nodejs.org and run the same command again.`,
  );
}
