import type { PayloadOf } from '@vexil/contract/job';
import type { mailJobs } from '@vexil/contract/mail';
import { accounts, mailTokens } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { platformName, settingsOf } from '@vexil/rules/config.rules';
import { accountStateOf, mailKeyPurpose, mailLink, mailToken } from '@vexil/runtime/mail.rules';
import { and, eq, isNull } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';
import { composeMail } from './compose-mail';
import { MailFailed } from './mailer';

async function findUnsent(deps: WorkerDeps, mailId: string) {
  const [row] = await deps.db
    .select({ mail: mailTokens, account: accounts })
    .from(mailTokens)
    .innerJoin(accounts, eq(accounts.id, mailTokens.accountId))
    .where(and(eq(mailTokens.id, mailId), isNull(mailTokens.sentAt), isNull(mailTokens.droppedAt)));
  return row;
}

type Unsent = NonNullable<Awaited<ReturnType<typeof findUnsent>>>;

/** Whether the link could no longer be used by the time it is read. */
function isPointless({ clock }: WorkerDeps, { mail, account }: Unsent): boolean {
  return mail.usedAt !== null || mail.expiresAt <= clock.now() || mail.accountState !== accountStateOf(account);
}

async function readPlatform(deps: WorkerDeps): Promise<string> {
  const rows = await deps.db.select().from(configEntries).where(eq(configEntries.key, 'globalConfig.title'));
  return platformName(settingsOf(rows).globalConfig.title);
}

/**
 * Sends one mail. The link is made here, from the row and a key, and is stored nowhere. A crash between the mail
 * server's yes and the note of it sends the mail a second time, under the same id.
 * @throws MailFailed when trying again may help.
 */
export async function sendMail(deps: WorkerDeps, { mailId }: PayloadOf<typeof mailJobs.send>): Promise<void> {
  const found = await findUnsent(deps, mailId);
  if (!found) return;
  const { mail, account } = found;
  const note = (values: Partial<typeof mail>) =>
    deps.db.update(mailTokens).set(values).where(eq(mailTokens.id, mailId));
  if (isPointless(deps, found)) {
    await note({ droppedAt: deps.clock.now() });
    return;
  }
  if (!deps.mailer) throw new Error('SMTP_URL is set for a server but not for this worker');
  const link = mailLink(mail.origin, mail, mailToken(deps.sealing.deriveKey(mailKeyPurpose), mail));
  const { purpose, language, email, expiresAt } = mail;
  const platform = await readPlatform(deps);
  const content = composeMail({ purpose, language, platform, userName: account.userName, email, link, expiresAt });
  try {
    await deps.mailer.send({ id: mailId, to: email, platform, ...content });
  } catch (error) {
    if (!(error instanceof MailFailed) || !error.isFinal) throw error;
    deps.log.warn({ err: error, mailId }, 'A mail was refused for good');
    await note({ droppedAt: deps.clock.now() });
    return;
  }
  await note({ sentAt: deps.clock.now() });
}
