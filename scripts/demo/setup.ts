import type { ChallengeEdit } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import type { VexilClient } from '@vexil/server/client';
import { closesAt, closingKey, lateKey } from './challenges';
import { containerFiles } from './containers';
import { drawPoster } from './poster';
import { copiesPerTeam, puzzles } from './puzzles/catalogue';
import type { MadeFile, Puzzle } from './puzzles/puzzle';
import { createRandom } from './random';
import { type DivisionKey, divisions, game, welcome } from './world';

export interface StoredChallenge {
  id: number;
  /** The flag that all teams share; null where each team has its own. */
  flag: string | null;
  hints: readonly string[];
}

export interface DemoGame {
  gameId: number;
  end: number;
  divisionIds: Record<DivisionKey, number>;
  challenges: ReadonlyMap<string, StoredChallenge>;
}

type ChallengeFields = Partial<Omit<ChallengeEdit, 'id'>>;

const hour = 3_600_000;
const lastsMs = 6 * hour;
const leftMs = 1.5 * hour;
/** How long the game has run when it is published. */
const headStartMs = 90_000;
// The same for every seed: a seed changes the play, not the challenges.
const contentSeed = 'saltmark';

export async function findGame(admin: VexilClient): Promise<GameInfo | undefined> {
  const { data } = await admin.gameEdit.list({ query: { count: 100 } });
  return data.find(({ title }) => title === game.title);
}

async function uploadFiles(admin: VexilClient, files: readonly MadeFile[]): Promise<string[]> {
  const parts = files.map(({ name, content }) => new File([new Uint8Array(content)], name));
  const stored = await admin.asset.upload({ files: parts });
  return stored.map(({ hash }) => hash);
}

/** Creates the challenge if there is none of that title. What an earlier start has finished stays. */
async function ensureChallenge(
  admin: VexilClient,
  gameId: number,
  known: ReadonlyMap<string, number>,
  fields: ChallengeFields & Pick<ChallengeEdit, 'title' | 'category' | 'type'>,
  fill: (params: { id: number; challengeId: number }) => Promise<void>,
  enable: boolean,
): Promise<ChallengeEdit> {
  const { title, category, type, ...rest } = fields;
  const challengeId =
    known.get(title) ??
    (await admin.challengeEdit.create({ params: { id: gameId }, body: { title, category, type } })).id;
  const params = { id: gameId, challengeId };
  const challenge = await admin.challengeEdit.get({ params });
  // The text is written last, so it shows that the rest is complete.
  if (challenge.content === '') {
    await fill(params);
    await admin.challengeEdit.update({ params, body: rest });
  }
  const now = await admin.challengeEdit.get({ params });
  if (!enable || now.isEnabled) return now;
  return admin.challengeEdit.update({ params, body: { isEnabled: true } });
}

async function fillPuzzle(
  admin: VexilClient,
  puzzle: Puzzle,
  params: { id: number; challengeId: number },
): Promise<void> {
  const { flags, attachment } = await admin.challengeEdit.get({ params });
  const random = createRandom(`${contentSeed}/${puzzle.key}`);
  const count = puzzle.perTeam ? copiesPerTeam : 1;
  const copies = Array.from({ length: count }, (_, index) => puzzle.make(random.fork(String(index))));
  const hashes = await uploadFiles(
    admin,
    copies.map(({ file }) => file),
  );
  if (flags.length === 0) {
    const body = copies.map(({ flag }, index) =>
      puzzle.perTeam ? { flag, attachmentType: 'Local' as const, fileHash: hashes[index] } : { flag },
    );
    await admin.flag.add({ params, body });
  }
  if (!puzzle.perTeam && attachment === null) {
    const body = { attachmentType: 'Local' as const, fileHash: hashes[0] };
    await admin.challengeEdit.setAttachment({ params, body });
  }
}

const soldHints: Record<string, { title: string; content: string; cost: number }> = {
  'tide-gauge': { title: 'Where to begin', content: 'The gauge is read at the **turn** of the tide.', cost: 50 },
  'key-cabinet': { title: 'The spare key', content: 'It hangs on the **third hook**.', cost: 100 },
};

