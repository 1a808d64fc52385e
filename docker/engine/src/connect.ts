import { createDockerEngine, type DockerEngineOptions } from './docker';
import { type ContainerEngine, EngineError } from './engine';
import type { EngineContext, EngineSettings } from './engine-settings';
import { createKubernetesEngine } from './kubernetes';
import { createSwarmEngine } from './swarm';

const ENGINE_KINDS = ['auto', 'docker', 'none'] as const;
type EngineKind = (typeof ENGINE_KINDS)[number];

export interface ConnectOptions extends Omit<DockerEngineOptions, 'host'> {
  kind: EngineKind;
  dockerHost?: string;
}

/** Does not wait for an answer. Throws EngineError invalidSpec. */
export async function openEngine(settings: EngineSettings, context: EngineContext): Promise<ContainerEngine> {
  if (settings.kind === 'kubernetes') return createKubernetesEngine(settings, context);
  if (settings.kind === 'swarm') return createSwarmEngine(settings, context);
  return createDockerEngine({ ...settings, ...context, probeHost: settings.proxyHost });
}

const ANSWER_WITHIN_MS = 5_000;

/** Null for `none`; `auto` needs an address or an answering local socket. Throws EngineError invalidSpec. */
export async function connectEngine(options: ConnectOptions): Promise<ContainerEngine | null> {
  const { kind, dockerHost, ...rest } = options;
  if (kind === 'none') return null;
  const engine = createDockerEngine({ ...rest, host: dockerHost });
  if (kind === 'docker' || dockerHost !== undefined) return engine;
  try {
    await pingWithin(engine);
    return engine;
  } catch (error) {
    await engine.close();
    rest.logger?.info({ reason: (error as Error).message }, 'No Docker Engine answers; challenge containers are off.');
    return null;
  }
}

/** Throws EngineError engineDown. */
export async function pingWithin(engine: ContainerEngine, timeoutMs = ANSWER_WITHIN_MS): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new EngineError(
      'engineDown',
      `The container engine did not answer within ${Math.ceil(timeoutMs / 1000)} s.`,
    );
    timer = setTimeout(() => reject(error), timeoutMs);
  });
  try {
    await Promise.race([engine.ping(), late]);
  } finally {
    clearTimeout(timer);
  }
}
