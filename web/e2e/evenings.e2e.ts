// What players, organisers, monitors and administrators do in an evening, on a wide screen and on a phone, in two
// languages; and what goes wrong meanwhile.

import { describe, expect, it } from 'vitest';
import { buildCompetition, flagOf, password } from './support/competition';
import type { Person, PersonOptions } from './support/person';
import type { Credentials } from './support/platform';
import { button, field, heading, link, momentText, region, see } from './support/see';
import { openStage } from './support/stage';
import { wordsOf } from './support/words';

const stage = openStage({ CONTAINER_ENGINE: 'none' });
const build = (values = {}) => buildCompetition(stage.platform, () => stage.caller(), values);
const minute = 60_000;

async function signedIn(name: string, login: Credentials, options?: PersonOptions): Promise<Person> {
  const person = await stage.person(name, options);
  await person.page.request.post('/api/account/login', { data: login });
  return person;
}

describe.each([
  { width: 1440, height: 900, language: 'en-US' },
  { width: 360, height: 740, language: 'zh-CN' },
] as const)('at $width px in $language', (look) => {
  it("is a player's evening", async () => {
    const say = await wordsOf(look.language, ['submission', 'game', 'notice']);
    const competition = await build({ challenges: { 'Left Luggage': 'Crypto', 'Night Shift': 'Web' } });
    const own = await competition.addTeam(`Owls ${look.width}`);
    const { page, goto } = await signedIn('player', own, look);
    await goto('/games');
    await page
      .getByRole('link', { name: new RegExp(competition.title) })
      .first()
      .click();
    const tabs = page.getByRole('navigation', { name: say('game.tabs.label') });
    await link(tabs, say('game.tabs.challenges')).click();
    await page
      .getByRole('link', { name: /^Left Luggage/ })
      .first()
      .click();
    const flag = field(page, say('submission.flag'));
    await flag.fill('flag{wrong}');
    await button(page, say('submission.submit')).click();
    await see(page.getByRole('alert').filter({ hasText: say('submission.wrong') }));
    expect(await flag.inputValue()).toBe('flag{wrong}');
    await flag.fill(flagOf('Left Luggage'));
    await button(page, say('submission.submit')).click();
    await see(page.getByRole('status').filter({ hasText: say('submission.solved') }));
    // On a phone the challenge covers the page.
    if (look.width < 768) await page.goBack();
    await link(tabs, say('game.tabs.scoreboard')).click();
    await see(
      page
        .locator('[data-team]')
        .filter({ hasText: `Owls ${look.width}` })
        .filter({ hasText: /[1-9]\d\d/ }),
    );
    await goto(`/games/${competition.gameId}/notices`);
    const [blood = ''] = say('notice.text.FirstBlood', { team: '\n', challenge: 'Left Luggage' }).split('\n').slice(-1);
    await see(
      page
        .getByRole('main')
        .getByText(blood.split('Left Luggage')[0]?.trim() ?? '')
        .first(),
    );
  });

  it("is an organiser's preparation", async () => {
    const say = await wordsOf(look.language, ['game-edit', 'ui', 'notice-edit', 'challenge-edit']);
    const { page, goto } = await signedIn('organiser', stage.platform.admin, look);
    const title = `Small Hours ${look.width}`;
    await goto('/admin/games');
    await button(page, say('game-edit.new.title')).first().click();
    const dialog = page.getByRole('dialog', { name: say('game-edit.new.title') });
    await field(dialog, say('game-edit.info.titleField')).fill(title);
    await dialog.getByLabel(say('game-edit.info.start'), { exact: true }).fill(momentText(Date.now() - 5 * minute));
    await dialog.getByLabel(say('game-edit.info.end'), { exact: true }).fill(momentText(Date.now() + 180 * minute));
    await button(dialog, say('game-edit.new.submit')).click();
    await see(heading(page, title));
    const gameId = /\/admin\/games\/(\d+)/.exec(page.url())?.[1];

    await goto(`/admin/games/${gameId}/info`);
    await page.getByRole('switch', { name: say('game-edit.info.visible') }).setChecked(true, { force: true });
    const bar = region(page, say('ui.form.bar'));
    await button(bar, say('ui.form.save')).click();
    await region(page, say('ui.form.saved')).waitFor();

    await goto(`/admin/games/${gameId}/challenges`);
    await button(page, say('challenge-edit.new.title')).first().click();
    const made = page.getByRole('dialog', { name: say('challenge-edit.new.title') });
    await field(made, say('challenge-edit.field.title')).fill('Left Luggage');
    await made.getByRole('radio').first().check();
    await button(made, say('challenge-edit.new.submit')).click();
    await see(heading(page, 'Left Luggage'));
    await field(page, say('challenge-edit.field.content')).fill('What does the porter know?');
    await button(bar, say('ui.form.save')).click();
    await region(page, say('ui.form.saved')).waitFor();

    await goto(`/admin/games/${gameId}/notices`);
    await field(page, say('notice-edit.compose.label')).fill('The doors are open.');
    await button(page, say('notice-edit.compose.publish')).click();
    await see(page.getByRole('listitem').filter({ hasText: 'The doors are open.' }));
  });

  it("is a monitor's watch", async () => {
    const say = await wordsOf(look.language, ['monitor']);
    const competition = await build();
    const rival = await competition.addTeam(`Larks ${look.width}`);
    const { page, goto } = await signedIn('monitor', stage.platform.admin, look);
    await goto(`/games/${competition.gameId}/monitor/submissions`);
    const guess = async (flag: string) => {
      const challengeId = competition.challenges.get('Left Luggage') ?? 0;
      const params = { id: competition.gameId, challengeId };
      await rival.caller.submission.submit({ params, body: { flag } });
    };
    await see(page.getByText(say('monitor.submissions.empty')));
    await guess('flag{first_guess}');
    await see(page.getByText('flag{first_guess}'));
    await button(page, say('monitor.feed.pause')).click();
    await guess('flag{second_guess}');
    await see(page.getByText(say('monitor.feed.waiting_one', { count: 1 })));
    expect(await page.getByText('flag{second_guess}').count()).toBe(0);
    await button(page, say('monitor.feed.resume')).click();
    await see(page.getByText('flag{second_guess}'));
  });

  it("is an administrator's day", async () => {
    const say = await wordsOf(look.language, ['account-admin', 'config-admin', 'ui']);
    const userName = `lena${look.width}`;
    const body = { userName, email: `${userName}@example.test`, password };
    await stage.caller().account.register({ body });
    const { page, goto } = await signedIn('administrator', stage.platform.admin, look);
    await goto('/admin/users');
    await page
      .getByPlaceholder(say('account-admin.search'))
      .or(page.getByLabel(say('account-admin.search')))
      .first()
      .fill(userName);
    await see(page.getByRole('main').getByText(userName, { exact: true }));
    await goto('/admin/settings');
    await field(page, say('config-admin.field.slogan')).fill(`Night after night, ${look.width}`);
    const bar = region(page, say('ui.form.bar'));
    await button(bar, say('ui.form.save')).click();
    await region(page, say('ui.form.saved')).waitFor();
    const config = (await (await page.request.get('/api/config')).json()) as { slogan: string };
    expect(config.slogan).toBe(`Night after night, ${look.width}`);
  });
});

