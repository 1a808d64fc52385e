import { expect, it } from 'vitest';
import { buildCompetition } from './support/competition';
import { button, heading, see } from './support/see';
import { openStage } from './support/stage';

const stage = openStage();

it('retries a failed script, then shows an error with a reload button', async () => {
  const visitor = await stage.person('visitor');
  const { page } = visitor;
  visitor.mayFail(/./);
  let broken = true;
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await page.route('**/static/shell-*.js', (route) => (broken ? route.abort() : route.continue()));
  await visitor.goto('/');
  await see(page.getByRole('alert').filter({ hasText: 'The page did not load completely.' }));
  // The text may be visible before the document has finished loading.
  await expect.poll(() => loads, { timeout: 20_000 }).toBe(2);
  broken = false;
  await button(page, 'Reload').click();
  await see(heading(page, 'Vexil'));
});

it('reloads after a pause while a part of a page fails to load', async () => {
  const visitor = await stage.person('visitor');
  visitor.mayFail(/./);
  let refusals = 0;
  await visitor.page.route('**/static/about-*.js', async (route) => {
    refusals += 1;
    // Browsers may retry a failed module by themselves.
    await (loads <= 2 ? route.abort() : route.continue());
  });
  let loads = 0;
  visitor.page.on('domcontentloaded', () => {
    loads += 1;
  });
  await visitor.goto('/about');
  await see(heading(visitor.page, 'About'));
  expect(loads).toBe(3);
  expect(refusals).toBeGreaterThan(2);
});

it('never shows text keys while texts are loading', async () => {
  const visitor = await stage.person('visitor');
  visitor.mayFail(/./);
  let refusals = 2;
  await visitor.page.route('**/static/en-us.*.json', async (route) => {
    refusals -= 1;
    await (refusals >= 0 ? route.abort() : route.continue());
  });
  await visitor.goto('/account/login');
  await see(button(visitor.page, 'Sign in'));
  expect(refusals).toBeLessThan(0);
});

it('keeps a URL that does not exist and links to the home page', async () => {
  const visitor = await stage.person('visitor');
  await visitor.goto('/no/such/page');
  await see(visitor.page.getByText('/no/such/page'));
  await visitor.page.getByRole('link', { name: 'Go to the home page' }).click();
  await see(heading(visitor.page, 'Vexil'));
});

it('describes itself to robots, phones and previews of links', async () => {
  const { url } = stage.platform;
  const read = async (path: string) => {
    const reply = await fetch(url + path, { headers: { accept: 'text/html' } });
    expect(reply.status, path).toBe(200);
    return reply;
  };
  expect(await (await read('/robots.txt')).text()).toMatch(/^User-agent: \*\nDisallow: \/api\/\n/);
  const competition = await buildCompetition(stage.platform, () => stage.caller(), { title: '</title>"Meridian"' });
  const page = await (await read(`/Games/${competition.gameId}/Scoreboard?view=list`)).text();
  expect(page).toContain('<title>&lt;/title&gt;&quot;Meridian&quot; · Vexil</title>');
  expect(page).toContain('<meta name="description" content="A night in the Grand Hotel Meridian." />');
  expect(page).toContain(`<link rel="canonical" href="${url}/games/${competition.gameId}/scoreboard" />`);
  const [, picture] = /<meta property="og:image" content="([^"]*)"/.exec(page) ?? [];
  expect(picture?.startsWith(`${url}/`)).toBe(true);

  const reply = await read('/site.webmanifest');
  expect(reply.headers.get('content-type')).toContain('application/manifest+json');
  const manifest = (await reply.json()) as { name: string; icons: { src: string; sizes: string }[] };
  expect(manifest.name).toBe('Vexil');
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(['any', '192x192', '512x512', '512x512']);
  for (const path of [
    ...manifest.icons.map(({ src }) => src),
    '/icons/apple-touch.png',
    (picture ?? '').slice(url.length),
  ]) {
    expect((await read(path)).headers.get('content-type'), path).toMatch(/^image\//);
  }
});
