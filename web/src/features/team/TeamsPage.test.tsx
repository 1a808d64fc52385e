import { screen, waitFor, within } from '@testing-library/react';
import type { OwnTeam, TeamMember } from '@vexil/contract/team';
import { teamEndpoints } from '@vexil/contract/team.endpoints';
import { describe, expect, it } from 'vitest';
import { answer, callsOf, disconnect, refuse } from '../../testing/api';
import { buildAccount, signIn, visit } from '../../testing/builders';
import { renderPage } from '../../testing/render';

const token = '0123456789abcdef0123456789abcdef';
const me = buildAccount();
const mira: TeamMember = { id: me.userId ?? '', userName: 'mira', bio: null, avatar: null, captain: true };
const kite: TeamMember = {
  id: '01890a5d-ac96-774b-bcce-b302099a8099',
  userName: 'kite',
  bio: null,
  avatar: null,
  captain: false,
};

const buildTeam = (given: Partial<OwnTeam> = {}): OwnTeam => ({
  id: 3,
  name: 'Foxes',
  bio: null,
  avatar: null,
  locked: false,
  held: null,
  members: [mira, kite],
  ...given,
});

function setUp(...teams: OwnTeam[]) {
  signIn();
  answer(teamEndpoints.list, teams);
  answer(teamEndpoints.invite, `Foxes:3:${token}`);
}

const panel = (name = 'Foxes') => screen.findByRole('dialog', { name });

describe('the list of teams', () => {
  it('explains how to get a team while there is none', async () => {
    setUp();
    renderPage('/teams');
    expect(await screen.findByText('You are not in a team yet')).toBeVisible();
  });

  it('offers a retry when it does not load', async () => {
    signIn();
    disconnect(teamEndpoints.list);
    const { user } = renderPage('/teams');
    expect(await screen.findByText('Your teams could not be loaded')).toBeVisible();
    answer(teamEndpoints.list, [buildTeam()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^Foxes/ })).toBeVisible();
  });
});

