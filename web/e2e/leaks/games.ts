import { assetRoutes } from '@vexil/contract/asset';
import { awardPointsMax } from '@vexil/contract/award.limits';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import { noticeEditRoutes } from '@vexil/contract/notice';
import { idOf, type People, type Stage } from './people';
import type { Person } from './person';
import type { SecretKind } from './secrets';

const hour = 3_600_000;

type GameName = 'night' | 'ball' | 'harbour';
interface BuiltGame {
  id: number;
  /** By title. */
  challenges: Record<string, number>;
}
export type Games = Record<GameName, BuiltGame>;

/** One transparent pixel. */
export const picture = new File(
  [
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
      'base64',
    ),
  ],
  'picture.png',
  { type: 'image/png' },
);

type Type = 'StaticAttachment' | 'DynamicAttachment' | 'StaticContainer' | 'DynamicContainer';

interface Plan {
  title: string;
  type?: Type;
  /** Kind of secret of its texts and files; undefined if all players may read them. */
  kind?: SecretKind;
  /** The only team that may see the challenge. */
  owner?: string;
  flags?: number;
  template?: string;
  isEnabled?: boolean;
  /** Title of one; it is enabled once it requires that. */
  requires?: string;
}

/** Uploads a file with unique content; returns its hash. */
async function upload(organiser: Person, title: string): Promise<string> {
  const file = new File([`What lies in the ${title}: ${Math.random()}`], `${title}.txt`, { type: 'text/plain' });
  const { body } = await organiser.send(assetRoutes.upload, { files: [file] });
  return (JSON.parse(body.toString()) as { hash: string }[])[0]?.hash ?? '';
}

async function addFlags(stage: Stage, organiser: Person, game: string, params: Ids, plan: Plan): Promise<void> {
  for (let number = 1; number <= (plan.flags ?? 0); number += 1) {
    const words = `${plan.title.toLowerCase().replaceAll(' ', '_')}_${number}`;
    const flag = stage.secrets.add('flag', `flag ${number} of ${plan.title}`, `flag{"${words}" & <all>}`, {
      games: [game],
    });
    if (plan.type !== 'DynamicAttachment') {
      await organiser.call(flagRoutes.add, { params, body: [{ flag }] });
      continue;
    }
    const fileHash = await upload(organiser, `${plan.title} ${number}`);
    stage.secrets.add('teamFile', `file ${number} of ${plan.title}`, fileHash, { games: [game] });
    const second = await upload(organiser, `${plan.title} ${number}, second file`);
    stage.secrets.add('teamFile', `second file ${number} of ${plan.title}`, second, { games: [game] });
    const attachments = [{ attachmentType: 'Local' as const, fileHash: second }];
    await organiser.call(flagRoutes.add, { params, body: [{ flag, attachmentType: 'Local', fileHash, attachments }] });
  }
}

type Ids = { id: number; challengeId: number };

/** Only a challenge that players do not see has it. */
/** Not to be taken for the title itself. */
const categoryOf = (title: string) => `kept "for" <${[...title].reverse().join('')}>`;

async function buildChallenge(stage: Stage, organiser: Person, game: string, id: number, plan: Plan): Promise<number> {
  const { secrets } = stage;
  const { title, type = 'StaticAttachment', kind, owner, template } = plan;
  const customCategory = kind === 'draft' ? categoryOf(title) : null;
  const made = await organiser.call(challengeEditRoutes.create, {
    params: { id },
    body: { title, type, customCategory },
  });
  const params = { id, challengeId: made.id };
  const content = `The lid of the ${title} has an inscription.`;
  const connection = `nc ${title.toLowerCase().replace(' ', '-')}.example {port} # "&"`;
  const hint = `Look "behind" the ${title} & under it.`;
  // No team has the points.
  const priced = secrets.add('draft', `the priced hint of ${title}`, `Its "key" is below the ${title} & cold.`, {
    games: [game],
  });
  // Of every challenge, because no player reads topics.
  const topic = secrets.add('draft', `the topic of ${title}`, `staff "topic" <of> ${title} & more`, { games: [game] });
  if (kind) {
    secrets.add(kind, `the content of ${title}`, content, { games: [game], owner });
    secrets.add(kind, `the connection of ${title}`, connection, { games: [game], owner });
    secrets.add(kind, `the hint of ${title}`, hint, { games: [game], owner });
  }
  if (kind === 'draft') secrets.add(kind, `the title of ${title}`, title, { games: [game] });
  if (template) secrets.add('template', `the template of ${title}`, template, { games: [game] });
  await addFlags(stage, organiser, game, params, plan);
  if (type === 'StaticAttachment') {
    const fileHash = await upload(organiser, title);
    const second = await upload(organiser, `${title}, second file`);
    for (const [what, hash] of Object.entries({ file: fileHash, 'second file': second })) {
      if (kind) secrets.add(kind, `the ${what} of ${title}`, hash, { games: [game], owner });
    }
    const attachments = [fileHash, second].map((hash) => ({ attachmentType: 'Local' as const, fileHash: hash }));
    await organiser.call(challengeEditRoutes.setAttachments, { params, body: { attachments } });
  }
  const isContainer = type.endsWith('Container');
  await organiser.call(challengeEditRoutes.update, {
    params,
    body: {
      content,
      connection,
      topics: [topic],
      author: `Maker of ${title}`,
      tags: ['easy', `tag of ${title}`],
      hintList: [{ content: hint }, { title: 'For sale', content: priced, cost: awardPointsMax }],
      isEnabled: plan.isEnabled ?? true,
      ...(template ? { flagTemplate: template } : {}),
      ...(isContainer ? { containerImage: 'vexil/none:1', exposePort: 80, enableTrafficCapture: true } : {}),
    },
  });
  return made.id;
}

