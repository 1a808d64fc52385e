import { setTimeout as sleep } from 'node:timers/promises';
import { type Person, person, signIn } from './person';

export const adminPassword = 'Admin-Password-1';
const playerPassword = 'Player-Password-1';

export interface Task {
  id: number;
  flag: string;
}

export interface Player {
  userName: string;
  teamId: number;
  as: Person;
}

export interface Competition {
  gameId: number;
  admin: Person;
  tasks: Task[];
  players: Player[];
}

export interface CompetitionOptions {
  teams: number;
  challenges: number;
  /** How long it lasts from now on. */
  hours?: number;
}

const categories = ['Misc', 'Web', 'Crypto', 'Pwn', 'Reverse'];

async function createTask(admin: Person, gameId: number, index: number): Promise<Task> {
  const base = `/api/edit/games/${gameId}/challenges`;
  const category = categories[index % categories.length];
  const made = { title: `Task ${index + 1}`, category, type: 'StaticAttachment' };
  const { id } = await admin.call<{ id: number }>('POST', base, made);
  const flag = `flag{drill_${gameId}_${index}}`;
  await admin.call('POST', `${base}/${id}/flags`, [{ flag }]);
  await admin.call('PUT', `${base}/${id}`, { isEnabled: true, originalScore: 500 + 50 * index, difficulty: 5 });
  return { id, flag };
}

async function createPlayer(baseOf: () => string, index: number): Promise<Player> {
  const userName = `player${index + 1}`;
  const applicant = { userName, email: `${userName}@ctf.test`, password: playerPassword };
  await person(baseOf).call('POST', '/api/account/register', applicant);
  const as = await signIn(baseOf, userName, playerPassword);
  const { id } = await as.call<{ id: number }>('POST', '/api/team', { name: `Team ${index + 1}` });
  return { userName, teamId: id, as };
}

/** A running, public game that the teams have joined, made through the calls of organisers and players. */
export async function createCompetition(
  baseOf: () => string,
  { teams, challenges, hours = 24 }: CompetitionOptions,
): Promise<Competition> {
  const admin = await signIn(baseOf, 'Admin', adminPassword);
  const now = Date.now();
  const times = { start: now - 60_000, end: now + hours * 3_600_000 };
  const made = { title: 'Drill', acceptWithoutReview: true, ...times };
  const game = await admin.call<{ id: number }>('POST', '/api/edit/games', made);
  const tasks: Task[] = [];
  while (tasks.length < challenges) tasks.push(await createTask(admin, game.id, tasks.length));
  await admin.call('PUT', `/api/edit/games/${game.id}`, { hidden: false });
  const players: Player[] = [];
  while (players.length < teams) {
    const player = await createPlayer(baseOf, players.length);
    await player.as.call('POST', `/api/game/${game.id}`, { teamId: player.teamId });
    players.push(player);
  }
  return { gameId: game.id, admin, tasks, players };
}

/** Another session of the player, at the given server. */
export const signInAgain = (baseOf: () => string, { userName }: Player): Promise<Person> =>
  signIn(baseOf, userName, playerPassword);

/** @returns the id of the submission */
export const submit = ({ gameId }: Competition, { as }: Player, { id }: Task, flag: string): Promise<number> =>
  as.call<number>('POST', `/api/game/${gameId}/challenges/${id}`, { flag });

/** Waits for the verdict of one submission. */
export async function verdictOf(
  { gameId }: Competition,
  { as }: Player,
  { id }: Task,
  submissionId: number,
  timeoutMs = 30_000,
): Promise<string> {
  for (const until = performance.now() + timeoutMs; ; await sleep(50)) {
    const path = `/api/game/${gameId}/challenges/${id}/status/${submissionId}`;
    const verdict = await as.call<string>('GET', path);
    if (verdict !== 'FlagSubmitted') return verdict;
    if (performance.now() > until) throw new Error(`Submission ${submissionId} has no verdict after ${timeoutMs} ms.`);
  }
}
