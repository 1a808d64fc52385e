// Every page at all supported widths and themes. What can be checked automatically is asserted; with SCREENSHOTS naming
// a folder, pictures are stored there for review.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildCompetition, type Competition, password } from './support/competition';
import type { Person, PersonOptions } from './support/person';
import { openStage } from './support/stage';

const stage = openStage();
const pictures = process.env.SCREENSHOTS;
let competition: Competition;
let player: { userName: string };

beforeAll(async () => {
  competition = await buildCompetition(stage.platform, () => stage.caller(), {
    title: 'Grand Hotel Meridian',
    challenges: {
      'Left Luggage': 'Crypto',
      'Night Shift': 'Web',
      'Lobby Quiz': 'Misc',
      'The Dumbwaiter': 'Pwn',
      'Room Service Receipts': 'Forensics',
    },
  });
  const teams = [];
  for (const name of ['Nightjars', 'Night Owls', '蓝色夜莺', 'The Long Named Owls'])
    teams.push(await competition.addTeam(name));
  const [first, second, third] = teams;
  if (!first || !second || !third) throw new Error('Three teams play.');
  player = first;
  for (const title of ['Left Luggage', 'Night Shift']) {
    for (const { caller } of [second, first, third]) await competition.submit(caller, title);
  }
  await competition.publish('The **bar** closes at two. See [the rules](/games).');
  await buildCompetition(stage.platform, () => stage.caller(), {
    title: 'Winter Warm-up',
    startsIn: 86_400_000,
    endsIn: 90_000_000,
  });
  await buildCompetition(stage.platform, () => stage.caller(), {
    title: 'Autumn Leaves',
    startsIn: -90_000_000,
    endsIn: -86_400_000,
    practiceMode: false,
  });
});

const pages = (): Record<'visitor' | 'player' | 'admin', string[]> => {
  const game = `/games/${competition.gameId}`;
  const edit = `/admin/games/${competition.gameId}`;
  const challenge = `${edit}/challenges/${competition.challenges.get('Left Luggage')}`;
  return {
    visitor: [
      '/',
      '/games',
      '/account/login',
      '/account/register',
      '/account/recovery',
      '/account/reset?token=eA&email=bWlyYUBleGFtcGxlLm9yZw',
      '/account/verify',
      '/about',
      '/no/such/page',
      game,
      `${game}/scoreboard`,
    ],
    player: [
      '/',
      '/games',
      '/teams',
      '/account/profile',
      '/account/confirm',
      game,
      `${game}/challenges`,
      `${game}/challenges?challenge=${competition.challenges.get('Lobby Quiz')}`,
      `${game}/challenges?challenge=${competition.challenges.get('Left Luggage')}`,
      `${game}/scoreboard`,
      `${game}/notices`,
    ],
    admin: [
      '/admin/games',
      '/admin/users',
      '/admin/tokens',
      '/admin',
      '/admin/teams',
      '/admin/instances',
      '/admin/logs',
      '/admin/audit',
      '/admin/files',
      '/admin/settings',
      `${edit}/info`,
      `${edit}/challenges`,
      challenge,
      `${challenge}/flags`,
      `${edit}/divisions`,
      `${edit}/review`,
      `${edit}/notices`,
      `${edit}/audit`,
      `${edit}/staff`,
    ],
  };
};

/** Untranslated text keys on the page. */
async function findTextNames(page: Page): Promise<string[]> {
  const words = await page.locator('body').innerText();
  /** The audit log shows actions by their names. */
  const codes = new Set(await page.locator('.mono').allInnerTexts());
  return (
    words
      .match(/\b[a-z][A-Za-z]+(-[a-z]+)?(\.[a-zA-Z]{3,}){1,3}\b(?!\.)/g)
      ?.filter((word) => !codes.has(word) && !/example|registry|flag|\.(com|org|test|invalid|zip|txt)$/.test(word)) ??
    []
  );
}

async function look(person: Person, paths: string[], folder: string): Promise<void> {
  for (const path of paths) {
    const { page } = person;
    await person.goto(path);
    await page.getByRole('main').locator('h1, h2, form').first().waitFor();
    await page.waitForLoadState('networkidle');
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide, `${path} is wider than the window`).toBe(0);
    expect(await findTextNames(page), `${path} shows names of texts`).toEqual([]);
    expect(await page.title(), path).not.toBe('');
    if (!pictures) continue;
    await mkdir(join(pictures, folder), { recursive: true });
    await page.screenshot({ path: join(pictures, folder, `${path.replace(/\W+/g, '_')}.png`) });
  }
}

const looks: (Required<Pick<PersonOptions, 'width' | 'scheme' | 'language'>> & { always: boolean })[] = [
  { width: 1440, scheme: 'dark', language: 'en-US', always: true },
  { width: 360, scheme: 'light', language: 'zh-CN', always: true },
  { width: 360, scheme: 'dark', language: 'en-US', always: false },
  { width: 1440, scheme: 'light', language: 'zh-CN', always: false },
  { width: 1024, scheme: 'light', language: 'en-US', always: false },
];

describe.each(looks.filter(({ always }) => always || pictures))(
  'at $width px, $scheme, $language',
  ({ always: _, ...options }) => {
    const height = options.width < 768 ? 740 : 900;

    it.each(['visitor', 'player', 'admin'] as const)(
      'every page of a %s fits the window and is complete',
      async (who) => {
        const person = await stage.person(who, { ...options, height });
        const login = who === 'admin' ? stage.platform.admin : { userName: player.userName, password };
        if (who !== 'visitor') await person.page.request.post('/api/account/login', { data: login });
        await look(person, pages()[who], `${options.width}-${options.scheme}-${options.language}`);
      },
    );
  },
);
