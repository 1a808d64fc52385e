// The archive is made anew by every run, so a worker that is killed leaves nothing that counts.

import { addAbortSignal, type Readable } from 'node:stream';
import type { PayloadOf } from '@vexil/contract/job';
import type { ownDataJobs } from '@vexil/contract/own-data';
import type { AnswerResult } from '@vexil/db/enums/submission';
import type { AccountExportRow } from '@vexil/db/schema/own-data';
import { shownResult } from '@vexil/rules/judge.rules';
import { exportKey } from '@vexil/runtime/export-key';
import { ZipFile } from 'yazl';
import type { WorkerDeps } from '../deps';
import { composeNote } from '../mail/compose-mail';
import { MailFailed } from '../mail/mailer';
import { readPlatformName } from '../mail/send-mail';
import type { JobRun } from '../run-job';
import { findRequestedExport, type OwnData, readOwnData, updateExport } from './export.queries';

const sizeBytesMax = 16 * 1024 ** 3;

/** Answers are readable, and a finding that staff alone may know is a wrong answer. */
const submissionOf = ({ sealing }: WorkerDeps, row: Record<string, unknown>) => ({
  ...row,
  answer: sealing.unseal(String(row.answer)),
  status: shownResult(row.status as AnswerResult),
});

function addFiles({ storage }: WorkerDeps, zip: ZipFile, files: OwnData['files'], output: Readable): void {
  for (const { hash, contentType, sizeBytes } of files) {
    const path = `files/${hash}.${/^[a-z]+\/([a-z]+)$/.exec(contentType)?.[1] ?? 'bin'}`;
    zip.addReadStreamLazy(path, { compress: false, size: sizeBytes }, (use) => {
      const content = storage.read(hash);
      content.once('error', (error) => output.destroy(error));
      output.once('close', () => content.destroy());
      use(null, content);
    });
  }
}

async function pack(deps: WorkerDeps, { accountId, requestedAt }: AccountExportRow): Promise<Readable> {
  const { data, files } = await readOwnData(deps.db, accountId);
  const sizes = await Promise.all(files.map(async (file) => ({ file, stored: await deps.storage.size(file.hash) })));
  const kept = sizes.filter(({ file, stored }) => stored === file.sizeBytes).map(({ file }) => file);
  const missingFiles = files.filter((file) => !kept.includes(file)).map(({ hash, name }) => ({ hash, name }));
  const submissions = (data.submissions ?? []).map((row) => submissionOf(deps, row));
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error) => output.destroy(error));
  const text = JSON.stringify({ requestedAt, ...data, submissions, missingFiles }, null, 2);
  zip.addBuffer(Buffer.from(text), 'data.json');
  addFiles(deps, zip, kept, output);
  zip.end();
  return output;
}

async function mailReady(deps: WorkerDeps, request: AccountExportRow, email: string): Promise<void> {
  const { origin, language, mailedAt, accountId, requestedAt } = request;
  if (origin === null || mailedAt !== null || !deps.mailer) return;
  const platform = await readPlatformName(deps);
  const note = composeNote('export', language, { platform, link: `${origin}/account/profile#own-data` });
  try {
    await deps.mailer.send({ id: `${accountId}.${requestedAt.getTime()}`, to: email, platform, ...note });
  } catch (error) {
    if (!(error instanceof MailFailed && error.isFinal)) throw error;
    deps.log.warn({ event: 'mail.rejected', err: error }, 'Mail server rejected a mail, not retrying');
  }
  await updateExport(deps.db, request, { mailedAt: deps.clock.now() });
}

/** Throws MailFailed when a retry may help. */
export async function exportAccount(
  deps: WorkerDeps,
  { accountId }: PayloadOf<typeof ownDataJobs.export>,
  { signal }: JobRun,
): Promise<void> {
  const found = await findRequestedExport(deps.db, accountId);
  if (!found) return;
  const { request, email } = found;
  if (request.finishedAt === null) {
    const content = addAbortSignal(signal, await pack(deps, request));
    const { sizeBytes } = await deps.storage.putObject(exportKey(accountId), content, sizeBytesMax);
    await updateExport(deps.db, request, { finishedAt: deps.clock.now(), sizeBytes });
  }
  await mailReady(deps, request, email);
}
