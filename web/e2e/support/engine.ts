import { buildChallengeImages, describeWithDocker, dockerHost } from '@vexil/engine/testing/docker';

export { describeWithDocker as describeWithEngine };

export async function buildLobbyQuiz(): Promise<void> {
  await buildChallengeImages({ dockerHost });
}
