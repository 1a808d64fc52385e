import type Docker from 'dockerode';
import { orAborted } from './abort';
import { isConnectionError, isMissing, messageOf, statusOf } from './docker-errors';
import { createPullProgress, type PullEvent } from './docker-pull-progress';
import { EngineError } from './engine';

export interface RegistryCredentials {
  username: string;
  password: string;
}

/** The methods that pull fail with imageMissing, imageDenied or imagePullFailed. */
export interface ImageStore {
  has(image: string): Promise<boolean>;
  /** Concurrent calls share one pull. */
  ensure(image: string, signal?: AbortSignal): Promise<void>;
  /** Asks the registry although the image may be present; joins a pull that is under way. */
  pull(image: string, onProgress: (part: number) => void, signal?: AbortSignal): Promise<void>;
}

interface Pull {
  done: Promise<void>;
  listeners: Set<(part: number) => void>;
}

/** `registries` maps hosts to credentials, `docker.io` for images without one. */
export function createImageStore(
  connection: { docker: Docker; streams: Docker },
  options: { pullTimeoutMs: number; registries: Record<string, RegistryCredentials> },
): ImageStore {
  const pulls = new Map<string, Pull>();

  const joinPull = (name: string): Pull => {
    const present = pulls.get(name);
    if (present !== undefined) return present;
    const listeners = new Set<(part: number) => void>();
    const publish = (part: number) => {
      for (const listener of listeners) listener(part);
    };
    const credentials = options.registries[registryOf(name)];
    const done = pullImage(connection.streams, name, { timeoutMs: options.pullTimeoutMs, credentials, publish });
    const pull = { done: done.finally(() => pulls.delete(name)), listeners };
    pulls.set(name, pull);
    return pull;
  };

  const has = async (image: string) => {
    try {
      await connection.docker.getImage(withTag(image)).inspect();
      return true;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  };

  return {
    has,
    ensure: async (image, signal) => {
      // Others may wait for the same pull, so an abort only stops waiting.
      if (!(await has(image))) await orAborted(joinPull(withTag(image)).done, signal);
    },
    pull: async (image, onProgress, signal) => {
      const { done, listeners } = joinPull(withTag(image));
      listeners.add(onProgress);
      try {
        await orAborted(done, signal);
        onProgress(1);
      } finally {
        listeners.delete(onProgress);
      }
    },
  };
}

/** Without a tag the engine would pull all of them. */
export function withTag(image: string): string {
  const last = image.slice(image.lastIndexOf('/') + 1);
  return last.includes(':') || last.includes('@') ? image : `${image}:latest`;
}

export function registryOf(image: string): string {
  const [first = '', ...rest] = image.split('/');
  const isHost = rest.length > 0 && (/[.:]/.test(first) || first === 'localhost');
  return isHost ? first : 'docker.io';
}

interface PullOptions {
  timeoutMs: number;
  credentials: RegistryCredentials | undefined;
  publish: (part: number) => void;
}

async function pullImage(docker: Docker, name: string, { timeoutMs, credentials, publish }: PullOptions) {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const stream = await docker.pull(name, {
      abortSignal: limit,
      ...(credentials === undefined ? {} : { authconfig: { ...credentials, serveraddress: registryOf(name) } }),
    });
    const progress = createPullProgress();
    await new Promise<void>((resolve, reject) => {
      limit.addEventListener('abort', () => reject(limit.reason));
      docker.modem.followProgress(
        stream,
        (error: Error | null) => (error ? reject(error) : resolve()),
        (event: PullEvent) => publish(progress.advance(event)),
      );
    });
  } catch (error) {
    throw pullError(error, name, limit.aborted ? timeoutMs : null);
  }
}

function pullError(error: unknown, name: string, timedOutMs: number | null): unknown {
  if (timedOutMs !== null) {
    const text = `The image ${name} was not pulled within ${Math.ceil(timedOutMs / 1000)} s.`;
    return new EngineError('imagePullFailed', text, { cause: error });
  }
  if (isConnectionError(error)) return error;
  const message = messageOf(error);
  // Docker Hub does not distinguish private from missing images.
  if (/access denied|unauthorized|denied:|authentication required|forbidden|no basic auth/i.test(message)) {
    return new EngineError('imageDenied', `The registry does not hand out ${name} to us: ${message}`, { cause: error });
  }
  const unseen = statusOf(error) === 404 || /not found|manifest unknown/i.test(message);
  return unseen
    ? new EngineError('imageMissing', `The registry has no image ${name} for us: ${message}`, { cause: error })
    : new EngineError('imagePullFailed', `The image ${name} could not be pulled: ${message}`, { cause: error });
}
