import type { Readable } from 'node:stream';
import { DomainError } from '@vexil/contract/errors';
import { type AccountExport, ownDataJobs } from '@vexil/contract/own-data';
import { exportEveryMs, exportKeptMs } from '@vexil/contract/own-data.limits';
import type { AccountExportRow } from '@vexil/db/schema/own-data';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { refuseFor } from '@vexil/http/guard/target-budget';
import { exportKey } from '@vexil/runtime/export-key';
import { inTransaction } from '@vexil/runtime/transaction';
import type { MailContext } from '../mail/mail.service';
import { lockAccount } from './account.queries';
import { findExport, storeExport } from './export.queries';

const expiryOf = ({ finishedAt }: AccountExportRow) => finishedAt && new Date(finishedAt.getTime() + exportKeptMs);

const viewExport = (row: AccountExportRow): AccountExport => ({
  requestedAt: row.requestedAt.getTime(),
  readyAt: row.finishedAt?.getTime() ?? null,
  expiresAt: expiryOf(row)?.getTime() ?? null,
  sizeBytes: row.sizeBytes,
});

/** Also a row that no sweep has deleted yet counts as none once it has expired. */
async function findKept({ db, clock }: Pick<Deps, 'db' | 'clock'>, accountId: string) {
  const row = await findExport(db, accountId);
  const expiry = row && expiryOf(row);
  return expiry && expiry <= clock.now() ? undefined : row;
}

export async function readExport(deps: Deps, { id }: Actor): Promise<AccountExport | null> {
  const row = await findKept(deps, id);
  return row ? viewExport(row) : null;
}

/** Throws `request.tooMany` within a day of the last one. */
export async function requestExport(
  deps: Deps,
  { id: accountId }: Actor,
  { language, origin }: MailContext,
): Promise<AccountExport> {
  return inTransaction(deps, async (work) => {
    const { emailConfirmed } = await lockAccount(work.tx, accountId);
    const known = await findExport(work.tx, accountId);
    if (known && known.finishedAt === null) return viewExport(known);
    const requestedAt = deps.clock.now();
    const waitMs = known ? known.requestedAt.getTime() + exportEveryMs - requestedAt.getTime() : 0;
    if (waitMs > 0) refuseFor(Math.ceil(waitMs / 1000));
    const isMailed = emailConfirmed && deps.config.smtpUrl !== null;
    const request = { accountId, requestedAt, language, origin: isMailed ? origin : null };
    work.job(ownDataJobs.export, { accountId });
    return viewExport(await storeExport(work.tx, request));
  });
}

/** Throws `account.exportNotFound`. */
export async function openExport(
  deps: Deps,
  { id }: Actor,
): Promise<{ name: string; sizeBytes: number; read: () => Readable }> {
  const row = await findKept(deps, id);
  const key = exportKey(id);
  const found = row?.finishedAt ? await deps.storage.statObject(key) : undefined;
  if (!row?.finishedAt || !found) throw new DomainError('account.exportNotFound');
  const day = row.finishedAt.toISOString().slice(0, 10);
  return { name: `account-${day}.zip`, sizeBytes: found.sizeBytes, read: () => deps.storage.readObject(key) };
}
