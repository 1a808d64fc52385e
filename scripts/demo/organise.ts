import type { VexilClient } from '@vexil/server/client';
import type { Action } from './plan';
import type { DemoGame } from './setup';
import { lateNotice } from './world';

type Announcement = Extract<Action, { kind: 'notice' | 'hint' | 'release' }>;

/** Idempotent: what an earlier run has announced is not repeated. */
export async function organise(admin: VexilClient, demoGame: DemoGame, announcement: Announcement): Promise<void> {
  const game = { id: demoGame.gameId };
  const say = async (content: string) => {
    const notices = await admin.noticeEdit.list({ params: game });
    if (notices.some(({ values }) => values.includes(content))) return;
    await admin.noticeEdit.create({ params: game, body: { content } });
  };
  if (announcement.kind === 'notice') return say(announcement.text);

  const challenge = demoGame.challenges.get(announcement.challenge);
  if (!challenge) return;
  const params = { ...game, challengeId: challenge.id };
  const { isEnabled, hints } = await admin.challengeEdit.get({ params });
  if (announcement.kind === 'hint') {
    if (hints.length >= announcement.count) return;
    await admin.challengeEdit.update({
      params,
      body: { hints: challenge.hints.slice(0, announcement.count) },
    });
    return;
  }
  if (!isEnabled) await admin.challengeEdit.update({ params, body: { isEnabled: true } });
  await say(lateNotice);
}
