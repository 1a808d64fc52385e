import { allPermissions } from '@vexil/db/enums/division';
import { withoutPermissions } from '@vexil/rules/permission.rules';
import { expect, it } from 'vitest';
import type { VexilClient } from '../../server/client/vexil';
import { createClient } from '../../server/client/vexil';
import { connectAgents } from '../../server/testing/mcp-clients';
import { buildCompetition, type Competition, flagOf, password } from './support/competition';
import { buildLobbyQuiz, describeWithEngine } from './support/engine';
import { signIn } from './support/organiser';
import type { Person } from './support/person';
import { askPorter, createTeam, joinGame, openChallenge, register, submitFlag } from './support/player';
import { boardRow, button, field, heading, link, see } from './support/see';
import { openStage } from './support/stage';

const timeoutMs = 60_000;
const scopes = ['game:read', 'play:read', 'play:write', 'file:read'] as const;
const rules = { People: 'I play by **hand**.', Assisted: 'I read what my models send.', Agents: 'A program plays.' };

/** Two challenges with a file's flag, one with an instance, and three divisions. */
async function addParts({ admin, gameId }: Competition) {
  const params = { id: gameId };
  await admin.gameEdit.update({ params, body: { allowsMcp: true } });
  const { id: quiz } = await admin.challengeEdit.create({
    params,
    body: { title: 'Lobby Quiz', category: 'Misc', type: 'DynamicContainer' },
  });
  await admin.challengeEdit.update({
    params: { ...params, challengeId: quiz },
    body: {
      ...{ content: 'The porter asks three questions.', flagTemplate: 'vexil{the_lift_remembers_[TEAM_HASH]}' },
      ...{ containerImage: 'vexil/lobby-quiz:1', exposePort: 9000, isEnabled: true },
    },
  });
  const kinds = ['People', 'Assisted', 'Agents'] as const;
  const divisions: Record<string, number> = {};
  for (const kind of kinds) {
    const own = { name: `The ${kind}`, kind, ruleText: rules[kind], scoresAlone: kind === 'Agents' };
    const body = { ...own, defaultPermissions: withoutPermissions(allPermissions, ['RequireReview']) };
    divisions[kind] = (await admin.division.create({ params, body })).id;
  }
  return { quiz, divisions };
}

/** Registers, joins with the rule of the division, and solves the first challenge by hand. */
async function playByHand(person: Person, { gameId }: Competition, team: string, division: string): Promise<void> {
  const { page, goto, name } = person;
  await register(person, name);
  await createTeam(person, team);
  await goto(`/games/${gameId}`);
  await joinGame(person, team, division);
  await link(page, 'Go to the challenges').click();
  await openChallenge(page, 'Left Luggage');
  await submitFlag(page, flagOf('Left Luggage'));
  await see(page.getByRole('status').filter({ hasText: 'Solved' }));
}

/** In the profile; returns its text. */
async function makeToken({ page, goto }: Person): Promise<string> {
  await goto('/account/profile');
  await button(page, 'New token').click();
  const dialog = page.getByRole('dialog');
  await field(dialog, 'Name').fill('Helper');
  await button(dialog, 'Create token').click();
  await see(dialog.getByText('"mcpServers"', { exact: false }));
  const [token = ''] = /vexil_[\w-]+/.exec(await dialog.innerText()) ?? [];
  await button(dialog, 'Done').click();
  return token;
}

async function registerAgent(caller: VexilClient, { gameId }: Competition, divisionId: number | undefined) {
  await caller.account.register({ body: { userName: 'operator', email: 'operator@example.test', password } });
  const { id: teamId } = await caller.team.create({ body: { name: 'Engine' } });
  await caller.participation.join({
    params: { id: gameId },
    body: { teamId, divisionId: divisionId ?? 0, acceptRule: true },
  });
  return caller.playerToken.create({ body: { name: 'Engine', gameId, scopes: [...scopes] } });
}

type Agents = Awaited<ReturnType<typeof connectAgents>>;

const verdictOf = (call: Agents['call'], challengeId: number, submissionId: number) =>
  expect.poll(() => call('get_verdict', { challengeId, submissionId }), { timeout: timeoutMs }).toBe('Accepted');

/** One client starts an instance and solves it, the other line's submits what both have found. Returns the flag. */
async function playWithTools({ call, callOld }: Agents, quiz: number): Promise<string> {
  const { challenges } = await call('list_challenges');
  const listed = Object.values(challenges).flat() as { id: number; title: string }[];
  const luggage = listed.find(({ title }) => title === 'Left Luggage')?.id ?? 0;
  const { entry } = await call('start_instance', { challengeId: quiz });
  const flag = await askPorter(entry);
  await verdictOf(call, quiz, await call('submit_flag', { challengeId: quiz, flag }));
  const given = { challengeId: luggage, flag: flagOf('Left Luggage') };
  await verdictOf(callOld, luggage, await callOld('submit_flag', given));
  expect(await callOld('list_instances')).toHaveLength(1);
  return flag;
}

