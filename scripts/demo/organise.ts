import { challengeEditRoutes } from '@vexil/contract/challenge';
import { noticeEditRoutes } from '@vexil/contract/notice';
import type { Client } from './client';
import type { Action } from './plan';
import type { Stage } from './setup';
import { lateNotice } from './world';

type Word = Extract<Action, { kind: 'notice' | 'hint' | 'release' }>;

/** What the organisers do at its moment; what they have done already they do not do again. */
export async function organise(admin: Client, stage: Stage, word: Word): Promise<void> {
  const game = { id: stage.gameId };
  const say = async (content: string) => {
    const notices = await admin.call(noticeEditRoutes.list, { params: game });
    if (notices.some(({ values }) => values.includes(content))) return;
    await admin.call(noticeEditRoutes.create, { params: game, body: { content } });
  };
  if (word.kind === 'notice') return say(word.text);

  const challenge = stage.challenges.get(word.task);
  if (!challenge) return;
  const params = { ...game, challengeId: challenge.id };
  const { isEnabled, hints } = await admin.call(challengeEditRoutes.get, { params });
  if (word.kind === 'hint') {
    if (hints.length >= word.count) return;
    await admin.call(challengeEditRoutes.update, { params, body: { hints: challenge.hints.slice(0, word.count) } });
    return;
  }
  if (!isEnabled) await admin.call(challengeEditRoutes.update, { params, body: { isEnabled: true } });
  await say(lateNotice);
}
