import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type {} from '@vexil/db/testing/global-setup';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
// @ts-expect-error The scripts are plain JavaScript, so that they run before anything is installed.
import { buildWeb } from '../../../scripts/lib/build.mjs';
import { createClient, type VexilClient } from '../../../server/client/vexil';
import { openPerson, type Person, type PersonOptions } from './person';
import { type Platform, startPlatform } from './platform';

export interface Stage {
  readonly platform: Platform;
  /** Opens a browser, which is closed after the test; problems in its pages fail the test. */
  person(name: string, options?: PersonOptions): Promise<Person>;
  /** Prepares data; has a session of its own after signing in. */
  caller(): VexilClient;
}

/** Not `localhost`, so that pages there are without TLS as in a hall's own network. */
export const hallHost = 'ctf.lan';
const chromiumFlags = [
  ...['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  `--host-resolver-rules=MAP ${hallHost} 127.0.0.1`,
];
const failures = process.env.BROWSER_FAILURES ?? join(tmpdir(), 'vexil-browser-failures');

export function openStage(settings: Readonly<Record<string, string>> = {}): Stage {
  let platform: Platform;
  let browser: Browser;
  let people: Person[] = [];

  beforeAll(async () => {
    await buildWeb();
    [platform, browser] = await Promise.all([
      startPlatform({ databaseUrl: inject('databaseUrl'), redisUrl: inject('redisUrl') }, settings),
      chromium.launch({ executablePath: process.env.TEST_CHROMIUM ?? '/usr/bin/chromium', args: chromiumFlags }),
    ]);
  });
  afterEach(async ({ task }) => {
    const finished = people;
    people = [];
    const problems = [...finished.flatMap((person) => person.problems), ...platform.serverErrors().splice(0)];
    if (task.result?.state === 'fail' || problems.length > 0) await photograph(finished, task.name);
    await Promise.all(finished.map(({ context }) => context.close()));
    expect(problems, 'the pages and the server went through it without complaint').toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.stop();
  });

  return {
    get platform() {
      return platform;
    },
    async person(name, options) {
      const url = platform.url.replace('127.0.0.1', options?.host ?? '127.0.0.1');
      const person = await openPerson(browser, url, name, options);
      people.push(person);
      return person;
    },
    caller: () => createClient({ baseUrl: platform.url }),
  };
}

async function photograph(people: Person[], title: string): Promise<void> {
  await mkdir(failures, { recursive: true });
  for (const { name, page } of people) {
    const path = join(failures, `${title} - ${name}.png`.replace(/[^\w .-]/g, '_'));
    await page
      .screenshot({ path })
      .then(() => process.stderr.write(`${name} saw ${path} at ${page.url()}\n`))
      .catch((error: Error) => process.stderr.write(`${name} could not be photographed: ${error.message}\n`));
  }
}
