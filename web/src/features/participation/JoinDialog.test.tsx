import { act, screen, waitFor, within } from '@testing-library/react';
import { gameEndpoints } from '@vexil/contract/game.endpoints';
import { noticeEndpoints } from '@vexil/contract/notice.endpoints';
import { participationEndpoints } from '@vexil/contract/participation.endpoints';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, callsOf, refuse } from '../../testing/api';
import { buildDetailedGame, buildOwnField, signIn, visit } from '../../testing/builders';
import { sayLive } from '../../testing/live';
import { play } from '../../testing/play';
import { renderPage } from '../../testing/render';

const buildTeam = (id: number, name: string) => ({
  id,
  name,
  bio: null,
  avatar: null,
  locked: false,
  held: null,
  members: [],
});
const students = {
  id: 1,
  name: 'Students',
  inviteCodeRequired: true,
  reviewRequired: true,
  kind: null,
  ruleText: '',
  scoresAlone: false,
  ruleHash: null,
};
const open = {
  id: 2,
  name: 'Open',
  inviteCodeRequired: false,
  reviewRequired: true,
  kind: null,
  ruleText: '',
  scoresAlone: false,
  ruleHash: null,
};
const game = buildDetailedGame({ divisions: [students, open] });

beforeEach(() => {
  signIn();
  answer(gameEndpoints.get, game);
  answer(noticeEndpoints.list, []);
  answer(teamEndpoints.list, [buildTeam(5, 'Nightjars'), buildTeam(6, 'Owls')]);
  answer(participationEndpoints.check, { joinedTeams: [], joinableDivisions: [1, 2], openDivisions: [] });
});

async function openDialog(address = '/games/1') {
  const { user } = renderPage(address);
  await user.click(await screen.findByRole('button', { name: 'Join the game' }));
  await screen.findByRole('combobox', { name: 'Team' });
  const choose = async (name: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name }));
    await user.click(await screen.findByRole('option', { name: option }));
  };
  return { user, choose, submit: () => user.click(screen.getByRole('button', { name: 'Join' })) };
}

describe('a division with a rule', () => {
  const ruleHash = 'c'.repeat(64);
  const robots = { ...open, id: 3, name: 'Robots', kind: 'Agents' as const, ruleText: 'No *person* plays.', ruleHash };
  const ruled = buildDetailedGame({ divisions: [open, robots] });

  it('shows it and asks once, where it is chosen', async () => {
    answer(gameEndpoints.get, ruled);
    answer(participationEndpoints.join, undefined);
    answer(participationEndpoints.check, { joinedTeams: [], joinableDivisions: [2, 3], openDivisions: [] });
    answer(teamEndpoints.list, [buildTeam(5, 'Nightjars')]);
    const { user, choose, submit } = await openDialog();
    expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
    await choose('Division', 'Robots · Agents');
    expect(await screen.findByText('Rule of the division Robots')).toBeVisible();
    await submit();
    expect(await screen.findByText('Accept the rules to go on.')).toBeVisible();
    expect(callsOf(participationEndpoints.join)).toHaveLength(0);
    await user.click(screen.getByRole('checkbox', { name: 'I accept the rule of this division' }));
    answer(gameEndpoints.get, { ...ruled, status: 'Pending', teamName: 'Nightjars', acceptedRules: [ruleHash] });
    await submit();
    expect(await screen.findByRole('heading', { name: 'Waiting for review' })).toBeVisible();
    expect(callsOf(participationEndpoints.join)[0]?.body).toMatchObject({ divisionId: 3, acceptRule: ruleHash });
  });

  it('asks participants again once it has changed', async () => {
    const joined = { ...ruled, status: 'Pending' as const, teamId: 5, teamName: 'Nightjars', division: 3 };
    answer(gameEndpoints.get, { ...joined, acceptedRules: ['b'.repeat(64)] });
    answer(participationEndpoints.acceptRules, undefined);
    const { user } = renderPage('/games/1');
    expect(await screen.findByText('Accept the rule of Robots')).toBeVisible();
    await user.click(screen.getByRole('checkbox', { name: 'I accept the rule of this division' }));
    answer(gameEndpoints.get, { ...joined, acceptedRules: [ruleHash] });
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('heading', { name: 'Waiting for review' })).toBeVisible();
    expect(callsOf(participationEndpoints.acceptRules)[0]?.body).toEqual({ hash: ruleHash });
  });
});