/** Staff ask about a finding, the team answers, and staff move it. */
async function judge(organiser: Person, suspect: Person, gameId: number): Promise<void> {
  const { page, goto } = organiser;
  await goto(`/games/${gameId}/monitor/cases`);
  await page.getByRole('link', { name: /Shared flag.*Night Owls/ }).click();
  await button(page, 'Open case').click();
  await button(page, 'Ask the team').click();
  await button(page.getByRole('dialog'), 'Send question').click();
  await see(page.getByText('No answer yet'));

  await suspect.goto(`/games/${gameId}`);
  await see(heading(suspect.page, 'Questions of the organisers'), suspect.page.getByText('Left Luggage').first());
  await field(suspect.page, 'Your answer').fill('I shifted the letters by thirteen.');
  await button(suspect.page, 'Send answer').click();
  await see(suspect.page.getByText(/^Answered/));

  await page.reload();
  await see(page.getByText('I shifted the letters by thirteen.'));
  await button(page, 'Decide').click();
  const dialog = page.getByRole('dialog', { name: 'Decide this case' });
  const choose = async (label: string, option: string) => {
    await dialog.getByRole('combobox', { name: label }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await choose('Decision', 'Move to another division');
  await choose('Division', 'The Agents');
  await field(dialog, 'Reason').fill('It had the flag of an agent.');
  await button(dialog, 'Decide').click();
  await see(page.getByText('Moved', { exact: true }));
}

describeWithEngine('an event of people, assisted people and agents', () => {
  const stage = openStage();

  it('is joined with rules, played by hand, with a token and with tools, judged, and has two boards', async () => {
    await buildLobbyQuiz();
    const { platform } = stage;
    const event = await buildCompetition(platform, stage.caller, {
      challenges: { 'Left Luggage': 'Crypto', 'Lost Key': 'Misc' },
    });
    const { gameId, admin, challenges } = event;
    const { quiz, divisions } = await addParts(event);
    const params = { id: gameId };

    const [mira, tomas, ines] = await Promise.all(['mira', 'tomas', 'ines'].map((name) => stage.person(name)));
    if (!mira || !tomas || !ines) throw new Error('Someone has no browser.');
    await Promise.all([
      playByHand(mira, event, 'Nightjars', 'The People'),
      playByHand(tomas, event, 'Night Owls', 'The People'),
    ]);
    const byHand = stage.caller();
    await byHand.account.login({ body: { userName: 'mira', password } });
    await expect(
      byHand.playerToken.create({ body: { name: 'Helper', gameId, scopes: ['play:read'] } }),
    ).rejects.toMatchObject({ code: 'division.peopleOnly' });

    await playByHand(ines, event, 'Pair', 'The Assisted');
    const helper = createClient({ baseUrl: platform.url, token: await makeToken(ines) });
    const key = challenges.get('Lost Key') ?? 0;
    await helper.submission.submit({ params: { ...params, challengeId: key }, body: { flag: flagOf('Lost Key') } });

    const { token } = await registerAgent(stage.caller(), event, divisions.Agents);
    const agents = await connectAgents(platform.url, token);
    const flag = await playWithTools(agents, quiz).finally(agents.close);

    await tomas.goto(`/games/${gameId}/challenges?challenge=${quiz}`);
    await submitFlag(tomas.page, flag);
    await tomas.page.getByRole('alert').filter({ hasText: 'Wrong flag.' }).waitFor();
    const organiser = await stage.person('Organiser');
    await signIn(organiser, platform.admin.userName, platform.admin.password);
    await judge(organiser, tomas, gameId);
    await tomas.goto(`/games/${gameId}`);
    await see(heading(tomas.page, 'Accept the rule of The Agents'));

    const board = await admin.scoreboard.get({ params });
    const ranks = Object.fromEntries(board.items.map(({ name, rank, divisionRank }) => [name, [rank, divisionRank]]));
    expect(ranks).toEqual({ Pair: [1, 1], Nightjars: [2, 1], Engine: [0, 1], 'Night Owls': [0, 2] });
    const vias = await Promise.all(
      (['Session', 'Token', 'Mcp'] as const).map(async (via) => {
        const sent = await admin.submissionMonitor.list({ params, query: { via } });
        return [...new Set(sent.map(({ team }) => team))].sort();
      }),
    );
    expect(vias).toEqual([['Night Owls', 'Nightjars', 'Pair'], ['Pair'], ['Engine']]);

    const { page } = organiser;
    await organiser.goto(`/games/${gameId}/scoreboard`);
    await see(boardRow(page, 'Pair').filter({ hasText: /^1/ }), boardRow(page, 'Nightjars').filter({ hasText: /^2/ }));
    expect(await boardRow(page, 'Engine').count()).toBe(0);
    await page.getByRole('radiogroup', { name: 'Board' }).getByText('The Agents').click();
    await see(
      boardRow(page, 'Engine').filter({ hasText: /^1/ }),
      boardRow(page, 'Night Owls').filter({ hasText: /^2/ }),
    );
    expect(await boardRow(page, 'Pair').count()).toBe(0);

    const people = { id: gameId, divisionId: divisions.People ?? 0 };
    await admin.division.update({ params: people, body: { ruleText: 'I play by hand, and alone.' } });
    await mira.goto(`/games/${gameId}`);
    await see(heading(mira.page, 'Accept the rule of The People'), mira.page.getByText('I play by hand, and alone.'));
    await mira.page.getByRole('checkbox', { name: 'I accept the rule of this division' }).check();
    await button(mira.page, 'Accept').click();
    await see(link(mira.page, 'Go to the challenges'));
  });
});
