import type { ImagePull } from '@vexil/contract/container-image';
import type { ErrorCode } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import { errorText } from '@vexil/http/reply/i18n';
import type { ImageOnEngine } from './container-image.queries';
import type { ImagePulls } from './container-image.service';

const codes: Partial<Record<string, ErrorCode>> = {
  imageMissing: 'container.imageMissing',
  imageDenied: 'container.imageDenied',
  registryUnreachable: 'container.registryUnreachable',
  pullDiskFull: 'container.pullDiskFull',
};

/** As `pullErrorOf` made it. */
function reasonOf(error: string, image: string, language: Language): string {
  const [, text] = /^imagePullFailed: (.+)$/.exec(error) ?? [];
  if (text !== undefined) return errorText('container.imagePullSaid', language, { image, text });
  return errorText(codes[error] ?? 'container.imagePullFailed', language, { image });
}

function stateOf({ row }: ImageOnEngine, isAhead: boolean): ImagePull['state'] {
  if (!row) return isAhead ? 'waiting' : 'unrequested';
  if (row.percent !== null) return 'pulling';
  if (row.state === 'pulling') return 'waiting';
  return row.error === null ? row.state : 'failed';
}

export function viewImagePulls({ images, isAhead }: ImagePulls, language: Language): ImagePull[] {
  return images.map((one) => {
    const { engine, image, row } = one;
    const state = stateOf(one, isAhead);
    return {
      engine,
      image,
      state,
      percent: row?.percent ?? null,
      reason: state === 'failed' ? reasonOf(row?.error ?? '', image, language) : null,
      isKept: state === 'failed' && row?.state === 'present',
      changedAt: row?.updatedAt.getTime() ?? null,
    };
  });
}