describe('a game with rules', () => {
  const rulesHash = 'a'.repeat(64);
  const ruled = buildDetailedGame({ rules: 'No *attacks*.', rulesHash });

  it('is joined with the hash of the rules that were ticked', async () => {
    answer(gameEndpoints.get, ruled);
    answer(participationEndpoints.join, undefined);
    answer(participationEndpoints.check, { joinedTeams: [], joinableDivisions: [], openDivisions: [] });
    answer(teamEndpoints.list, [buildTeam(5, 'Nightjars')]);
    const { user, submit } = await openDialog();
    await submit();
    expect(await screen.findByText('Accept the rules to go on.')).toBeVisible();
    expect(callsOf(participationEndpoints.join)).toHaveLength(0);
    await user.click(screen.getByRole('checkbox', { name: 'I have read and accept the rules' }));
    answer(gameEndpoints.get, { ...ruled, status: 'Pending', teamName: 'Nightjars', acceptedRules: [rulesHash] });
    await submit();
    expect(await screen.findByRole('heading', { name: 'Waiting for review' })).toBeVisible();
    expect(callsOf(participationEndpoints.join)[0]?.body).toMatchObject({ teamId: 5, acceptedRules: rulesHash });
  });

  it('asks participants again once its rules have changed', async () => {
    const joined = { ...ruled, status: 'Pending' as const, teamId: 5, teamName: 'Nightjars' };
    answer(gameEndpoints.get, { ...joined, acceptedRules: ['b'.repeat(64)] });
    answer(participationEndpoints.acceptRules, undefined);
    const { user } = renderPage('/games/1');
    expect(await screen.findByText('The rules have changed')).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Waiting for review' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByText('Accept the rules to go on.')).toBeVisible();
    await user.click(screen.getByRole('checkbox'));
    answer(gameEndpoints.get, { ...joined, acceptedRules: ['b'.repeat(64), rulesHash] });
    await user.click(screen.getByRole('button', { name: 'Accept' }));
    expect(await screen.findByRole('heading', { name: 'Waiting for review' })).toBeVisible();
    expect(callsOf(participationEndpoints.acceptRules)[0]?.body).toEqual({ hash: rulesHash });
  });
});

describe('a game with own fields', () => {
  const asking = buildDetailedGame({ fields: [buildOwnField()] });
  const joined = { ...asking, status: 'Pending' as const, teamId: 5, teamName: 'Nightjars' };

  it('is joined with the answers', async () => {
    answer(gameEndpoints.get, asking);
    answer(participationEndpoints.join, undefined);
    answer(participationEndpoints.check, { joinedTeams: [], joinableDivisions: [], openDivisions: [] });
    answer(teamEndpoints.list, [buildTeam(5, 'Nightjars')]);
    const { user, submit } = await openDialog();
    const school = await screen.findByRole('textbox', { name: /School/ });
    await submit();
    expect(school).toBeInvalid();
    expect(callsOf(participationEndpoints.join)).toHaveLength(0);
    await user.type(school, 'North');
    await submit();
    await waitFor(() => expect(callsOf(participationEndpoints.join)).toHaveLength(1));
    expect(callsOf(participationEndpoints.join)[0]?.body).toMatchObject({ teamId: 5, fields: { school: 'North' } });
  });

  it('asks participants in place of its pages once it asks for more', async () => {
    answer(gameEndpoints.get, joined);
    answer(participationEndpoints.answerFields, undefined);
    const { user } = renderPage('/games/1');
    expect(await screen.findByText('The organisers ask for more. Answer to go on with this game.')).toBeVisible();
    await user.type(await screen.findByRole('textbox', { name: /School/ }), 'North');
    answer(gameEndpoints.get, { ...joined, fieldValues: [{ id: 'school', name: 'School', value: 'North' }] });
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Details for the organisers' })).toBeVisible();
    await waitFor(() => expect(screen.queryByText(/Answer to go on/)).not.toBeInTheDocument());
    expect(callsOf(participationEndpoints.answerFields)[0]?.body).toEqual({ fields: { school: 'North' } });
  });
});

