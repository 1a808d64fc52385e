import { execFile } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { ChallengeImage } from '../../docker/challenges/build.mjs';

type Builder = typeof import('../../docker/challenges/build.mjs');

const solveWithinMs = 40_000;

// Not part of the bundle: it finds its images beside itself. The demo runs in the top folder.
const folder = () => path.resolve('docker/challenges');
const loadBuilder = (): Promise<Builder> => import(pathToFileURL(path.join(folder(), 'build.mjs')).href);

/** The challenges that need a container, as their folders describe them. */
export const containerFiles = async (): Promise<ChallengeImage[]> => (await loadBuilder()).listChallenges();

/** Builds their images. Rejects when the engine does not answer or a build fails. */
export async function buildImages(dockerHost: string | undefined): Promise<void> {
  const { buildChallengeImages } = await loadBuilder();
  await buildChallengeImages(dockerHost ? { dockerHost } : {});
}

/**
 * Runs the intended solution of a challenge against a running container.
 * @param entry `host:port`
 * @returns what it found, as it stands in the container
 */
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
