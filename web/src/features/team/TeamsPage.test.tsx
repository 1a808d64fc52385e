import { screen, waitFor, within } from '@testing-library/react';
import type { Team, TeamMember } from '@vexil/contract/team';
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

const buildTeam = (given: Partial<Team> = {}): Team => ({
  id: 3,
  name: 'Foxes',
  bio: null,
  avatar: null,
  locked: false,
  members: [mira, kite],
  ...given,
});

function setUp(...teams: Team[]) {
  signIn();
  answer(teamEndpoints.list, teams);
  answer(teamEndpoints.invite, `Foxes:3:${token}`);
}

const panel = (name = 'Foxes') => screen.findByRole('dialog', { name });

describe('the list of teams', () => {
  it('says what to do while there is none', async () => {
    setUp();
    renderPage('/teams');
    expect(await screen.findByText('You are in no team yet')).toBeVisible();
  });

  it('offers another try when it cannot be had', async () => {
    signIn();
    disconnect(teamEndpoints.list);
    const { user } = renderPage('/teams');
    expect(await screen.findByText('Your teams could not be loaded')).toBeVisible();
    answer(teamEndpoints.list, [buildTeam()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('button', { name: /^Foxes/ })).toBeVisible();
  });
});

describe('founding a team', () => {
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

  it('checks the name at its field, and keeps what is typed when refused', async () => {
    setUp();
    refuse(teamEndpoints.create, 'team.captainLimit', { title: 'You already lead 3 teams.' });
    const { user } = renderPage('/teams');
    await user.click((await screen.findAllByRole('button', { name: 'Create team' }))[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Create a team' });
    const name = within(dialog).getByRole('textbox', { name: 'Name' });
    const submit = within(dialog).getByRole('button', { name: 'Create team' });
    await user.click(submit);
    expect(name).toBeInvalid();
    await user.type(name, 'Foxes');
    await user.click(submit);
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('You already lead 3 teams.');
    expect(name).toHaveValue('Foxes');
  });

  it('explains the limit to who leads as many as one may', async () => {
    setUp(...[3, 4, 5].map((id) => buildTeam({ id, name: `Foxes ${id}` })));
    const { user } = renderPage('/teams');
    await user.click(await screen.findByRole('button', { name: 'Create team' }));
    expect(await screen.findByText('You lead 3 teams already')).toBeVisible();
    expect(screen.queryByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
  });
});

describe('joining a team', () => {
  it('takes the code out of a pasted link', async () => {
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

  it('fills the code of a join link in, and joins only when one says so', async () => {
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

  it('says at the field why a code was refused, and keeps it there', async () => {
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
    expect(await screen.findByText(/This is no invite code/)).toBeVisible();
    expect(callsOf(teamEndpoints.accept)).toHaveLength(1);
  });
});

describe('the panel of a team', () => {
  it('saves a new name, asks before it is left with changes, and keeps them', async () => {
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

  it('removes a member after asking, and the list is right at once', async () => {
    setUp(buildTeam());
    answer(teamEndpoints.kick, buildTeam({ members: [mira] }));
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Remove kite' }));
    const question = await screen.findByRole('dialog', { name: 'Remove kite from Foxes?' });
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove kite' })).not.toBeInTheDocument());
    expect(callsOf(teamEndpoints.kick)[0]?.params).toMatchObject({ userId: kite.id });
    expect(within(await panel()).getByText('1 member')).toBeVisible();
    expect(callsOf(teamEndpoints.list)).toHaveLength(1);
  });

  it('says in the question why a member cannot be removed', async () => {
    setUp(buildTeam({ locked: true }));
    refuse(teamEndpoints.kick, 'team.locked');
    const { user } = renderPage('/teams?team=3');
    expect(await screen.findByText('This team is locked')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Remove kite' }));
    const question = await screen.findByRole('dialog', { name: 'Remove kite from Foxes?' });
    await user.click(within(question).getByRole('button', { name: 'Remove' }));
    expect(await within(question).findByRole('alert')).toHaveTextContent('The team is locked');
  });

  it("hands the team over, and with it the captain's tools", async () => {
    setUp(buildTeam());
    answer(
      teamEndpoints.transfer,
      buildTeam({
        members: [
          { ...mira, captain: false },
          { ...kite, captain: true },
        ],
      }),
    );
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Hand the team over to kite' }));
    const question = await screen.findByRole('dialog', { name: 'Hand Foxes over to kite?' });
    await user.click(within(question).getByRole('button', { name: 'Hand over' }));
    expect(await screen.findByRole('button', { name: 'Leave team' })).toBeVisible();
    expect(callsOf(teamEndpoints.transfer)[0]?.body).toEqual({ newCaptainId: kite.id });
    expect(screen.queryByRole('button', { name: 'New code' })).not.toBeInTheDocument();
  });

  it('shows the invite code on request, and replaces it once one knows that the old one dies', async () => {
    setUp(buildTeam());
    const fresh = token.replace('0123', 'ffff');
    answer(teamEndpoints.rotateInvite, `Foxes:3:${fresh}`);
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Show the invite code' }));
    expect(screen.getByText(`Foxes:3:${token}`)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'New code' }));
    const question = await screen.findByRole('dialog', { name: 'Make a new invite code?' });
    expect(question).toHaveTextContent('The old code and every link with it stop working at once.');
    await user.click(within(question).getByRole('button', { name: 'New code' }));
    expect(await screen.findByText(`Foxes:3:${fresh}`)).toBeVisible();
    expect(callsOf(teamEndpoints.invite)).toHaveLength(1);
  });

  it('lets a member leave, and takes the team off the list', async () => {
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
    expect(await screen.findByText('You are in no team yet')).toBeInTheDocument();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
    expect(callsOf(teamEndpoints.list)).toHaveLength(1);
  });

  it('disbands only once the name is typed, and says why it was refused', async () => {
    setUp(buildTeam());
    refuse(teamEndpoints.delete, 'team.locked');
    const { user } = renderPage('/teams?team=3');
    await user.click(await screen.findByRole('button', { name: 'Disband team' }));
    const question = await screen.findByRole('dialog', { name: 'Disband Foxes?' });
    const deed = within(question).getByRole('button', { name: 'Disband team' });
    expect(deed).toBeDisabled();
    await user.type(within(question).getByRole('textbox'), 'Foxes');
    await user.click(deed);
    expect(await within(question).findByRole('alert')).toHaveTextContent('The team is locked');
    answer(teamEndpoints.delete, undefined);
    await user.click(deed);
    expect(await screen.findByText('You are in no team yet')).toBeInTheDocument();
  });

  it('says so when the address names a team that is not one of them', async () => {
    setUp(buildTeam());
    renderPage('/teams?team=99');
    expect(await screen.findByText('You are not a member of this team')).toBeVisible();
  });
});
