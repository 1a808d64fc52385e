import type { VexilClient } from '../../../server/client/vexil';
import type { Credentials, Platform } from './platform';

const minute = 60_000;
let count = 0;

/** Password of all generated accounts. */
export const password = 'Passw0rd';

async function registerPlayer(caller: VexilClient, userName?: string): Promise<Credentials> {
  count += 1;
  const name = userName ?? `player${count}`;
  await caller.account.register({ body: { userName: name, email: `${name}@example.test`, password } });
  return { userName: name, password };
}

export interface Competition {
  gameId: number;
  title: string;
  /** Ids by title; all are enabled, with the flag of `flagOf(title)`. */
  challenges: ReadonlyMap<string, number>;
  admin: VexilClient;
  /** A player with a team of this name in the game. */
  addTeam(name: string): Promise<Credentials & { caller: VexilClient; teamId: number }>;
  submit(caller: VexilClient, challenge: string): Promise<void>;
  publish(words: string): Promise<void>;
  /** Moves start or end, in Unix milliseconds. */
  move(times: { start?: number; end?: number }): Promise<void>;
}

export const flagOf = (title: string) => `flag{${title.toLowerCase().replaceAll(' ', '_')}}`;

export interface CompetitionValues {
  title?: string;
  /** Milliseconds from now. */
  startsIn?: number;
  endsIn?: number;
  practiceMode?: boolean;
  /** Categories by title. */
  challenges?: Record<string, 'Crypto' | 'Web' | 'Misc' | 'Pwn' | 'Forensics'>;
}

/** A game with challenges, created through the API. */
export async function buildCompetition(
  platform: Platform,
  newCaller: () => VexilClient,
  values: CompetitionValues = {},
): Promise<Competition> {
  count += 1;
  const title = values.title ?? `Night Watch ${count}`;
  const admin = newCaller();
  await admin.account.login({ body: platform.admin });
  const start = Date.now() + (values.startsIn ?? -30 * minute);
  const { id: gameId } = await admin.gameEdit.create({
    body: {
      title,
      start,
      end: Date.now() + (values.endsIn ?? 180 * minute),
      hidden: false,
      acceptWithoutReview: true,
      practiceMode: values.practiceMode ?? true,
      summary: 'A night in the Grand Hotel Meridian.',
      content: '## Rules\n\nBe kind. Share nothing.',
    },
  });
  const challenges = new Map<string, number>();
  for (const [name, category] of Object.entries(values.challenges ?? { 'Left Luggage': 'Crypto' as const })) {
    const { id } = await admin.challengeEdit.create({
      params: { id: gameId },
      body: { title: name, category, type: 'StaticAttachment' },
    });
    const params = { id: gameId, challengeId: id };
    await admin.flag.add({ params, body: [{ flag: flagOf(name) }] });
    const content = `What does the porter of *${name}* know?`;
    await admin.challengeEdit.update({ params, body: { content, isEnabled: true } });
    challenges.set(name, id);
  }
  return {
    gameId,
    title,
    challenges,
    admin,
    async addTeam(name) {
      const caller = newCaller();
      const player = await registerPlayer(caller);
      const { id: teamId } = await caller.team.create({ body: { name } });
      await caller.participation.join({ params: { id: gameId }, body: { teamId } });
      return { ...player, caller, teamId };
    },
    async submit(caller, challenge) {
      const challengeId = challenges.get(challenge) ?? 0;
      await caller.submission.submit({
        params: { id: gameId, challengeId },
        body: { flag: flagOf(challenge) },
      });
    },
    async publish(words) {
      await admin.noticeEdit.create({ params: { id: gameId }, body: { content: words } });
    },
    async move(times) {
      await admin.gameEdit.update({ params: { id: gameId }, body: times });
    },
  };
}
