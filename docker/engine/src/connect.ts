import { createDockerEngine, type DockerEngineOptions } from './docker';
import { type ContainerEngine, EngineError } from './engine';

export const ENGINE_KINDS = ['auto', 'docker', 'none', 'swarm', 'kubernetes'] as const;
export type EngineKind = (typeof ENGINE_KINDS)[number];

export interface ConnectOptions extends Omit<DockerEngineOptions, 'host'> {
  kind: EngineKind;
  dockerHost?: string;
}

const ANSWER_WITHIN_MS = 5_000;

/**
 * The engine the settings name; null for `none`, and for `auto` when no Docker Engine answers. Throws EngineError
 * engineDown when the kind is `docker` and it does not answer, and invalidSpec for kinds this version does not have.
 */
export async function connectEngine(options: ConnectOptions): Promise<ContainerEngine | null> {
  const { kind, dockerHost, ...rest } = options;
  if (kind === 'none') return null;
  if (kind === 'swarm' || kind === 'kubernetes') {
    const name = kind === 'swarm' ? 'Docker Swarm' : 'Kubernetes';
    throw new EngineError('invalidSpec', `${name} is not available in this version; use docker or none.`);
  }
  const engine = createDockerEngine({ ...rest, host: dockerHost });
  try {
    await answerInTime(engine);
    return engine;
  } catch (error) {
    await engine.close();
    if (kind === 'docker') throw error;
    rest.logger?.info({ reason: (error as Error).message }, 'No Docker Engine answers; challenge containers are off.');
    return null;
  }
}

async function answerInTime(engine: ContainerEngine): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new EngineError('engineDown', 'The Docker Engine did not answer within 5 s.');
    timer = setTimeout(() => reject(error), ANSWER_WITHIN_MS);
  });
  try {
    await Promise.race([engine.ping(), late]);
  } finally {
    clearTimeout(timer);
  }
}
