import { accountRoutes } from '@vexil/contract/account';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { gameEditRoutes } from '@vexil/contract/game';
import { noticeEditRoutes } from '@vexil/contract/notice';
import { participationRoutes } from '@vexil/contract/participation';
import { submissionRoutes } from '@vexil/contract/submission';
import { teamRoutes } from '@vexil/contract/team';
import type { Caller } from './caller';
import type { Credentials, Platform } from './platform';

const minute = 60_000;
let count = 0;

/** Password of all generated accounts. */
export const password = 'Passw0rd';

async function registerPlayer(caller: Caller, userName?: string): Promise<Credentials> {
  count += 1;
  const name = userName ?? `player${count}`;
  await caller.call(accountRoutes.register, { body: { userName: name, email: `${name}@example.test`, password } });
  return { userName: name, password };
}

export interface Competition {
  gameId: number;
  title: string;
  /** Ids by title; all are enabled, with the flag of `flagOf(title)`. */
  challenges: ReadonlyMap<string, number>;
  admin: Caller;
  /** A player with a team of this name in the game. */
  addTeam(name: string): Promise<Credentials & { caller: Caller; teamId: number }>;
  submit(caller: Caller, challenge: string): Promise<void>;
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
  newCaller: () => Caller,
  values: CompetitionValues = {},
): Promise<Competition> {
  count += 1;
  const title = values.title ?? `Night Watch ${count}`;
  const admin = newCaller();
  await admin.call(accountRoutes.login, { body: platform.admin });
  const start = Date.now() + (values.startsIn ?? -30 * minute);
  const { id: gameId } = await admin.call(gameEditRoutes.create, {
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
    const { id } = await admin.call(challengeEditRoutes.create, {
      params: { id: gameId },
      body: { title: name, category, type: 'StaticAttachment' },
    });
    const params = { id: gameId, challengeId: id };
    await admin.call(flagRoutes.add, { params, body: [{ flag: flagOf(name) }] });
    const content = `What does the porter of *${name}* know?`;
    await admin.call(challengeEditRoutes.update, { params, body: { content, isEnabled: true } });
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
      const { id: teamId } = await caller.call(teamRoutes.create, { body: { name } });
      await caller.call(participationRoutes.join, { params: { id: gameId }, body: { teamId } });
      return { ...player, caller, teamId };
    },
    async submit(caller, challenge) {
      const challengeId = challenges.get(challenge) ?? 0;
      await caller.call(submissionRoutes.submit, {
        params: { id: gameId, challengeId },
        body: { flag: flagOf(challenge) },
      });
    },
    async publish(words) {
      await admin.call(noticeEditRoutes.create, { params: { id: gameId }, body: { content: words } });
    },
    async move(times) {
      await admin.call(gameEditRoutes.update, { params: { id: gameId }, body: times });
    },
  };
}
