import { DomainError } from '@vexil/contract/errors';
import { type RequestedPulls, requestImages } from '@vexil/data/engine/images.queries';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { Deps } from '@vexil/http/deps';
import { imagesOf, readContainerOptions } from '@vexil/rules/container-options.rules';
import { isPulledAhead } from '@vexil/rules/image-pull.rules';
import { enqueuePulls } from '@vexil/runtime/enqueue-pulls';
import { inTransaction } from '@vexil/runtime/transaction';
import { type Author, audit } from '../audit/audit.service';
import { findImageChallenge, type ImageOnEngine, listImagesOnEngines } from './container-image.queries';

interface ImageRequest {
  gameId: number;
  challengeId: number;
  receivedAt: Date;
}

export interface ImagePulls {
  images: ImageOnEngine[];
  /** Whether those without a row will get one by themselves. */
  isAhead: boolean;
}

async function load({ db }: Pick<Deps, 'db'>, request: ImageRequest) {
  const found = await findImageChallenge(db, request);
  if (!found) throw new DomainError('challenge.notFound');
  const { challenge, game } = found;
  if (!hasContainer(challenge.type)) throw new DomainError('container.notSupported');
  return {
    images: imagesOf(challenge.containerImage, readContainerOptions(challenge.containerOptions)),
    isAhead: isPulledAhead(challenge, game, request.receivedAt),
  };
}

export async function readImagePulls(deps: Deps, request: ImageRequest): Promise<ImagePulls> {
  const { images, isAhead } = await load(deps, request);
  return { images: await listImagesOnEngines(deps.db, images), isAhead };
}

export async function pullImagesAgain(deps: Deps, by: Author, request: ImageRequest): Promise<ImagePulls> {
  const { images, isAhead } = await load(deps, request);
  if (images.length === 0) throw new DomainError('challenge.imageMissing', { field: 'containerImage' });
  if (deps.config.containerEngine === 'none') throw new DomainError('container.noEngine');
  const { gameId, challengeId, receivedAt } = request;
  return inTransaction(deps, async (work) => {
    const engines = await requestImages(work.tx, images, 'all', receivedAt);
    const target = `challenge:${challengeId}`;
    await audit(work.tx, { by, gameId, action: 'container.pullImages', target, after: { images } });
    work.after(() => enqueuePulls(deps, engines));
    return { images: await listImagesOnEngines(work.tx, images), isAhead };
  });
}

/** Of a statement: each is a row for every engine. */
const requestedAtOnce = 200;

/** Asks the engines for images that a plan names. */
export async function requestPulls(
  deps: Deps,
  images: readonly string[],
  which: RequestedPulls,
  at: Date,
): Promise<void> {
  if (images.length === 0 || deps.config.containerEngine === 'none') return;
  const engines = new Set<string>();
  for (let from = 0; from < images.length; from += requestedAtOnce) {
    const some = images.slice(from, from + requestedAtOnce);
    for (const engine of await requestImages(deps.db, some, which, at)) engines.add(engine);
  }
  await enqueuePulls(deps, [...engines]);
}

/** On every active engine; none where no engine is configured. */
export const listImages = async ({ db, config }: Pick<Deps, 'db' | 'config'>, images: readonly string[]) =>
  config.containerEngine === 'none' ? [] : listImagesOnEngines(db, images);