describe('joining a game', () => {
  it('asks for team, division and code, and joins with them', async () => {
    answer(participationEndpoints.join, undefined);
    const { user, choose, submit } = await openDialog();
    await submit();
    expect(await screen.findByText('Choose a team')).toBeVisible();
    expect(screen.getByText('Choose a division')).toBeVisible();

    await choose('Team', 'Nightjars');
    await choose('Division', 'Students');
    await user.type(await screen.findByRole('textbox', { name: 'Invitation code' }), 'early-bird');
    answer(gameEndpoints.get, { ...game, status: 'Pending', teamName: 'Nightjars' });
    await submit();
    expect(await screen.findByRole('heading', { name: 'Waiting for review' })).toBeVisible();
    expect(callsOf(participationEndpoints.join)[0]?.body).toEqual({
      teamId: 5,
      divisionId: 1,
      inviteCode: 'early-bird',
    });
  });

  it.each([
    ['/games/1', () => screen.findByRole('link', { name: 'Go to the challenges' })],
    ['/games/1/challenges', () => screen.findByRole('main')],
  ])('gives the focus on once the team has joined: %s', async (address, findNext) => {
    play({ game: { status: 'Unsubmitted', teamName: null } });
    answer(teamEndpoints.list, [buildTeam(5, 'Nightjars')]);
    answer(participationEndpoints.check, { joinedTeams: [], joinableDivisions: [], openDivisions: [] });
    answer(participationEndpoints.join, undefined);
    const { submit } = await openDialog(address);
    answer(gameEndpoints.get, buildDetailedGame({ status: 'Accepted', teamName: 'Nightjars' }));
    await submit();
    // As browsers do with a button that cannot be pressed meanwhile.
    act(() => document.activeElement?.closest<HTMLElement>('[role="dialog"] button')?.blur());
    const next = await findNext();
    await waitFor(() => expect(next).toHaveFocus());
  });

  it.each([0, 4])('names the limit of the team size where there is one: %i', async (limit) => {
    answer(gameEndpoints.get, { ...game, limit });
    await openDialog();
    expect(screen.getByText(/^Everyone who wants to play joins with the same team\./)).toBeVisible();
    expect(screen.queryAllByText(/team size limit/)).toHaveLength(limit > 0 ? 1 : 0);
  });

  it('asks for no team in a game that is joined alone, and says the word nowhere', async () => {
    answer(gameEndpoints.get, { ...game, individual: true, limit: 1 });
    answer(participationEndpoints.join, undefined);
    const { user } = renderPage('/games/1');
    await user.click(await screen.findByRole('button', { name: 'Join the game' }));
    await user.click(await screen.findByRole('combobox', { name: 'Division' }));
    await user.click(await screen.findByRole('option', { name: 'Open' }));
    expect(document.body.textContent).not.toMatch(/\bteams?\b/i);
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await waitFor(() =>
      expect(callsOf(participationEndpoints.join).map(({ body }) => body)).toEqual([
        { divisionId: 2, inviteCode: null },
      ]),
    );
  });

  it('asks for a code only where the division requires one', async () => {
    const { choose } = await openDialog();
    await choose('Team', 'Owls');
    await choose('Division', 'Open');
    expect(screen.queryByRole('textbox', { name: 'Invitation code' })).not.toBeInTheDocument();
  });

  it('chooses the division that a group of the sign-in opens, without its code', async () => {
    answer(participationEndpoints.join, undefined);
    answer(participationEndpoints.check, { joinedTeams: [], joinableDivisions: [1, 2], openDivisions: [1] });
    const { choose, submit } = await openDialog();
    expect(screen.getByRole('combobox', { name: 'Division' })).toHaveValue('Students');
    expect(screen.queryByRole('textbox', { name: 'Invitation code' })).not.toBeInTheDocument();
    await choose('Team', 'Owls');
    await submit();
    await waitFor(() =>
      expect(callsOf(participationEndpoints.join)[0]?.body).toMatchObject({ divisionId: 1, inviteCode: null }),
    );
  });

  it('shows a refusal at its field and keeps the input', async () => {
    refuse(participationEndpoints.join, 'participation.inviteCodeWrong');
    const { user, choose, submit } = await openDialog();
    await choose('Team', 'Nightjars');
    await choose('Division', 'Students');
    const code = await screen.findByRole('textbox', { name: 'Invitation code' });
    await user.type(code, 'wrong');
    await submit();
    await waitFor(() => expect(code).toBeInvalid());
    expect(code).toHaveValue('wrong');
    expect(screen.getByRole('combobox', { name: 'Team' })).toHaveValue('Nightjars');
  });

  it('keeps the division chosen by a teammate', async () => {
    answer(participationEndpoints.check, {
      joinedTeams: [{ id: 6, division: 2 }],
      joinableDivisions: [1, 2],
      openDivisions: [],
    });
    const { choose } = await openDialog();
    await choose('Team', 'Owls');
    const division = await screen.findByRole('combobox', { name: 'Division' });
    await waitFor(() => expect(division).toHaveValue('Open'));
    expect(division).toHaveAttribute('readonly');
  });

  const joins = () => callsOf(participationEndpoints.join).map(({ body }) => body);

  it('founds a team in the same dialog, and keeps it where the game refuses', async () => {
    answer(teamEndpoints.list, []);
    answer(teamEndpoints.create, buildTeam(9, 'Herons'));
    refuse(participationEndpoints.join, 'participation.inviteCodeWrong');
    const { user } = renderPage('/games/1');
    await user.click(await screen.findByRole('button', { name: 'Join the game' }));
    const name = await screen.findByRole('textbox', { name: 'Team name' });
    await user.type(name, ' Herons ');
    await user.click(screen.getByRole('combobox', { name: 'Division' }));
    await user.click(await screen.findByRole('option', { name: 'Students' }));
    const code = await screen.findByRole('textbox', { name: 'Invitation code' });
    await user.type(code, 'wrong');
    answer(teamEndpoints.list, [buildTeam(9, 'Herons')]);
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await waitFor(() => expect(code).toBeInvalid());
    expect(screen.getByRole('combobox', { name: 'Team' })).toHaveValue('Herons');
    await user.type(code, '2');
    answer(participationEndpoints.join, undefined);
    answer(gameEndpoints.get, { ...game, status: 'Pending', teamName: 'Herons' });
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByRole('heading', { name: 'Waiting for review' })).toBeVisible();
    expect(callsOf(teamEndpoints.create).map(({ body }) => body)).toEqual([{ name: 'Herons', bio: null }]);
    expect(joins().at(-1)).toEqual({ teamId: 9, divisionId: 1, inviteCode: 'wrong2' });
  });

  it('enters the team of an invite code or link', async () => {
    const invite = `Owls:6:${'0123456789abcdef'.repeat(2)}`;
    answer(teamEndpoints.list, []);
    answer(teamEndpoints.accept, undefined);
    answer(participationEndpoints.join, undefined);
    const { user } = renderPage('/games/1');
    await user.click(await screen.findByRole('button', { name: 'Join the game' }));
    await user.click(await screen.findByRole('radio', { name: 'With an invite code' }));
    const field = screen.getByRole('textbox', { name: 'Invite code or join link' });
    await user.type(field, 'Owls');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText(/^This is not a valid invite code/)).toBeVisible();
    expect(callsOf(teamEndpoints.accept)).toHaveLength(0);
    await user.clear(field);
    await user.click(field);
    await user.paste(`https://ctf.example.org/teams?${new URLSearchParams({ code: invite })}`);
    await user.click(screen.getByRole('combobox', { name: 'Division' }));
    await user.click(await screen.findByRole('option', { name: 'Open' }));
    answer(teamEndpoints.list, [buildTeam(6, 'Owls')]);
    await user.click(screen.getByRole('button', { name: 'Join' }));
    await waitFor(() => expect(joins()).toEqual([{ teamId: 6, divisionId: 2, inviteCode: null }]));
    expect(callsOf(teamEndpoints.accept)[0]?.body).toBe(invite);
  });
});

