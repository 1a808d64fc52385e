import { buildChallengeImages, describeWithDocker, dockerHost } from '@vexil/engine/testing';

export { describeWithDocker as describeWithEngine };

/** Has the image of the lobby quiz on the tests' engine. */
export async function buildLobbyQuiz(): Promise<void> {
  await buildChallengeImages({ dockerHost });
}