async function setUpPuzzles(admin: VexilClient, gameId: number, known: ReadonlyMap<string, number>) {
  const stored = new Map<string, StoredChallenge>();
  for (const puzzle of puzzles) {
    const { title, category, content, originalScore, minScoreRate, difficulty } = puzzle;
    const challenge = await ensureChallenge(
      admin,
      gameId,
      known,
      {
        title,
        category,
        type: puzzle.perTeam ? 'DynamicAttachment' : 'StaticAttachment',
        content,
        originalScore,
        minScoreRate,
        difficulty,
        submissionLimit: puzzle.submissionLimit ?? 0,
        disableBloodBonus: puzzle.disableBloodBonus ?? false,
        ...(puzzle.perTeam ? { fileName: 'photograph.png' } : {}),
      },
      (params) => fillPuzzle(admin, puzzle, params),
      puzzle.key !== lateKey,
    );
    const flag = puzzle.perTeam ? null : (challenge.flags[0]?.flag ?? null);
    const sold = soldHints[puzzle.key];
    const params = { id: gameId, challengeId: challenge.id };
    const { hintList } = await admin.challengeEdit.get({ params });
    if (sold && !hintList.some(({ cost }) => cost > 0)) {
      await admin.challengeEdit.update({ params, body: { hintList: [...hintList, sold] } });
    }
    stored.set(puzzle.key, { id: challenge.id, flag, hints: puzzle.hints });
  }
  return stored;
}

async function setUpContainers(
  admin: VexilClient,
  gameId: number,
  known: ReadonlyMap<string, number>,
  enable: boolean,
) {
  const stored = new Map<string, StoredChallenge>();
  for (const { name, challenge: file } of await containerFiles()) {
    const { flags = [], flagTemplate, hints, category, ...fields } = file;
    const challenge = await ensureChallenge(
      admin,
      gameId,
      known,
      { ...fields, category: category as ChallengeEdit['category'], ...(flagTemplate ? { flagTemplate } : {}) },
      async (params) => {
        const { flags: stored } = await admin.challengeEdit.get({ params });
        if (stored.length > 0 || flags.length === 0) return;
        await admin.flag.add({ params, body: flags.map((flag) => ({ flag })) });
      },
      enable,
    );
    stored.set(name, { id: challenge.id, flag: flags[0] ?? null, hints });
  }
  return stored;
}

async function setUpDivisions(admin: VexilClient, gameId: number): Promise<DemoGame['divisionIds']> {
  const stored = await admin.division.list({ params: { id: gameId } });
  const ids: [string, number][] = [];
  for (const [key, body] of Object.entries(divisions)) {
    const known = stored.find(({ name }) => name === body.name);
    ids.push([key, known?.id ?? (await admin.division.create({ params: { id: gameId }, body })).id]);
  }
  return Object.fromEntries(ids) as DemoGame['divisionIds'];
}

/** Changes before the publication make no notices. */
async function openGame(admin: VexilClient, id: number, now: number): Promise<GameInfo> {
  const challenges = await admin.challengeEdit.list({ params: { id } });
  const auction = puzzles.find(({ key }) => key === closingKey)?.title;
  const closing = challenges.find(({ title }) => title === auction);
  if (closing) {
    // After the last planned submission with a margin, because a slow machine is late.
    const body = { deadlineUtc: now + closesAt + 5 * 60_000 };
    await admin.challengeEdit.update({ params: { id, challengeId: closing.id }, body });
  }
  const times = { start: now - headStartMs, end: now + lastsMs, writeupDeadline: now + lastsMs };
  const info = await admin.gameEdit.update({ params: { id }, body: { ...times, hidden: false } });
  const notices = await admin.noticeEdit.list({ params: { id } });
  if (notices.length === 0) await admin.noticeEdit.create({ params: { id }, body: { content: welcome } });
  return info;
}

/** Creates the competition, or completes the one that is there. */
export async function setUpGame(admin: VexilClient, { containers }: { containers: boolean }): Promise<DemoGame> {
  const now = Date.now();
  const { title, summary, content, teamMemberCountLimit, containerCountLimit } = game;
  let info =
    (await findGame(admin)) ??
    (await admin.gameEdit.create({
      body: {
        ...{ title, summary, content, teamMemberCountLimit, containerCountLimit },
        ...{ hidden: true, acceptWithoutReview: true, practiceMode: true, allowsMcp: true },
        ...{ start: now + hour, end: now + hour + lastsMs },
      },
    }));
  const params = { id: info.id };
  const divisionIds = await setUpDivisions(admin, info.id);
  if (info.poster === null) await admin.gameEdit.poster({ params, files: [await drawPoster()] });
  const list = await admin.challengeEdit.list({ params });
  const known = new Map(list.map(({ title: one, id }) => [one, id]));
  const challenges = new Map([
    ...(await setUpPuzzles(admin, info.id, known)),
    ...(await setUpContainers(admin, info.id, known, containers)),
  ]);
  if (info.hidden) info = await openGame(admin, info.id, Date.now());
  if (info.end < now + leftMs) {
    info = await admin.gameEdit.update({ params, body: { end: now + lastsMs } });
  }
  return { gameId: info.id, end: info.end, divisionIds, challenges };
}
