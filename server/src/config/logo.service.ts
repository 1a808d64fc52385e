import { configAdminRoutes } from '@vexil/contract/config-info';
import { DomainError } from '@vexil/contract/errors';
import type { Settings } from '@vexil/contract/settings';
import { violatedConstraint } from '@vexil/db/errors';
import type { FileRow } from '@vexil/db/schema/file';
import { inTransaction } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import { getFile, releaseFile } from '../asset/asset.service';
import { readUploadedPicture, storePicture } from '../asset/image.service';
import type { Author } from '../audit/audit.service';
import type { Deps } from '../deps';
import { lockSettings, readSettings } from './config.queries';
import { storeSettings } from './config.service';

const logoWidth = 640;
const faviconWidth = 256;

type Hashes = Pick<Settings['globalConfig'], 'logoHash' | 'faviconHash'>;

async function useFiles(deps: Deps, by: Author, hashes: Hashes): Promise<void> {
  const replaced = await inTransaction(deps, async (tx, afterCommit) => {
    await lockSettings(tx);
    const before = await readSettings(tx);
    const after = { ...before, globalConfig: { ...before.globalConfig, ...hashes } };
    await storeSettings(deps, tx, afterCommit, by, { before, after });
    return before.globalConfig;
  }).catch((error) => {
    // The file was deleted between being stored and being used.
    if (!violatedConstraint(error)) throw error;
    throw new DomainError('request.unavailable', { retryAfterSeconds: 1, cause: error });
  });
  const kept = [hashes.logoHash, hashes.faviconHash];
  for (const hash of [replaced.logoHash, replaced.faviconHash]) {
    if (hash && !kept.includes(hash)) await releaseFile(deps, hash);
  }
}

/** Throws `asset.fileMissing`, `asset.empty`, `asset.tooLarge` or `asset.notAnImage`. */
export async function setLogo(deps: Deps, by: Author, request: FastifyRequest): Promise<void> {
  const { upload } = configAdminRoutes.setLogo;
  const bytes = await readUploadedPicture(request, upload);
  const field = upload?.field ?? '';
  const logo = await storePicture(deps, bytes, field, { name: 'logo', widthMax: logoWidth });
  const favicon = await storePicture(deps, bytes, field, { name: 'favicon', widthMax: faviconWidth });
  await useFiles(deps, by, { logoHash: logo.hash, faviconHash: favicon.hash });
}

export const deleteLogo = (deps: Deps, by: Author): Promise<void> =>
  useFiles(deps, by, { logoHash: '', faviconHash: '' });

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