async function buildGame(
  stage: Stage,
  people: People,
  {
    name,
    title,
    startsIn,
    hidden,
    organiser,
  }: { name: GameName; title: string; startsIn: number; hidden: boolean; organiser: Person },
  plans: Plan[],
): Promise<BuiltGame> {
  const inviteCode = stage.secrets.add('inviteCode', `the invite code of the game ${title}`, `${name}-game-7Q2XW`, {
    games: [name],
  });
  const customCategories = plans.flatMap(({ title: of, kind }) =>
    kind === 'draft'
      ? [{ name: stage.secrets.add('draft', `the category of ${of}`, categoryOf(of), { games: [name] }) }]
      : [],
  );
  const { id } = await people.admin.call(gameEditRoutes.create, {
    body: {
      title,
      start: Date.now() + startsIn,
      end: Date.now() + startsIn + 12 * hour,
      hidden,
      summary: `In short, ${title} is a game.`,
      content: `At length, ${title} is still a game.`,
      acceptWithoutReview: true,
      writeupRequired: true,
      writeupDeadline: Date.now() + 20 * hour,
      writeupNote: 'As a PDF, please.',
      inviteCode,
      customCategories,
    },
  });
  const staff = { params: { id, userId: await idOf(organiser) }, body: { role: 'organiser' as const } };
  await people.admin.call(gameEditRoutes.setStaff, staff);
  if (hidden) {
    // This team joined before the game was hidden.
    const whose = { games: [name], owner: 'Aurora' };
    stage.secrets.add('hiddenGame', 'the title of the hidden game', title, whose);
    stage.secrets.add('hiddenGame', 'the content of the hidden game', `At length, ${title} is`, whose);
  }
  const challenges: Record<string, number> = {};
  for (const plan of plans) challenges[plan.title] = await buildChallenge(stage, organiser, name, id, plan);
  for (const { title, requires } of plans) {
    if (requires === undefined) continue;
    const params = { id, challengeId: challenges[title] ?? 0 };
    const body = { requires: { challengeIds: [challenges[requires] ?? 0] }, isEnabled: true };
    await organiser.call(challengeEditRoutes.update, { params, body });
  }
  return { id, challenges };
}

const night: Plan[] = [
  { title: 'Lantern', flags: 2 },
  { title: 'Ledger', type: 'DynamicAttachment', flags: 5 },
  { title: 'Iron Gate', type: 'StaticContainer', flags: 1 },
  { title: 'Glass Furnace', type: 'DynamicContainer', template: 'flag{molten_"glass"_&_[TEAM_HASH]_[GUID]}' },
  { title: 'Velvet Rope', kind: 'divisionText', owner: 'Cirrus', flags: 1 },
  // Locked for every team, because none can solve a draft.
  { title: 'Wine Vault', kind: 'draft', flags: 1, isEnabled: false, requires: 'Cellar Door' },
  { title: 'Cellar Door', kind: 'draft', flags: 1, isEnabled: false },
];

/** A running game with everything, a hidden upcoming one, and one with other staff. */
export async function buildGames(stage: Stage, people: People): Promise<Games> {
  const { ora, otto, obi, admin } = people;
  const games: Games = {
    night: await buildGame(
      stage,
      people,
      { name: 'night', title: 'Night Market', startsIn: -hour, hidden: false, organiser: ora },
      night,
    ),
    ball: await buildGame(
      stage,
      people,
      { name: 'ball', title: 'Masked Ball', startsIn: 4 * hour, hidden: true, organiser: ora },
      [{ title: 'Paper Mask', kind: 'draft', flags: 1 }],
    ),
    harbour: await buildGame(
      stage,
      people,
      { name: 'harbour', title: 'Harbour Day', startsIn: -hour, hidden: false, organiser: otto },
      [{ title: 'Fog Horn', flags: 1 }],
    ),
  };
  const observer = { userId: await idOf(obi), role: 'observer' as const };
  for (const { id } of [games.night, games.ball]) {
    const { userId, role } = observer;
    await ora.call(gameEditRoutes.setStaff, { params: { id, userId }, body: { role } });
  }
  await admin.send(gameEditRoutes.poster, { params: { id: games.night.id }, files: [picture] });
  await ora.call(noticeEditRoutes.create, { params: { id: games.night.id }, body: { content: 'The market is open.' } });
  return games;
}

/** The division `hall` may not see one of the challenges. */
export async function buildDivisions(stage: Stage, { ora }: People, { night: game }: Games) {
  const params = { id: game.id };
  const make = async (name: string, hidden: string[]) => {
    const inviteCode = stage.secrets.add(
      'inviteCode',
      `the invite code of the division ${name}`,
      `${name}-division-9KPZ`,
      {
        games: ['night'],
      },
    );
    const challengeConfigs = hidden.map((title) => ({ challengeId: game.challenges[title] ?? 0, permissions: 0 }));
    const { id } = await ora.call(divisionRoutes.create, { params, body: { name, inviteCode, challengeConfigs } });
    return { divisionId: id, inviteCode };
  };
  return { hall: await make('hall', ['Velvet Rope']), backroom: await make('backroom', []) };
}
