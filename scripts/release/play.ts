// What a dump of a version should hold: a game that has been played, through the calls that every version has. It runs
// until 2099, so that a test can go on playing it.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Competition, createCompetition, type Player, submit, type Task, verdictOf } from '../drill/competition';
import { CallError, type Person, person } from '../drill/person';

const endsIn2099 = Math.floor((Date.UTC(2099, 0, 1) - Date.now()) / 3_600_000);

/** Calls that earlier versions do not have are passed over. */
async function unlessUnknown(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof CallError && error.status === 404)) throw error;
  });
}

const pdf = () => new File(['%PDF-1.4\n%%EOF\n'], 'writeup.pdf', { type: 'application/pdf' });

async function fillGame(admin: Person, gameId: number, tasks: Task[]): Promise<void> {
  const base = `/api/edit/games/${gameId}`;
  const [task] = tasks;
  await admin.call('POST', `${base}/notices`, { content: 'Welcome, "tab"\tand \\ backslash.' });
  await admin.call('POST', `${base}/divisions`, {
    name: 'Students',
    inviteCode: 'join-students',
    challengeConfigs: [{ challengeId: task?.id }],
  });
  const [stored] = await admin.upload<{ hash: string }[]>(
    '/api/assets',
    'files',
    new File(['Attachment of a task.\n'], 'task.txt', { type: 'text/plain' }),
  );
  const attachment = { attachmentType: 'Local', fileHash: stored?.hash };
  await admin.call('POST', `${base}/challenges/${task?.id}/attachment`, attachment);
  await admin.call('PUT', `${base}/challenges/${task?.id}`, { hints: ['Read it twice.'], submissionLimit: 50 });
  await admin.call('PUT', base, { writeupRequired: true, summary: 'A game of a release.', content: '# Rules' });
}

/** A flag of its own for each team, which the second team takes from the first. */
async function createTeamTask(admin: Person, gameId: number): Promise<Task> {
  const base = `/api/edit/games/${gameId}/challenges`;
  const made = { title: 'Own flags', category: 'Misc', type: 'DynamicAttachment' };
  const { id } = await admin.call<{ id: number }>('POST', base, made);
  const flags = [1, 2, 3, 4].map((index) => ({
    flag: `flag{own_${index}}`,
    attachmentType: 'Remote',
    remoteUrl: `https://example.org/${index}`,
  }));
  await admin.call('POST', `${base}/${id}/flags`, flags);
  await admin.call('PUT', `${base}/${id}`, { isEnabled: true });
  return { id, flag: '' };
}

async function cheat(game: Competition, task: Task): Promise<void> {
  const [first, second] = game.players as [Player, Player];
  const drawn = new Map<Player, string>();
  for (const player of [first, second]) {
    const path = `/api/game/${game.gameId}/challenges/${task.id}`;
    const { context } = await player.as.call<{ context: { url: string } }>('GET', path);
    drawn.set(player, `flag{own_${/(\d+)$/.exec(context.url)?.[1]}}`);
  }
  const stolen = await submit(game, second, task, drawn.get(first) ?? '');
  // Players do not learn that it was found out.
  await verdictOf(game, second, task, stolen);
}

async function play(game: Competition): Promise<void> {
  for (const [at, player] of game.players.entries()) {
    // The last task is left to solve.
    for (const [index, task] of game.tasks.slice(0, -1).entries()) {
      const isRight = index <= at;
      const id = await submit(game, player, task, isRight ? task.flag : `flag{wrong_${at}_${index}}`);
      const verdict = await verdictOf(game, player, task, id);
      if (verdict !== (isRight ? 'Accepted' : 'WrongAnswer')) throw new Error(`Submission ${id} is ${verdict}.`);
    }
  }
}

const solvesWanted = 9;

async function finalBoard({ admin, gameId }: Competition): Promise<unknown> {
  for (;;) {
    const board = await admin.call<{ items: { solvedCount: number }[] }>('GET', `/api/game/${gameId}/scoreboard`);
    const solves = board.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0);
    if (solves === solvesWanted) return board;
    await sleep(200);
  }
}

/** Accounts, a played game, and what else each table is about. */
export async function playRelease(base: string): Promise<{ competition: Competition; board: unknown }> {
  const at = () => base;
  const game = await createCompetition(at, { teams: 4, challenges: 4, hours: endsIn2099 });
  const { admin, gameId, players, tasks } = game;
  await fillGame(admin, gameId, tasks);
  await play(game);
  await cheat(game, await createTeamTask(admin, gameId));
  for (const player of players.slice(0, 2)) await player.as.upload(`/api/game/${gameId}/writeup`, 'file', pdf());
  await admin.call('POST', '/api/edit/posts', { title: 'News', summary: 'Of a release', content: 'Text', tags: ['a'] });
  await admin.call('POST', '/api/tokens', { name: 'Dashboard', expiresIn: 0 });
  const observer = { userName: 'observer', email: 'observer@ctf.test', password: 'Observer-Password-1' };
  await person(at).call('POST', '/api/account/register', observer);
  const { data } = await admin.call<{ data: { id: string; userName: string }[] }>('GET', '/api/admin/users?count=100');
  const { id } = data.find(({ userName }) => userName === 'observer') ?? {};
  await admin.call('PUT', `/api/edit/games/${gameId}/staff/${id}`, { role: 'observer' });
  const hook = { name: 'Hook', format: 'Json', address: 'http://127.0.0.1:9/', kinds: ['Blood', 'Notice', 'Phase'] };
  await unlessUnknown(admin.call('POST', '/api/admin/webhooks', hook));
  await admin.call('POST', `/api/edit/games/${gameId}/notices`, { content: 'The second announcement.' });
  // Its mail stays unsent: the mail server does not answer.
  const policy = { activeOnRegister: false, emailConfirmationRequired: true };
  await admin.call('PUT', '/api/admin/config', { accountPolicy: policy, globalConfig: { title: 'Release' } });
  const late = { userName: 'unconfirmed', email: 'unconfirmed@ctf.test', password: 'Player-Password-1' };
  await person(at).call('POST', '/api/account/register', late);
  return { competition: game, board: await finalBoard(game) };
}
