import { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { logActivity } from '../log/log-activity';
import { consumeToken, findMailOf, type Link } from '../mail/mail.service';
import { type Client, endSession, openSession } from '../session/session.service';
import { lockAccount, updateAccount } from './account.queries';

/**
 * Returns a session token. Unknown addresses get the same 401 as wrong links, or strangers could see which accounts
 * wait. Throws `account.verifyLinkInvalid`, `account.alreadyConfirmed` or `account.loginBanned`.
 */
export async function verifyEmail(
  deps: Deps,
  link: Link,
  client: Client,
  replacedSessionHash: string | null,
): Promise<string> {
  const mail = await findMailOf(deps, 'VerifyEmail', link);
  if (!mail) throw new DomainError('account.verifyLinkInvalid', { field: 'token' });
  const now = deps.clock.now();
  const { userName, token } = await inTransaction(deps, async (work) => {
    const account = await lockAccount(work.tx, mail.accountId);
    if (account.emailConfirmed) throw new DomainError('account.alreadyConfirmed');
    if (!(await consumeToken(deps, work.tx, mail, account))) {
      throw new DomainError('account.verifyLinkInvalid', { field: 'token' });
    }
    if (account.role === 'Banned') throw new DomainError('account.loginBanned');
    await updateAccount(work.tx, account.id, {
      emailConfirmed: true,
      lastSignedInAt: now,
      lastVisitedAt: now,
      ip: client.ip,
    });
    await endSession(work, replacedSessionHash);
    return { userName: account.userName, token: await openSession(deps, work.tx, account.id, client) };
  });
  logActivity(deps, {
    event: 'account.email_confirmed',
    message: 'Confirmed the e-mail address',
    userName,
    ip: client.ip,
  });
  return token;
}
