import { deploymentOf } from '@vexil/db/sealing';
import { createDockerEngine } from '@vexil/engine/docker';
import { dockerAnswers } from './docker-api.mjs';

/** Ends the instances of a deployment whose workers have stopped, which would start others. */
export async function endInstances({ SECRET_KEY = '', DOCKER_HOST: host }: NodeJS.ProcessEnv): Promise<void> {
  if (!(await dockerAnswers(host))) return;
  const engine = createDockerEngine({ host, deployment: deploymentOf(SECRET_KEY) });
  try {
    await engine.removeLeftovers(new Set());
  } finally {
    await engine.close();
  }
}