it('keeps what is typed without a network, and sends it afterwards', async () => {
  const competition = await build();
  const own = await competition.addTeam('Lighthouse');
  const player = await signedIn('player', own);
  const { page } = player;
  await player.goto(`/games/${competition.gameId}/challenges?challenge=${competition.challenges.get('Left Luggage')}`);
  await see(field(page, 'Flag'), page.getByText('Live', { exact: true }));
  player.mayFail(/./);
  await player.context.setOffline(true);
  await field(page, 'Flag').fill(flagOf('Left Luggage'));
  await see(page.getByText(/^You are offline\./));
  await player.context.setOffline(false);
  await page.getByText(/^You are offline\./).waitFor({ state: 'detached', timeout: 60_000 });
  expect(await field(page, 'Flag').inputValue()).toBe(flagOf('Left Luggage'));
  await button(page, 'Submit').click();
  await see(page.getByRole('status').filter({ hasText: 'Solved' }));
});

it('lets the second of two editors merge what the first has saved', async () => {
  const competition = await build();
  const [first, second] = [
    await signedIn('first', stage.platform.admin),
    await signedIn('second', stage.platform.admin),
  ];
  for (const { page, goto } of [first, second]) {
    await goto(`/admin/games/${competition.gameId}/info`);
    await see(field(page, 'Summary'));
  }
  const save = ({ page }: Person) => button(region(page, 'Unsaved changes'), 'Save').click();
  await field(first.page, 'Summary').fill('Written by the first.');
  await save(first);
  await region(first.page, 'Saved').waitFor();
  await field(second.page, 'Summary').fill('Written by the second.');
  await field(second.page, 'Title').fill('Renamed by the second');
  second.mayFail(/\/api\/edit\/games\//);
  await save(second);
  const dialog = second.page.getByRole('dialog', { name: 'Someone else saved this meanwhile' });
  await see(dialog.getByText('Written by the first.'));
  await dialog.getByRole('radio', { name: 'Keep theirs' }).check();
  await button(dialog, 'Save the choice').click();
  await region(second.page, 'Saved').waitFor();
  const saved = await competition.admin.gameEdit.get({ params: { id: competition.gameId } });
  expect(saved).toMatchObject({ title: 'Renamed by the second', summary: 'Written by the first.' });
});

it('keeps the board frozen for all, and opens it solve by solve in the ceremony', async () => {
  const competition = await build({ challenges: { 'Left Luggage': 'Crypto', 'Night Shift': 'Web' } });
  const params = { id: competition.gameId };
  const [ahead, behind] = [await competition.addTeam('Nightjars'), await competition.addTeam('Night Owls')];
  await competition.admin.gameEdit.update({ params, body: { freezeTime: Date.now() - minute } });
  await competition.submit(ahead.caller, 'Left Luggage');
  await competition.submit(behind.caller, 'Left Luggage');
  await competition.submit(behind.caller, 'Night Shift');
  const [visitor, organiser] = [await stage.person('visitor'), await signedIn('organiser', stage.platform.admin)];
  await visitor.goto(`/games/${params.id}/scoreboard`);
  await see(visitor.page.locator('[data-team]').filter({ hasText: 'Night Owls' }));
  expect(
    await visitor.page
      .locator('[data-team]')
      .filter({ hasText: /[1-9]\d\d/ })
      .count(),
  ).toBe(0);

  await organiser.goto(`/games/${params.id}/reveal`);
  const { page } = organiser;
  await see(page.getByText('0 of 3 solves opened'));
  for (const opened of [1, 2, 3]) {
    await page.keyboard.press(' ');
    await see(page.getByText(`${opened} of 3 solves opened`));
  }
  await page.keyboard.press('ArrowLeft');
  await see(page.getByText('2 of 3 solves opened'));
  await page.keyboard.press(' ');
  const rows = page.getByRole('list', { name: 'Standings so far' }).getByRole('listitem');
  await see(rows.first().getByText('Night Owls'));
});

it('shows a board of two thousand teams with few of its rows drawn at a time', async () => {
  const competition = await build();
  const first = await competition.addTeam('The first of many');
  await competition.submit(first.caller, 'Left Luggage');
  const { sql } = stage.platform.database;
  await sql`
    with made as (
      insert into teams (name, captain_id, invite_token)
      select 'Team ' || n, (select captain_id from teams where id = ${first.teamId}), md5(n::text)
      from generate_series(1, 2000) n returning id)
    insert into participations (game_id, team_id, status, token)
    select ${competition.gameId}, id, 'Accepted', md5(id::text) from made`;
  await competition.admin.gameEdit.flushScoreboard({ params: { id: competition.gameId } });
  const visitor = await stage.person('visitor');
  const { page } = visitor;
  await expect
    .poll(async () => {
      await visitor.goto(`/games/${competition.gameId}/scoreboard`);
      await see(page.locator('[data-team]'));
      return Number(await page.getByRole('table', { name: 'Standings' }).getAttribute('aria-rowcount'));
    })
    .toBeGreaterThan(2000);
  expect(await page.locator('[data-team]').count()).toBeLessThan(120);
  await page.locator('[data-team]').last().hover();
  await page.mouse.wheel(0, 1_000_000);
  await expect.poll(() => page.locator('[aria-rowindex="2002"]').count()).toBe(1);
  expect(await page.locator('[data-team]').count()).toBeLessThan(120);
});
