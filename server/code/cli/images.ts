import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { PlanImage } from '@vexil/contract/plan';
import type { ReadChallenge, ReadFolder } from '../model';
import { lineOf } from '../readers/folder';
import { listPlanImages, type Target } from './api';
import { CliError } from './cli-error';
import { count, note } from './show';

const run = promisify(execFile);

/** A name with a registry, such as `registry.example.org/kettle:1`, is pushed there. */
const hasRegistry = (image: string) => /[.:]/.test(image.slice(0, Math.max(0, image.indexOf('/'))));

async function docker(key: string, args: string[], quiet: boolean): Promise<void> {
  if (!quiet) note(`docker ${args.join(' ')}`);
  await run('docker', args, { maxBuffer: 64 * 1024 ** 2 }).catch((error: { stderr?: string; message: string }) => {
    const said = (error.stderr || error.message).trim().split('\n').at(-1);
    throw new CliError(`${key}: docker ${args[0]} failed: ${said}`);
  });
}

/** Returns those that were pushed. */
export async function buildImages(
  path: string,
  challenges: readonly ReadChallenge[],
  quiet: boolean,
): Promise<string[]> {
  const pushed: string[] = [];
  for (const { build, challenge, key } of challenges) {
    if (build === null) continue;
    const image = challenge.container?.image ?? '';
    if (image === '' || image === 'unset')
      throw new CliError(`${key}: name the image that is built, as vexil.container.image.`);
    await docker(key, ['build', '-t', image, join(path, build)], quiet);
    if (!hasRegistry(image)) continue;
    await docker(key, ['push', image], quiet);
    pushed.push(image);
  }
  return pushed;
}

export interface ImageRemark {
  file: string;
  line: number | null;
  field: string;
  image: string;
  state: PlanImage['state'];
  message: string;
}

const pollMs = 1000;
/** Of a large image more is not worth a pipeline's time. */
const waitMsMax = 60_000;

/** Those that the engines do not have: waits for what they were asked to pull. */
export async function findImages(
  target: Target,
  planId: string,
  { read, quiet }: { read: ReadFolder; quiet: boolean },
): Promise<ImageRemark[]> {
  if (!read.challenges.some(({ challenge }) => challenge.type?.endsWith('Container'))) return [];
  let images = await listPlanImages(target, planId);
  const waiting = () => new Set(images.flatMap(({ image, state }) => (state === 'waiting' ? image : []))).size;
  if (waiting() > 0 && !quiet) note(`waiting for the engines, which pull ${count(waiting(), 'image')}`);
  for (const end = Date.now() + waitMsMax; waiting() > 0 && Date.now() < end; ) {
    await sleep(pollMs);
    images = await listPlanImages(target, planId);
  }
  return images
    .filter(({ state }) => state !== 'present')
    .map(({ key, field, image, state, reason }) => {
      const of = read.challenges.find((one) => one.key === key);
      const message = reason ?? (state === 'waiting' ? `${image} is still being pulled.` : `${image} was not checked.`);
      return { file: of?.path ?? '', line: lineOf(of, field), field, image, state, message };
    });
}

export function showImages(images: readonly ImageRemark[]): void {
  for (const { file, line, field, state, message } of images)
    if (state !== 'unknown') note(`image ${file}${line ? `:${line}` : ''} ${field}: ${message}`);
  const unknown = images.filter(({ state }) => state === 'unknown').length;
  if (unknown > 0) note(`Not checked, because there is no container engine: ${count(unknown, 'image')}.`);
}
