import { buffer } from 'node:stream/consumers';
import { configAdminRoutes } from '@vexil/contract/config-info';
import { DomainError } from '@vexil/contract/errors';
import type { Settings } from '@vexil/contract/settings';
import { violatedConstraint } from '@vexil/db/errors';
import type { FileRow } from '@vexil/db/schema/file';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import { getFile, releaseFile } from '../asset/asset.service';
import { readUploadedPicture, storePicture } from '../asset/image.service';
import type { Author } from '../audit/audit.service';
import { lockSettings, readSettings } from './config.queries';
import { storeSettings } from './config.service';

const logoWidth = 640;
const faviconWidth = 256;

type Pictures = Pick<Settings['globalConfig'], 'logoHash' | 'faviconHash' | 'hasOwnFavicon'>;

/** Those of `made` that were not chosen go, as those that were replaced. */
async function usePictures(
  deps: Deps,
  by: Author,
  choose: (before: Pictures) => Pictures,
  made: readonly string[] = [],
): Promise<void> {
  await inTransaction(deps, async (work) => {
    await lockSettings(work.tx);
    const before = await readSettings(work.tx);
    const after = { ...before, globalConfig: { ...before.globalConfig, ...choose(before.globalConfig) } };
    const [old, kept] = [before.globalConfig, after.globalConfig];
    for (const hash of new Set([old.logoHash, old.faviconHash, ...made])) {
      if (hash && hash !== kept.logoHash && hash !== kept.faviconHash) work.after(() => releaseFile(deps, hash));
    }
    await storeSettings(work, by, { before, after });
  }).catch((error) => {
    // The file was deleted between being stored and being used.
    if (!violatedConstraint(error)) throw error;
    throw new DomainError('request.unavailable', { retryAfterSeconds: 1, cause: error });
  });
}

/** Throws `asset.fileMissing`, `asset.empty`, `asset.tooLarge` or `asset.notAnImage`. */
export async function setLogo(deps: Deps, by: Author, request: FastifyRequest): Promise<void> {
  const { upload } = configAdminRoutes.setLogo;
  const bytes = await readUploadedPicture(request, upload);
  const field = upload?.field ?? '';
  const logo = await storePicture(deps, bytes, field, { name: 'logo', widthMax: logoWidth });
  const favicon = await storePicture(deps, bytes, field, { name: 'favicon', widthMax: faviconWidth });
  await usePictures(
    deps,
    by,
    ({ faviconHash, hasOwnFavicon }) => ({
      logoHash: logo.hash,
      faviconHash: hasOwnFavicon ? faviconHash : favicon.hash,
      hasOwnFavicon,
    }),
    [favicon.hash],
  );
}

export const deleteLogo = (deps: Deps, by: Author): Promise<void> =>
  usePictures(deps, by, ({ faviconHash, hasOwnFavicon }) => ({
    logoHash: '',
    faviconHash: hasOwnFavicon ? faviconHash : '',
    hasOwnFavicon,
  }));

/** Throws `asset.fileMissing`, `asset.empty`, `asset.tooLarge` or `asset.notAnImage`. */
export async function setFavicon(deps: Deps, by: Author, request: FastifyRequest): Promise<void> {
  const { upload } = configAdminRoutes.setFavicon;
  const bytes = await readUploadedPicture(request, upload);
  const icon = await storePicture(deps, bytes, upload?.field ?? '', { name: 'favicon', widthMax: faviconWidth });
  await usePictures(deps, by, ({ logoHash }) => ({ logoHash, faviconHash: icon.hash, hasOwnFavicon: true }));
}

export async function deleteFavicon(deps: Deps, by: Author): Promise<void> {
  const { logoHash } = (await readSettings(deps.db)).globalConfig;
  const logo = logoHash ? await buffer(deps.storage.read(logoHash)) : undefined;
  const icon = logo && (await storePicture(deps, logo, '', { name: 'favicon', widthMax: faviconWidth }));
  await usePictures(deps, by, (before) => ({
    logoHash: before.logoHash,
    faviconHash: icon?.hash ?? '',
    hasOwnFavicon: false,
  }));
}

export async function findFavicon(deps: Pick<Deps, 'settings' | 'db' | 'storage'>): Promise<FileRow | undefined> {
  const { faviconHash } = (await deps.settings.read()).globalConfig;
  if (!faviconHash) return undefined;
  try {
    return await getFile(deps, faviconHash);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