describe('the participation panel', () => {
  it('sends visitors to the login page and back', async () => {
    visit();
    renderPage('/games/1');
    const link = await screen.findByRole('link', { name: 'Sign in to join' });
    expect(link).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('/games/1')));
  });

  it('updates automatically when the organisers decide', async () => {
    answer(gameEndpoints.get, { ...game, status: 'Pending', teamName: 'Nightjars' });
    renderPage('/games/1');
    expect(await screen.findByRole('heading', { name: 'Waiting for review' })).toBeVisible();
    answer(gameEndpoints.get, { ...game, status: 'Rejected', teamName: 'Nightjars' });
    sayLive(1, 'ParticipationChanged', { gameId: 1, status: 'Rejected' });
    expect(await screen.findByRole('heading', { name: 'Not accepted' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Request again' })).toBeVisible();
  });

  it.each([
    ['Admin', null, 'You administer this platform', ['Manage the game']],
    ['Monitor', null, 'You monitor this platform', []],
    ['User', 'organiser', 'You are an organiser of this game', ['Manage the game']],
    ['User', 'observer', 'You are an observer of this game', []],
  ] as const)('says to a reader who is %s and %s what he can do, and nothing of a team', async (...given) => {
    const [role, staffRole, words, more] = given;
    play({ game: { status: 'Unsubmitted', teamName: null, staffRole } });
    signIn({ role });
    answer(teamEndpoints.list, []);
    renderPage('/games/1');
    const heading = await screen.findByRole('heading', { name: words });
    const panel = within(heading.closest('section') as HTMLElement);
    await waitFor(() => {
      expect(panel.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
        'Read the challenges',
        ...more,
        'Watch events',
        'Scoreboard',
      ]);
    });
    expect(screen.queryByText(/team yet|Create or join a team/)).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'A team' })).not.toBeInTheDocument();
  });

  it('leaves after confirmation', async () => {
    answer(gameEndpoints.get, { ...game, status: 'Pending', teamName: 'Nightjars' });
    answer(participationEndpoints.leave, undefined);
    const { user } = renderPage('/games/1');
    await user.click(await screen.findByRole('button', { name: 'Leave the game' }));
    const dialog = await screen.findByRole('dialog');
    expect(callsOf(participationEndpoints.leave)).toHaveLength(0);
    answer(gameEndpoints.get, game);
    await user.click(within(dialog).getByRole('button', { name: 'Leave the game' }));
    await waitFor(() => expect(callsOf(participationEndpoints.leave)).toHaveLength(1));
    expect(await screen.findByRole('button', { name: 'Join the game' })).toBeVisible();
  });
});
