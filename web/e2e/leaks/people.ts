import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { teamRoutes } from '@vexil/contract/team';
import type { Platform } from '../support/platform';
import type { SecretBook } from './book';
import { createPerson, type Person } from './person';
import type { Audience, Recorder } from './record';

export interface Stage {
  url: string;
  platform: Platform;
  recorder: Recorder;
  book: SecretBook;
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
  /** Leads a team that is in no game. */
  dot: player('dot', 'Dusk'),
  /** Her team is suspended. */
  eve: player('eve', 'Ember'),
  obi: { name: 'obi', is: ['observer'], owns: ['obi'], games: ['night', 'ball'] },
  mona: { name: 'mona', is: ['monitor'], owns: ['mona'] },
  ora: { name: 'ora', is: ['organiser'], owns: ['ora'], games: ['night', 'ball'] },
  otto: { name: 'otto', is: ['organiser'], owns: ['otto'], games: ['harbour'] },
  admin: { name: 'admin', is: ['admin'], owns: ['admin'] },
  /** An API token that may watch games. */
  watcher: { name: 'watcher', is: ['monitor'], owns: ['watcher'] },
  /** An API token that may read whatever tokens may read. */
  reader: { name: 'reader', is: ['admin'], owns: ['reader'] },
} as const satisfies Record<string, Audience>;
type PersonName = keyof typeof audiences;
export type People = Record<PersonName, Person>;

const registered = ['ada', 'amy', 'bob', 'cyd', 'dot', 'eve', 'obi', 'mona', 'ora', 'otto'] as const;

export const addressOf = (name: string) => `${name}.quill@post.leaks.example`;
/** With characters that every notation writes differently. */
export const passwordOf = (name: string) => `Pa55 "${name}" & <co>`;

/** What others may not know of a person. */
function profileOf(name: string) {
  const number = [...name].map((letter) => letter.charCodeAt(0)).join('');
  return {
    realName: `${name[0]?.toUpperCase()}${name.slice(1)} Quillfeather & Daughters`,
    phone: `+49 30 ${number}`,
    stdNumber: `STUD-"${number}"`,
  };
}

/** Whose staff has to be able to reach them. */
const playersOf: Record<string, readonly string[]> = {
  ada: ['night', 'ball'],
  amy: ['night'],
  bob: ['night', 'harbour'],
  cyd: ['night'],
  eve: ['night'],
};

export function noteProfile(book: SecretBook, name: string): void {
  const more = { owner: name, games: playersOf[name] ?? [] };
  book.add('profile', `the e-mail of ${name}`, addressOf(name), more);
  for (const [member, value] of Object.entries(profileOf(name))) {
    book.add('profile', `the ${member} of ${name}`, value, more);
  }
}

async function register({ book }: Stage, person: Person): Promise<void> {
  const { name } = person;
  const password = book.add('password', `the password of ${name}`, passwordOf(name));
  await person.call(accountRoutes.register, { body: { userName: name, email: addressOf(name), password } });
  await person.call(accountRoutes.update, { body: { ...profileOf(name), bio: `${name} likes riddles.` } });
  noteProfile(book, name);
}

/** Everybody, signed in and with what they want nobody to know. */
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

/** Keeps the part of an invite code that nobody can guess; it belongs to the captain alone. */
export function noteInvite({ book }: Stage, code: string): string {
  const [team = '', , token = ''] = code.split(':');
  const owner: string | undefined = captains[team as keyof typeof captains];
  book.add('teamInvite', `the invite code of ${team}`, token, { owner });
  return code;
}

/** The teams by name, each led by its captain. */
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
