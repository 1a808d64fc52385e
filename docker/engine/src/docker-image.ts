import type Docker from 'dockerode';
import { orAborted } from './abort';
import { isConnectionError, isMissing, messageOf, statusOf } from './docker-errors';
import { EngineError } from './engine';

export interface RegistryCredentials {
  username: string;
  password: string;
}

export interface ImageStore {
  /** Concurrent calls share one pull. */
  ensure(image: string, signal?: AbortSignal): Promise<void>;
}

/**
 * `registries` maps hosts to credentials, `docker.io` for images without one. Fails with imageMissing, imageDenied or
 * imagePullFailed.
 */
export function createImageStore(
  connection: { docker: Docker; streams: Docker },
  options: { pullTimeoutMs: number; registries: Record<string, RegistryCredentials> },
): ImageStore {
  const pulls = new Map<string, Promise<void>>();

  const pullOnce = (name: string) => {
    const pull =
      pulls.get(name) ??
      pullImage(connection.streams, name, options.pullTimeoutMs, options.registries[registryOf(name)]).finally(() =>
        pulls.delete(name),
      );
    pulls.set(name, pull);
    return pull;
  };

  return {
    ensure: async (image, signal) => {
      const name = withTag(image);
      try {
        await connection.docker.getImage(name).inspect();
        return;
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      // Others may wait for the same pull, so an abort only stops waiting.
      await orAborted(pullOnce(name), signal);
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

async function pullImage(docker: Docker, name: string, timeoutMs: number, credentials?: RegistryCredentials) {
  const limit = AbortSignal.timeout(timeoutMs);
  try {
    const stream = await docker.pull(name, {
      abortSignal: limit,
      ...(credentials === undefined ? {} : { authconfig: { ...credentials, serveraddress: registryOf(name) } }),
    });
    await new Promise<void>((resolve, reject) => {
      limit.addEventListener('abort', () => reject(limit.reason));
      docker.modem.followProgress(stream, (error: Error | null) => (error ? reject(error) : resolve()));
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
  if (/access denied|unauthorized|denied:|authentication required|forbidden/i.test(message)) {
    return new EngineError('imageDenied', `The registry does not hand out ${name} to us: ${message}`, { cause: error });
  }
  const unseen = statusOf(error) === 404 || /not found|manifest unknown/i.test(message);
  return unseen
    ? new EngineError('imageMissing', `The registry has no image ${name} for us: ${message}`, { cause: error })
    : new EngineError('imagePullFailed', `The image ${name} could not be pulled: ${message}`, { cause: error });
}
