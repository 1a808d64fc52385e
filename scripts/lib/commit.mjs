import { execFileSync } from 'node:child_process';
import { inRoot } from './paths.mjs';

/** For the About page; empty in an unpacked archive, which has no repository. */
export function sourceCommit() {
  if (process.env.VEXIL_COMMIT) return process.env.VEXIL_COMMIT;
  try {
    const git = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: inRoot(), stdio: ['ignore', 'pipe', 'ignore'] });
    return git.toString().trim();
  } catch {
    return '';
  }
}
