// Every page, as everyone who can use it: no line on the console, no broken rule of accessibility, nothing wider than
// the window, no text missing. `npm run test:pages` does it in all languages, themes and widths; other runs take a
// sample. With SCREENSHOTS naming a folder, pictures are stored there for review.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type LanguageTag, languageTags } from '../src/i18n/languages';
import { findCutMoments, findOverflow, findTextKeys, findViolations, watchRequests } from './pages/check';
import { addressesOf, entries, type Role, readRoutePaths, roles } from './pages/entries';
import { type FilledGame, fillPlatform } from './pages/filled-game';
import type { Person } from './support/person';
import { openStage } from './support/stage';

type Scheme = 'dark' | 'light';
interface Look {
  width: number;
  /** The first two are those in which the pages are loaded. */
  languages: readonly LanguageTag[];
  schemes: readonly [Scheme, ...Scheme[]];
}

const all = process.env.PAGES === 'all';
const pictures = process.env.SCREENSHOTS;
const looks: Look[] = all
  ? [360, 1366].map((width) => ({ width, languages: languageTags, schemes: ['dark', 'light'] }))
  : [{ width: 360, languages: ['en-US', 'de-DE'], schemes: ['dark'] }];

const stage = openStage({ CONTAINER_ENGINE: 'none' });
let filled: FilledGame;

/** As another tab of the same browser does it. */
async function store(page: Page, key: string, value: string): Promise<void> {
  await page.evaluate(
    ([name, newValue]) => {
      localStorage.setItem(name, newValue);
      window.dispatchEvent(new StorageEvent('storage', { key: name, newValue, storageArea: localStorage }));
    },
    [key, value] as const,
  );
}

async function speak(page: Page, language: LanguageTag): Promise<void> {
  await store(page, 'language', language);
  await page.waitForFunction((tag) => document.documentElement.lang === tag, language);
}

async function paint(page: Page, scheme: Scheme): Promise<void> {
  await store(page, 'colorScheme', scheme);
  await page.waitForFunction((name) => document.documentElement.dataset.mantineColorScheme === name, scheme);
}

async function photograph(page: Page, look: string, address: string): Promise<void> {
  if (!pictures) return;
  await mkdir(join(pictures, look), { recursive: true });
  await page.screenshot({ path: join(pictures, look, `${address.replace(/\W+/g, '_')}.png`) });
}

async function look(person: Person, addresses: readonly string[], { width, languages, schemes }: Look) {
  const { page } = person;
  const requests = watchRequests(page);
  const found: string[] = [];
  for (const [at, address] of addresses.entries()) {
    const note = (where: string, problems: readonly string[]) =>
      found.push(...problems.map((problem) => `${address} at ${width} px, ${where}: ${problem}`));
    requests.begin();
    await person.goto(address);
    await requests.settled();
    // Colours that are on their way from one theme to the other are those of neither.
    await page.addStyleTag({
      content: '*, *::before, *::after { transition: none !important; animation: none !important }',
    });
    for (const scheme of schemes) {
      await paint(page, scheme);
      note(scheme, await findViolations(page));
      await photograph(page, `${width}-${scheme}`, address);
    }
    // Each page is loaded in the language in which the one before was left.
    const spoken = at % 2 === 0 ? languages : languages.toReversed();
    for (const language of spoken) {
      await speak(page, language);
      await requests.settled();
      note(language, [...(await findOverflow(page)), ...(await findCutMoments(page)), ...(await findTextKeys(page))]);
    }
    if ((await page.title()) === '') note('any language', ['has no title']);
    note('any language', person.problems.splice(0));
  }
  return found;
}

describe('what an organiser fills in', () => {
  const day = 86_400_000;

  it('shows a whole statement at 1440×900 and the rest soon after, in every language', {
    timeout: 300_000,
  }, async () => {
    filled ??= await fillPlatform(stage);
    const admin = stage.caller();
    await admin.account.login({ body: filled.logins.admin });
    const start = Date.now() + 30 * day;
    const game = { title: 'Spring Invitational', hidden: true, start, freezeTime: start + day, end: start + 2 * day };
    const { id } = await admin.gameEdit.create({ body: game });
    const { id: challengeId } = await admin.challengeEdit.create({
      params: { id },
      body: { title: 'Revolving Door', category: 'Web', type: 'DynamicContainer' },
    });
    const hints = ['Look up.', 'The porter leaves at eleven, and from then on the door is open.', 'Wait.'];
    await admin.challengeEdit.update({
      params: { id, challengeId },
      body: { containerImage: 'vexil/none:1', exposePort: 80, hints },
    });
    const person = await stage.person('fits', { width: 1440, height: 900 });
    const { page } = person;
    await page.request.post('/api/account/login', { data: filled.logins.admin });
    const requests = watchRequests(page);
    const tooTall: string[] = [];
    for (const address of [`/admin/games/${id}/info`, `/admin/games/${id}/challenges/${challengeId}`]) {
      requests.begin();
      await person.goto(address);
      await requests.settled();
      for (const language of languageTags) {
        await speak(page, language);
        await requests.settled();
        const [bottom, height] = await page.evaluate(() => [
          document.querySelector('textarea')?.getBoundingClientRect().bottom ?? Number.NaN,
          document.documentElement.scrollHeight,
        ]);
        if (!(height <= 1.65 * 900)) tooTall.push(`${address} in ${language}: ${height} px`);
        // The rules of a game come after its short fields.
        if (address.includes('/challenges/') && !(bottom <= 900))
          tooTall.push(`${address} in ${language}: text to ${bottom}`);
      }
    }
    expect(tooTall).toEqual([]);
  });
});

it('covers every page of the web client', async () => {
  expect(Object.keys(entries).sort()).toEqual((await readRoutePaths()).sort());
});

describe.each(looks)('at $width px', (view) => {
  beforeAll(async () => {
    filled ??= await fillPlatform(stage);
  });

  it.each(roles)(
    'every page of a %s is complete, fits and can be used by all',
    { timeout: all ? 3_600_000 : undefined, retry: all ? 0 : undefined },
    async (role: Role) => {
      const height = view.width < 768 ? 740 : 768;
      const person = await stage.person(role, { width: view.width, height });
      await person.page.emulateMedia({ reducedMotion: 'reduce' });
      // The pages that are meant to be missing, and links that are out of date.
      person.mayFail(/\/no\/such\/page|\/api\/account\/(verify|mailconfirm)/);
      if (role !== 'visitor') await person.page.request.post('/api/account/login', { data: filled.logins[role] });
      expect(await look(person, addressesOf(role, filled), view)).toEqual([]);
    },
  );
});