describe('creating a team', () => {
  it('shows it at once and opens it', async () => {
    setUp();
    answer(teamEndpoints.create, buildTeam({ members: [mira] }));
    const { user, router } = renderPage('/teams');
    await user.click((await screen.findAllByRole('button', { name: 'Create team' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Create a team' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Foxes');
    await user.click(within(dialog).getByRole('button', { name: 'Create team' }));
    expect(await panel()).toBeVisible();
    expect(callsOf(teamEndpoints.create)[0]?.body).toEqual({ name: 'Foxes', bio: null });
    expect(callsOf(teamEndpoints.list)).toHaveLength(1);
    expect(router.state.location.search).toEqual({ team: 3 });
  });

  it('validates the name at its field, and keeps the input after a refusal', async () => {
    setUp();
    refuse(teamEndpoints.create, 'team.captainLimit', { title: 'You are already captain of 3 teams.' });
    const { user } = renderPage('/teams');
    await user.click((await screen.findAllByRole('button', { name: 'Create team' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Create a team' });
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    const submit = within(dialog).getByRole('button', { name: 'Create team' });
    await user.click(submit);
    expect(name).toBeInvalid();
    await user.type(name, 'Foxes');
    await user.click(submit);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('You are already captain of 3 teams.');
    expect(name).toHaveValue('Foxes');
  });

  it('explains the limit to captains of as many teams as allowed', async () => {
    setUp(...[3, 4, 5].map((id) => buildTeam({ id, name: `Foxes ${id}` })));
    const { user } = renderPage('/teams');
    await user.click(await screen.findByRole('button', { name: 'Create team' }));
    expect(await screen.findByText('You are already captain of 3 teams')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
  });
});

describe('joining a team', () => {
  it('extracts the code from a pasted link', async () => {
    setUp();
    answer(teamEndpoints.accept, undefined);
    const { user } = renderPage('/teams');
    await user.click(await screen.findByRole('button', { name: 'Join team' }));
    const field = await screen.findByRole('textbox', { name: 'Invite code or join link' });
    answer(teamEndpoints.list, [buildTeam({ members: [kite, mira] })]);
    await user.click(field);
    await user.paste(`https://ctf.example.org/teams?code=Foxes%3A3%3A${token}`);
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await panel()).toBeVisible();
    expect(callsOf(teamEndpoints.accept)[0]?.body).toBe(`Foxes:3:${token}`);
  });

  it('fills in the code of a join link, and joins only after confirmation', async () => {
    setUp();
    renderPage(`/teams?code=Foxes%3A3%3A${token}`);
    expect(await screen.findByRole('dialog', { name: 'Join Foxes' })).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Invite code or join link' })).toHaveValue(`Foxes:3:${token}`);
    expect(callsOf(teamEndpoints.accept)).toHaveLength(0);
  });

  it('keeps the join link through signing in', async () => {
    visit();
    const { router } = renderPage(`/teams?code=Foxes%3A3%3A${token}`);
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/login'));
    expect((router.state.location.search as { from: string }).from).toContain(token);
  });

  it('shows at the field why a code was refused, and keeps it', async () => {
    setUp();
    refuse(teamEndpoints.accept, 'team.inviteInvalid');
    const { user } = renderPage(`/teams?code=Foxes%3A3%3A${token}`);
    await user.click(await screen.findByRole('button', { name: 'Join' }));
    expect(await screen.findByText(/This invite code is not valid/)).toBeVisible();
    const field = screen.getByRole('textbox', { name: 'Invite code or join link' });
    expect(field).toHaveValue(`Foxes:3:${token}`);
    await user.clear(field);
    await user.type(field, 'foxes please');
    await user.click(screen.getByRole('button', { name: 'Join' }));
    expect(await screen.findByText(/This is not a valid invite code/)).toBeVisible();
    expect(callsOf(teamEndpoints.accept)).toHaveLength(1);
  });
});

describe('the panel of a team', () => {
  it('saves a new name, and asks before leaving with changes', async () => {
    setUp(buildTeam());
    const { user, router } = renderPage('/teams?team=3');
    const name = await screen.findByRole('textbox', { name: 'Name' });
    await user.clear(name);
    await user.type(name, 'Vixens');
    await user.click(within(await panel()).getByRole('button', { name: 'Close' }));
    const question = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Cancel' }));
    expect(router.state.location.search).toEqual({ team: 3 });
    expect(name).toHaveValue('Vixens');

    answer(teamEndpoints.update, buildTeam({ name: 'Vixens' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await panel('Vixens')).toBeVisible();
    expect(callsOf(teamEndpoints.update)[0]?.body).toEqual({ name: 'Vixens' });
    expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
  });

  it('removes a member after confirmation, and updates the list at once', async () => {
    setUp(buildTeam());
    const fresh = `Foxes:3:${token.replace('0123', 'ffff')}`;
    answer(teamEndpoints.kick, { ...buildTeam({ members: [mira] }), inviteCode: fresh });
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Show invite code' }));
    await user.click(await screen.findByRole('button', { name: 'Remove kite' }));
    const question = await screen.findByRole('dialog', { name: 'Remove kite from Foxes?' });
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove kite' })).not.toBeInTheDocument());
    expect(callsOf(teamEndpoints.kick)[0]?.params).toMatchObject({ userId: kite.id });
    expect(within(await panel()).getByText('1 member')).toBeVisible();
    expect(callsOf(teamEndpoints.list)).toHaveLength(1);
    expect(screen.getByText(fresh)).toBeVisible();
    expect(callsOf(teamEndpoints.invite)).toHaveLength(1);
  });

  it('shows in the dialog why a member cannot be removed', async () => {
    setUp(buildTeam());
    refuse(teamEndpoints.kick, 'team.locked');
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Remove kite' }));
    const question = await screen.findByRole('dialog', { name: 'Remove kite from Foxes?' });
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    expect(await within(question).findByRole('alert')).toHaveTextContent('The team is locked');
  });

  it("makes another member captain, with the captain's actions", async () => {
    setUp(buildTeam());
    answer(teamEndpoints.transfer, {
      ...buildTeam({
        members: [
          { ...mira, captain: false },
          { ...kite, captain: true },
        ],
      }),
      inviteCode: `Foxes:3:${token}`,
    });
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Make kite captain' }));
    const question = await screen.findByRole('dialog', { name: 'Make kite captain of Foxes?' });
    await user.click(within(question).getByRole('button', { name: 'Make captain' }));
    expect(await screen.findByRole('button', { name: 'Leave team' })).toBeVisible();
    expect(callsOf(teamEndpoints.transfer)[0]?.body).toEqual({ newCaptainId: kite.id });
    expect(screen.queryByRole('button', { name: 'New code' })).not.toBeInTheDocument();
  });

  it('shows the invite code on request, and replaces it after a warning', async () => {
    setUp(buildTeam());
    const fresh = token.replace('0123', 'ffff');
    answer(teamEndpoints.rotateInvite, `Foxes:3:${fresh}`);
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Show invite code' }));
    expect(screen.getByText(`Foxes:3:${token}`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New code' }));
    const question = await screen.findByRole('dialog', { name: 'Generate a new invite code?' });
    expect(question).toHaveTextContent('The old code and its links stop working at once.');
    await user.click(within(question).getByRole('button', { name: 'New code' }));
    expect(await screen.findByText(`Foxes:3:${fresh}`)).toBeVisible();
    expect(callsOf(teamEndpoints.invite)).toHaveLength(1);
  });

  it('lets a member leave, and removes the team from the list', async () => {
    setUp(
      buildTeam({
        members: [
          { ...mira, captain: false },
          { ...kite, captain: true },
        ],
      }),
    );
    answer(teamEndpoints.leave, undefined);
    const { user, router } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Leave team' }));
    const question = await screen.findByRole('dialog', { name: 'Leave Foxes?' });
    await user.click(within(question).getByRole('button', { name: 'Leave team' }));
    expect(await screen.findByText('You are not in a team yet')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(callsOf(teamEndpoints.list)).toHaveLength(1);
  });

  it('offers nothing that a game refuses, and says why', async () => {
    setUp(buildTeam({ locked: true, held: 'members' }));
    renderPage('/teams?team=3');
    expect(await screen.findByText('This team is locked')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove kite' })).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Disband team' })).toBeDisabled();
    expect(screen.getByText('Possible once the game is over.')).toBeVisible();
    expect(screen.getByText(/Who joins now can take part in the game/)).toBeVisible();
  });

  it('lets a member leave a locked team once its games are over', async () => {
    const members = [
      { ...kite, captain: true },
      { ...mira, captain: false },
    ];
    setUp(buildTeam({ locked: true, held: 'members', members }));
    const { unmount } = renderPage('/teams?team=3');
    expect(await screen.findByRole('button', { name: 'Leave team' })).toBeDisabled();
    unmount();
    setUp(buildTeam({ locked: true, members }));
    renderPage('/teams?team=3');
    expect(await screen.findByRole('button', { name: 'Leave team' })).toBeEnabled();
    expect(screen.queryByText('This team is locked')).toBeNull();
  });

  it('disbands only after the name is typed, and shows why it was refused', async () => {
    setUp(buildTeam());
    refuse(teamEndpoints.delete, 'team.locked');
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Disband team' }));
    const question = await screen.findByRole('dialog', { name: 'Disband Foxes?' });
    const action = within(question).getByRole('button', { name: 'Disband team' });
    expect(action).toBeDisabled();
    await user.type(within(question).getByRole('textbox'), 'Foxes');
    await user.click(action);
    expect(await within(question).findByRole('alert')).toHaveTextContent('The team is locked');
    answer(teamEndpoints.delete, undefined);
    await user.click(action);
    expect(await screen.findByText('You are not in a team yet')).toBeInTheDocument();
  });

  it('reports a team in the URL that the account is not in', async () => {
    setUp(buildTeam());
    renderPage('/teams?team=99');
    expect(await screen.findByText('You are not a member of this team')).toBeVisible();
  });
});
