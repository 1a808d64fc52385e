import { setTimeout as sleep } from 'node:timers/promises';
import type { VexilClient } from '@vexil/server/client';
import { openPerson, signIn } from './person';

export const adminPassword = 'Admin-Password-1';
export const playerPassword = 'Player-Password-1';

export interface Task {
  id: number;
  flag: string;
}

export interface Player {
  userName: string;
  teamId: number;
  as: VexilClient;
}

export interface Competition {
  gameId: number;
  admin: VexilClient;
  tasks: Task[];
  players: Player[];
}

export interface CompetitionOptions {
  teams: number;
  challenges: number;
  /** How long it lasts from now on. */
  hours?: number;
}

const categories = ['Misc', 'Web', 'Crypto', 'Pwn', 'Reverse'] as const;

async function createTask(admin: VexilClient, gameId: number, index: number): Promise<Task> {
  const category = categories[index % categories.length] ?? 'Misc';
  const made = { title: `Task ${index + 1}`, category, type: 'StaticAttachment' } as const;
  const { id } = await admin.challengeEdit.create({ params: { id: gameId }, body: made });
  const params = { id: gameId, challengeId: id };
  const flag = `flag{drill_${gameId}_${index}}`;
  await admin.flag.add({ params, body: [{ flag }] });
  const body = { isEnabled: true, originalScore: 500 + 50 * index, difficulty: 5 };
  await admin.challengeEdit.update({ params, body });
  return { id, flag };
}

async function createPlayer(baseOf: () => string, index: number): Promise<Player> {
  const userName = `player${index + 1}`;
  const applicant = { userName, email: `${userName}@ctf.test`, password: playerPassword };
  await openPerson(baseOf).account.register({ body: applicant });
  const as = await signIn(baseOf, userName, playerPassword);
  const { id } = await as.team.create({ body: { name: `Team ${index + 1}` } });
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
  const game = await admin.gameEdit.create({ body: { title: 'Drill', acceptWithoutReview: true, ...times } });
  const tasks: Task[] = [];
  while (tasks.length < challenges) tasks.push(await createTask(admin, game.id, tasks.length));
  await admin.gameEdit.update({ params: { id: game.id }, body: { hidden: false } });
  const players: Player[] = [];
  while (players.length < teams) {
    const player = await createPlayer(baseOf, players.length);
    await player.as.participation.join({ params: { id: game.id }, body: { teamId: player.teamId } });
    players.push(player);
  }
  return { gameId: game.id, admin, tasks, players };
}

/** Another session of the player, at the given server. */
export const signInAgain = (baseOf: () => string, { userName }: Player): Promise<VexilClient> =>
  signIn(baseOf, userName, playerPassword);

/** @returns the id of the submission */
export const submit = ({ gameId }: Competition, { as }: Player, { id }: Task, flag: string): Promise<number> =>
  as.submission.submit({ params: { id: gameId, challengeId: id }, body: { flag } });

/** Waits for the verdict of one submission. */
export async function verdictOf(
  { gameId }: Competition,
  { as }: Player,
  { id }: Task,
  submissionId: number,
  timeoutMs = 30_000,
): Promise<string> {
  for (const until = performance.now() + timeoutMs; ; await sleep(50)) {
    const verdict = await as.submission.status({ params: { id: gameId, challengeId: id, submissionId } });
    if (verdict !== 'FlagSubmitted') return verdict;
    if (performance.now() > until) throw new Error(`Submission ${submissionId} has no verdict after ${timeoutMs} ms.`);
  }
}
