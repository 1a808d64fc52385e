import { DomainError } from '@vexil/contract/errors';
import type { Deps } from '@vexil/http/deps';
import { inTransaction } from '@vexil/runtime/transaction';
import { logActivity } from '../log/log-activity';
import { consumeToken, findMailOf, type Link } from '../mail/mail.service';
import type { Client } from '../session/session.service';
import { lockAccount, updateAccount } from './account.queries';
import { hasFactor } from './factor.service';
import { makeTicket } from './factor-ticket';
import { openSessionOf, type SignedIn } from './login.service';

/**
 * Unknown addresses get the same 401 as wrong links, or strangers could see which accounts
 * wait. Throws `account.verifyLinkInvalid`, `account.alreadyConfirmed` or `account.loginBanned`.
 */
export async function verifyEmail(
  deps: Deps,
  link: Link,
  client: Client,
  replacedSessionHash: string | null,
): Promise<SignedIn> {
  const mail = await findMailOf(deps, 'VerifyEmail', link);
  if (!mail) throw new DomainError('account.verifyLinkInvalid', { field: 'token' });
  const { userName, signedIn } = await inTransaction(deps, async (work) => {
    const account = await lockAccount(work.tx, mail.accountId);
    if (account.emailConfirmed) throw new DomainError('account.alreadyConfirmed');
    if (!(await consumeToken(deps, work.tx, mail, account))) {
      throw new DomainError('account.verifyLinkInvalid', { field: 'token' });
    }
    if (account.role === 'Banned') throw new DomainError('account.loginBanned');
    const current = await updateAccount(work.tx, account.id, { emailConfirmed: true });
    const signedIn: SignedIn = (await hasFactor(work.tx, account.id))
      ? { ticket: makeTicket(deps, current) }
      : await openSessionOf(deps, work, current, client, replacedSessionHash);
    return { userName: account.userName, signedIn };
  });
  logActivity(deps, {
    event: 'account.email_confirmed',
    message: 'Confirmed the e-mail address',
    userName,
    ip: client.ip,
  });
  return signedIn;
}
