// What a dump of a version should hold: a game that has been played, through the calls that every version has. It runs
// until 2099, so that a test can go on playing it.

import { setTimeout as sleep } from 'node:timers/promises';
import { type VexilClient, VexilError } from '@vexil/server/client';
import { codeOfText } from '@vexil/server/testing/factor';
import { type Competition, createCompetition, type Player, submit, type Task, verdictOf } from '../drill/competition';
import { openPerson } from '../drill/person';

const endsIn2099 = Math.floor((Date.UTC(2099, 0, 1) - Date.now()) / 3_600_000);

/** Calls that earlier versions do not have are passed over. */
async function unlessUnknown(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof VexilError && error.status === 404)) throw error;
  });
}

const pdf = () => new File(['%PDF-1.4\n%%EOF\n'], 'writeup.pdf', { type: 'application/pdf' });

async function fillGame(admin: VexilClient, gameId: number, tasks: Task[]): Promise<void> {
  const game = { id: gameId };
  const params = { ...game, challengeId: tasks[0]?.id ?? 0 };
  const { challengeId } = params;
  await admin.noticeEdit.create({ params: game, body: { content: 'Welcome, "tab"\tand \\ backslash.' } });
  const division = { name: 'Students', inviteCode: 'join-students', challengeConfigs: [{ challengeId }] };
  await admin.division.create({ params: game, body: division });
  const attached = new File(['Attachment of a task.\n'], 'task.txt', { type: 'text/plain' });
  const [stored] = await admin.asset.upload({ files: [attached] });
  await admin.challengeEdit.setAttachment({ params, body: { attachmentType: 'Local', fileHash: stored?.hash } });
  await admin.challengeEdit.update({ params, body: { hints: ['Read it twice.'], submissionLimit: 50 } });
  // An earlier release drops the member.
  await admin.challengeEdit.update({
    params,
    body: { hintList: [{ content: 'Read it twice.' }, { content: 'Again.', cost: 1 }] },
  });
  const texts = { writeupRequired: true, summary: 'A game of a release.', content: '# Rules' };
  await admin.gameEdit.update({ params: game, body: texts });
}

/** A flag of its own for each team, which the second team takes from the first. */
async function createTeamTask(admin: VexilClient, gameId: number): Promise<Task> {
  const made = { title: 'Own flags', category: 'Misc', type: 'DynamicAttachment' } as const;
  const { id } = await admin.challengeEdit.create({ params: { id: gameId }, body: made });
  const params = { id: gameId, challengeId: id };
  const flags = [1, 2, 3, 4].map((index) => ({
    flag: `flag{own_${index}}`,
    attachmentType: 'Remote' as const,
    remoteUrl: `https://example.org/${index}`,
  }));
  await admin.flag.add({ params, body: flags });
  await admin.challengeEdit.update({ params, body: { isEnabled: true } });
  return { id, flag: '' };
}

async function cheat(game: Competition, task: Task): Promise<void> {
  const [first, second] = game.players as [Player, Player];
  const drawn = new Map<Player, string>();
  for (const player of [first, second]) {
    const { context } = await player.as.challenge.get({ params: { id: game.gameId, challengeId: task.id } });
    drawn.set(player, `flag{own_${/(\d+)$/.exec(context.url ?? '')?.[1]}}`);
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
    const board = await admin.scoreboard.get({ params: { id: gameId } });
    const solves = board.items.reduce((sum, { solvedCount }) => sum + solvedCount, 0);
    if (solves === solvesWanted) return board;
    await sleep(200);
  }
}

async function addFactor({ factor }: VexilClient): Promise<void> {
  const { setup, secret } = await factor.beginTotp();
  await factor.confirmTotp({ body: { name: 'Phone', setup, code: codeOfText(secret) } });
}

/** Accounts, a played game, and what else each table is about. */
export async function playRelease(base: string): Promise<{ competition: Competition; board: unknown }> {
  const at = () => base;
  const game = await createCompetition(at, { teams: 4, challenges: 4, hours: endsIn2099 });
  const { admin, gameId, players, tasks } = game;
  await fillGame(admin, gameId, tasks);
  await play(game);
  await cheat(game, await createTeamTask(admin, gameId));
  const params = { id: gameId };
  for (const { as } of players.slice(0, 2)) await as.writeup.upload({ params, files: [pdf()] });
  await admin.postEdit.create({ body: { title: 'News', summary: 'Of a release', content: 'Text', tags: ['a'] } });
  await admin.token.create({ body: { name: 'Dashboard', expiresIn: 0 } });
  const observer = { userName: 'observer', email: 'observer@ctf.test', password: 'Observer-Password-1' };
  const person = openPerson(at);
  await person.account.register({ body: observer });
  await unlessUnknown(addFactor(person));
  const { data } = await admin.accountAdmin.list({ query: { count: 100 } });
  const { id: userId = '' } = data.find(({ userName }) => userName === 'observer') ?? {};
  await admin.gameEdit.setStaff({ params: { id: gameId, userId }, body: { role: 'observer' } });
  await unlessUnknown(
    admin.webhook.create({
      body: { name: 'Hook', format: 'Json', address: 'http://127.0.0.1:9/', kinds: ['Blood', 'Notice', 'Phase'] },
    }),
  );
  await admin.noticeEdit.create({ params, body: { content: 'The second announcement.' } });
  const fine = { teamId: players[0]?.teamId ?? 0, points: -20, reason: 'Attacked the platform.', label: 'Rules' };
  await unlessUnknown(admin.award.create({ params, body: fine }));
  await unlessUnknown(admin.pause.pause({ params, body: { reason: 'The power is out.' } }));
  await unlessUnknown(admin.pause.resume({ params }));
  const feed = { name: 'Feed', scopes: ['award:write' as const] };
  await unlessUnknown(admin.gameToken.create({ params, body: feed }));
  // Its mail stays unsent: the mail server does not answer.
  const policy = { activeOnRegister: false, emailConfirmationRequired: true };
  await admin.configAdmin.update({ body: { accountPolicy: policy, globalConfig: { title: 'Release' } } });
  const late = { userName: 'unconfirmed', email: 'unconfirmed@ctf.test', password: 'Player-Password-1' };
  await openPerson(at).account.register({ body: late });
  return { competition: game, board: await finalBoard(game) };
}
