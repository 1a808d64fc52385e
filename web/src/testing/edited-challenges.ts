import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeEditEndpoints } from '@vexil/contract/challenge-edit.endpoints';
import { answer, callsOf } from './api';
import { buildGameInfo, organise, running } from './organiser';

/** A game with these challenges, which store what is sent. */
export function edit(challenges: ChallengeEdit[], game = buildGameInfo(running())): void {
  organise(game, challenges);
  answer(challengeEditEndpoints.update, ({ params, body }) => {
    const challenge = challenges.find(({ id }) => id === Number(params.challengeId));
    return Object.assign(challenge ?? {}, body) as ChallengeEdit;
  });
}

/** What was sent for any of them, without versions. */
export const sentChanges = () =>
  callsOf(challengeEditEndpoints.update).map(({ body }) => {
    const { version: _, ...change } = body as { version: number };
    return change;
  });
