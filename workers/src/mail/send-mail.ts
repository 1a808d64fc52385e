import type { PayloadOf } from '@vexil/contract/job';
import type { mailJobs } from '@vexil/contract/mail';
import { mailTextKey, ownMailTextOf } from '@vexil/contract/mail-text';
import { platformName, settingsOf } from '@vexil/rules/config.rules';
import { accountStateOf, mailKeyPurpose, mailLink, mailToken } from '@vexil/runtime/mail.rules';
import type { WorkerDeps } from '../deps';
import { composeMail, languageOf } from './compose-mail';
import { findSetting, findUnsentMail, listTitleSettings, type UnsentMail, updateMail } from './mail.queries';
import { MailFailed } from './mailer';

function isExpired({ clock }: WorkerDeps, { mail, account }: UnsentMail): boolean {
  return mail.usedAt !== null || mail.expiresAt <= clock.now() || mail.accountState !== accountStateOf(account);
}

export async function readPlatformName({ db }: WorkerDeps): Promise<string> {
  return platformName(settingsOf(await listTitleSettings(db)).globalConfig.title);
}

/**
 * The link is derived from the row and a key and is stored nowhere. A crash after the mail server accepted the mail
 * sends it again under the same message id. Throws MailFailed when a retry may help.
 */
export async function sendMail(deps: WorkerDeps, { mailId }: PayloadOf<typeof mailJobs.send>): Promise<void> {
  const found = await findUnsentMail(deps.db, mailId);
  if (!found) return;
  const { mail, account } = found;
  if (isExpired(deps, found)) {
    deps.metrics.mails.inc({ outcome: 'expired' });
    return updateMail(deps.db, mailId, { droppedAt: deps.clock.now() });
  }
  if (!deps.mailer) throw new Error('SMTP_URL is set for a server but not for this worker');
  const link = mailLink(mail.origin, mail, mailToken(deps.sealing.deriveKey(mailKeyPurpose), mail));
  const { purpose, language, email, expiresAt } = mail;
  const platform = await readPlatformName(deps);
  const own = ownMailTextOf(await findSetting(deps.db, mailTextKey(purpose, languageOf(language))));
  const values = { purpose, language, platform, userName: account.userName, email, link, expiresAt };
  const content = composeMail({ ...values, own });
  try {
    await deps.mailer.send({ id: mailId, to: email, platform, ...content });
  } catch (error) {
    const isFinal = error instanceof MailFailed && error.isFinal;
    deps.metrics.mails.inc({ outcome: isFinal ? 'rejected' : 'failed' });
    if (!isFinal) throw error;
    deps.log.warn({ event: 'mail.rejected', err: error, mailId }, 'Mail server rejected a mail, not retrying');
    return updateMail(deps.db, mailId, { droppedAt: deps.clock.now() });
  }
  deps.metrics.mails.inc({ outcome: 'sent' });
  await updateMail(deps.db, mailId, { sentAt: deps.clock.now() });
}
