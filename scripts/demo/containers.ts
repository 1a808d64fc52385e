import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { ChallengeImage } from '../../docker/challenges/build.mjs';

type Builder = typeof import('../../docker/challenges/build.mjs');

const solveWithinMs = 40_000;

// Relative to the top folder, where the demo runs: the bundle does not include the images.
const folder = () => path.resolve('docker/challenges');
const loadBuilder = (): Promise<Builder> => import(pathToFileURL(path.join(folder(), 'build.mjs')).href);

export const containerFiles = async (): Promise<ChallengeImage[]> => (await loadBuilder()).listChallenges();

/** Rejects when the engine does not answer or a build fails. */
export async function buildImages(dockerHost: string | undefined): Promise<void> {
  const { buildChallengeImages } = await loadBuilder();
  await buildChallengeImages(dockerHost ? { dockerHost } : {});
}

/** Runs the intended solution of a challenge against `entry`, `host:port`, and returns the flag it found. */
export async function solveContainer(name: string, entry: string, signal: AbortSignal): Promise<string> {
  const at = entry.lastIndexOf(':');
  const [host, port] = [entry.slice(0, at).replace(/^\[|\]$/g, ''), entry.slice(at + 1)];
  const solution = path.join(folder(), name, 'solve.mjs');
  const { stdout } = await promisify(execFile)(process.execPath, [solution, host, port], {
    signal,
    timeout: solveWithinMs,
  });
  return stdout.trim();
}
