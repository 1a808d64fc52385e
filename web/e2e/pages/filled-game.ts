// A competition with something on every page.

import { buildCompetition, password } from '../support/competition';
import type { Credentials } from '../support/platform';
import type { Stage } from '../support/stage';
import type { Role } from './entries';

export interface FilledGame {
  gameId: number;
  /** A game that has not begun, and one that is over and still frozen. */
  coming: number;
  ended: number;
  challenges: ReadonlyMap<string, number>;
  teamId: number;
  otherTeamId: number;
  postId: string;
  logins: Record<Exclude<Role, 'visitor'>, Credentials>;
}

const day = 86_400_000;
const minute = 60_000;
const words = `Each room hides **one** flag. Read [the rules](/games) first.

| Wing | Floor |
|---|---|
| East | 3 |

\`\`\`py
print("knock")
\`\`\`
`;

async function buildStaff(stage: Stage, gameIds: readonly number[], admin: ReturnType<Stage['caller']>) {
  const register = async (userName: string) => {
    const caller = stage.caller();
    await caller.account.register({ body: { userName, email: `${userName}@example.test`, password } });
    return (await caller.account.profile()).userId;
  };
  const [monitorId, organiserId] = [await register('Monique'), await register('Orlando')];
  await admin.accountAdmin.update({ params: { userId: monitorId }, body: { role: 'Monitor' } });
  for (const id of gameIds)
    await admin.gameEdit.setStaff({ params: { id, userId: organiserId }, body: { role: 'organiser' } });
  return { monitor: { userName: 'Monique', password }, organiser: { userName: 'Orlando', password } };
}

export async function fillPlatform(stage: Stage): Promise<FilledGame> {
  const build = (values: Parameters<typeof buildCompetition>[2]) =>
    buildCompetition(stage.platform, () => stage.caller(), values);
  const competition = await build({
    title: 'Grand Hotel Meridian Invitational Night Watch',
    challenges: {
      'Left Luggage': 'Crypto',
      'Night Shift': 'Web',
      'Lobby Quiz': 'Misc',
      'The Dumbwaiter': 'Pwn',
      "The Night Porter's Unreasonably Long Ledger": 'Forensics',
    },
  });
  const { admin, challenges, gameId } = competition;
  const params = { id: gameId };
  const quiz = { ...params, challengeId: challenges.get('Lobby Quiz') ?? 0 };
  await admin.challengeEdit.update({
    params: quiz,
    body: { content: words, hints: ['Look up.', 'Wait.'] },
  });
  const { id: instanced } = await admin.challengeEdit.create({
    params,
    body: { title: 'Revolving Door', category: 'Web', type: 'DynamicContainer' },
  });
  await admin.challengeEdit.update({
    params: { ...params, challengeId: instanced },
    body: { content: words, containerImage: 'vexil/none:1', exposePort: 80, isEnabled: true },
  });

  const teams = [];
  for (const name of ['Nightjars', 'Night Owls', '蓝色夜莺', 'The Long Named Owls'])
    teams.push(await competition.addTeam(name));
  const [first, second, third] = teams;
  if (!first || !second || !third) throw new Error('Three teams play.');
  for (const title of ['Left Luggage', 'Night Shift']) {
    for (const { caller } of [second, first, third]) await competition.submit(caller, title);
  }
  for (const { caller } of [first, third]) {
    const challengeId = challenges.get('The Dumbwaiter') ?? 0;
    await caller.submission.submit({ params: { ...params, challengeId }, body: { flag: 'flag{no}' } });
  }
  for (const name of ['Students', 'Professionals and guests']) await admin.division.create({ params, body: { name } });
  await competition.publish('The **bar** closes at two. See [the rules](/games).');
  const body = { writeupRequired: true, writeupDeadline: Date.now() + 2 * day, writeupNote: 'As a PDF, please.' };
  await admin.gameEdit.update({ params, body });

  const coming = await build({ title: 'Winter Warm-up', startsIn: day, endsIn: 2 * day });
  const ended = await build({
    title: 'Autumn Leaves',
    startsIn: -60 * minute,
    endsIn: 60 * minute,
    practiceMode: false,
  });
  const past = await ended.addTeam('Squirrels');
  await ended.submit(past.caller, 'Left Luggage');
  const now = Date.now();
  await ended.admin.gameEdit.update({
    params: { id: ended.gameId },
    body: { start: now - 2 * day, freezeTime: now - day - 2 * minute, end: now - 1000 },
  });
  const logins = await buildStaff(stage, [gameId, coming.gameId, ended.gameId], admin);
  const postId = await admin.postEdit.create({
    body: {
      title: 'The doors are open',
      summary: 'Come in.',
      content: words,
      tags: ['news', 'meridian'],
      isPinned: true,
    },
  });
  return {
    gameId,
    coming: coming.gameId,
    ended: ended.gameId,
    challenges: new Map([...challenges, ['Revolving Door', instanced]]),
    teamId: first.teamId,
    otherTeamId: second.teamId,
    postId,
    logins: { player: first, admin: stage.platform.admin, ...logins },
  };
}
