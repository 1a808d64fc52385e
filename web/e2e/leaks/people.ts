import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { teamRoutes } from '@vexil/contract/team';
import type { Platform } from '../support/platform';
import { createPerson, type Person } from './person';
import type { Audience, Recorder } from './record';
import type { SecretRegistry } from './secrets';

export interface Stage {
  url: string;
  platform: Platform;
  recorder: Recorder;
  secrets: SecretRegistry;
}

const player = (name: string, team: string, captain = true): Audience => ({
  name,
  is: ['player', ...(captain ? ['captain'] : [])],
  owns: [name, team],
});

const audiences = {
  anonymous: { name: 'anonymous', is: ['anonymous'], owns: ['anonymous'] },
  ada: player('ada', 'Aurora'),
  amy: player('amy', 'Aurora', false),
  bob: player('bob', 'Borealis'),
  cyd: player('cyd', 'Cirrus'),
  /** Captain of a team that is in no game. */
  dot: player('dot', 'Dusk'),
  /** Her team is suspended. */
  eve: player('eve', 'Ember'),
  obi: { name: 'obi', is: ['observer'], owns: ['obi'], games: ['night', 'ball'] },
  mona: { name: 'mona', is: ['monitor'], owns: ['mona'] },
  ora: { name: 'ora', is: ['organiser'], owns: ['ora'], games: ['night', 'ball'] },
  otto: { name: 'otto', is: ['organiser'], owns: ['otto'], games: ['harbour'] },
  admin: { name: 'admin', is: ['admin'], owns: ['admin'] },
  /** API token with the scopes for monitoring. */
  watcher: { name: 'watcher', is: ['monitor'], owns: ['watcher'] },
  /** API token with all read scopes. */
  reader: { name: 'reader', is: ['admin'], owns: ['reader'] },
} as const satisfies Record<string, Audience>;
type PersonName = keyof typeof audiences;
export type People = Record<PersonName, Person>;

const registered = ['ada', 'amy', 'bob', 'cyd', 'dot', 'eve', 'obi', 'mona', 'ora', 'otto'] as const;

export const addressOf = (name: string) => `${name}.quill@post.leaks.example`;
/** With characters that every encoding writes differently. */
export const passwordOf = (name: string) => `Pa55 "${name}" & <co>`;

function profileOf(name: string) {
  const number = [...name].map((letter) => letter.charCodeAt(0)).join('');
  return {
    realName: `${name[0]?.toUpperCase()}${name.slice(1)} Quillfeather & Daughters`,
    phone: `+49 30 ${number}`,
    stdNumber: `STUD-"${number}"`,
  };
}

/** Games whose staff may see the profile. */
const playersOf: Record<string, readonly string[]> = {
  ada: ['night', 'ball'],
  amy: ['night'],
  bob: ['night', 'harbour'],
  cyd: ['night'],
  eve: ['night'],
};

export function noteProfile(secrets: SecretRegistry, name: string): void {
  const more = { owner: name, games: playersOf[name] ?? [] };
  secrets.add('profile', `the e-mail of ${name}`, addressOf(name), more);
  for (const [member, value] of Object.entries(profileOf(name))) {
    secrets.add('profile', `the ${member} of ${name}`, value, more);
  }
}

async function register({ secrets }: Stage, person: Person): Promise<void> {
  const { name } = person;
  const password = secrets.add('password', `the password of ${name}`, passwordOf(name));
  await person.call(accountRoutes.register, { body: { userName: name, email: addressOf(name), password } });
  await person.call(accountRoutes.update, { body: { ...profileOf(name), bio: `${name} likes riddles.` } });
  noteProfile(secrets, name);
}

export async function buildPeople(stage: Stage): Promise<People> {
  const people = Object.fromEntries(
    Object.entries(audiences).map(([name, audience]) => [name, createPerson(stage, audience)]),
  ) as People;
  await people.admin.call(accountRoutes.login, { body: stage.platform.admin });
  for (const name of registered) await register(stage, people[name]);
  const { userId } = await people.mona.call(accountRoutes.profile);
  await people.admin.call(accountAdminRoutes.update, { params: { userId }, body: { role: 'Monitor' } });
  return people;
}

export const idOf = async (person: Person) => (await person.call(accountRoutes.profile)).userId;

const captains = { Aurora: 'ada', Borealis: 'bob', Cirrus: 'cyd', Dusk: 'dot', Ember: 'eve' } as const;

/** Registers the secret part of an invite code; it belongs to the captain. */
export function noteInvite({ secrets }: Stage, code: string): string {
  const [team = '', , token = ''] = code.split(':');
  const owner: string | undefined = captains[team as keyof typeof captains];
  secrets.add('teamInvite', `the invite code of ${team}`, token, { owner });
  return code;
}

export async function buildTeams(stage: Stage, people: People): Promise<Record<string, number>> {
  const teams: Record<string, number> = {};
  for (const [name, captain] of Object.entries(captains)) {
    const { id } = await people[captain].call(teamRoutes.create, { body: { name, bio: 'We like riddles.' } });
    noteInvite(stage, await people[captain].call(teamRoutes.invite, { params: { id } }));
    teams[name] = id;
  }
  const code = await people.ada.call(teamRoutes.invite, { params: { id: teams.Aurora ?? 0 } });
  await people.amy.call(teamRoutes.accept, { body: code });
  return teams;
}
