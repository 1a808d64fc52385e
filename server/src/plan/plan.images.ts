import type { ImagePull } from '@vexil/contract/container-image';
import type { Language } from '@vexil/contract/languages';
import type { PlanImage } from '@vexil/contract/plan';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { Deps } from '@vexil/http/deps';
import { imagesOf } from '@vexil/rules/container-options.rules';
import { listImages, requestPulls } from '../container/container-image.service';
import { viewImagePulls } from '../container/container-image.view';
import type { Body, Step } from './plan.apply';
import { type FolderImage, getPlan } from './plan.state';

/** Images that a challenge of the folder names. */
export function imagesIn({ entry, wanted }: Pick<Step, 'entry' | 'wanted'>, { rebuilt = [] }: Body): FolderImage[] {
  if (!entry || !wanted || !hasContainer(entry.challenge.type)) return [];
  const of = (field: PlanImage['field'], images: string[]) =>
    images.map((image) => ({ key: entry.key, field, image, isRebuilt: rebuilt.includes(image) }));
  const alone = { companions: [] };
  return [
    ...of('containerImage', imagesOf(wanted.containerImage, alone)),
    ...of('containerOptions', imagesOf('', wanted.containerOptions)),
    ...of('solver', imagesOf(wanted.solver?.image ?? '', alone)),
  ];
}

const namesOf = (images: readonly FolderImage[]) => [...new Set(images.map(({ image }) => image))];

export async function requestPlanImages(deps: Deps, images: readonly FolderImage[], at: Date): Promise<void> {
  await requestPulls(deps, namesOf(images.filter(({ isRebuilt }) => !isRebuilt)), 'failed', at);
  await requestPulls(deps, namesOf(images.filter(({ isRebuilt }) => isRebuilt)), 'all', at);
}

/** Throws `plan.notFound`. */
export async function readPlanImages(
  deps: Deps,
  { gameId, language }: { gameId: number; language: Language },
  planId: string,
): Promise<PlanImage[]> {
  const { images = [] } = await getPlan(deps, gameId, planId);
  const pulls = new Map<string, ImagePull[]>();
  for (const pull of viewImagePulls({ images: await listImages(deps, namesOf(images)), isAhead: true }, language))
    pulls.set(pull.image, [...(pulls.get(pull.image) ?? []), pull]);
  return images.map(({ isRebuilt, ...one }) => {
    const own = pulls.get(one.image) ?? [];
    // What an engine has kept from before is enough, unless it is built anew.
    const failed = own.find(({ state, isKept }) => state === 'failed' && (isRebuilt || !isKept));
    const isWaiting = own.some(({ state }) => state === 'waiting' || state === 'pulling');
    const state = own.length === 0 ? 'unknown' : failed ? 'failed' : isWaiting ? 'waiting' : 'present';
    return { ...one, state, reason: failed?.reason ?? null };
  });
}
