import type { RegisterBody } from '@vexil/contract/account';
import { DomainError } from '@vexil/contract/errors';
import { storeWebhookFacts } from '@vexil/data/webhook/outbox.queries';
import type { RegisterResult } from '@vexil/db/enums/account';
import type { FieldValues } from '@vexil/db/enums/own-field';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Deps } from '@vexil/http/deps';
import { addressClient } from '@vexil/http/guard/sender';
import type { ConsentText } from '@vexil/runtime/consent-text';
import { requireFieldValues } from '@vexil/runtime/own-fields';
import { inTransaction, type Work } from '@vexil/runtime/transaction';
import type { z } from 'zod';
import { checkCaptcha } from '../captcha/captcha.service';
import { type AccountPolicy, getAccountPolicy } from '../config/config.service';
import { logActivity } from '../log/log-activity';
import { limitMailsTo, type MailContext, orderMail, requireMail } from '../mail/mail.service';
import type { Client, OpenedSession } from '../session/session.service';
import { isAllowedEmail } from './account.policy';
import { insertAccount, lockAccountByEmail, updateAccount } from './account.queries';
import { refuseStaffName } from './account.service';
import { openSessionOf } from './login.service';
import { checkPassword, hashPassword } from './password';
import { insertConsents, requireTerms } from './terms.service';

export interface Registration {
  result: RegisterResult;
  /** null when the account waits to be confirmed. */
  opened: OpenedSession | null;
}

export function resultOf(policy: AccountPolicy): RegisterResult {
  if (policy.activeOnRegister) return 'LoggedIn';
  return policy.emailConfirmationRequired ? 'EmailConfirmationRequired' : 'AdminConfirmationRequired';
}

const isTaken = (error: unknown) =>
  error instanceof DomainError && (error.code === 'account.userNameTaken' || error.code === 'account.emailTaken');

/** A new session replaces the one that the browser has. */
type RegisteringClient = Client & { sessionHash: string | null };

interface Applicant {
  userName: string;
  email: string;
  passwordHash: string;
  fields: FieldValues;
}

type Entrant = Applicant & { terms: ConsentText | null };

/**
 * Until its mail is confirmed an account can be registered again, which replaces name and password and voids mailed
 * links. Otherwise the first to register a stranger's address would know the password of the account that the stranger
 * confirms. Throws, in this order, `account.registrationClosed`, `.termsNotAccepted`, `.fieldRequired` or `.fieldInvalid`,
 * `captcha.failed`, `.unavailable`, `account.emailDomainRefused`, `.passwordWeak`, `.nameReserved`, `mail.notConfigured`,
 * `account.userNameTaken` or `.emailTaken`.
 */
export async function register(
  deps: Deps,
  body: z.output<typeof RegisterBody>,
  client: RegisteringClient,
  context: MailContext,
): Promise<Registration> {
  const policy = await getAccountPolicy(deps);
  if (!policy.allowRegister) throw new DomainError('account.registrationClosed');
  const terms = await requireTerms(deps, body.acceptedTerms);
  const fields = requireFieldValues(policy.fields, body.fields, { isWhole: true });
  await checkCaptcha(deps, body.challenge, client.ip);
  if (!isAllowedEmail(policy, body.email)) throw new DomainError('account.emailDomainRefused', { field: 'email' });
  checkPassword(body.password, 'password');
  await refuseStaffName(deps.db, body.userName, { field: 'userName', actor: null });
  const result = resultOf(policy);
  const passwordHash = await hashPassword(body.password, addressClient(client.ip));
  const applicant = { userName: body.userName, email: body.email, passwordHash, fields };
  try {
    const opened = await createAccount(deps, { ...applicant, terms }, result, client, context);
    const status = result === 'LoggedIn' ? 'Success' : 'Pending';
    logActivity(deps, {
      event: 'account.registered',
      message: 'Created an account',
      userName: body.userName,
      ip: client.ip,
      status,
    });
    return { result, opened };
  } catch (error) {
    if (result !== 'EmailConfirmationRequired' || !isTaken(error)) throw error;
    if (!(await registerAgain(deps, applicant, client, context))) throw error;
    return { result, opened: null };
  }
}

/** Returns its session; null where it waits to be confirmed. */
export async function createAccount(
  deps: Deps,
  { terms, ...applicant }: Entrant,
  result: RegisterResult,
  client: RegisteringClient,
  context: MailContext,
  storeMore: (work: Work, account: AccountRow) => Promise<void> = async () => undefined,
): Promise<OpenedSession | null> {
  // Before anything is stored: an account whose mail cannot be sent would wait for ever.
  if (result === 'EmailConfirmationRequired') requireMail(deps, context);
  const now = deps.clock.now();
  const active = result === 'LoggedIn';
  return inTransaction(deps, async (work) => {
    const account = await insertAccount(work.tx, {
      ...applicant,
      emailConfirmed: active,
      ip: client.ip,
      registeredAt: now,
      lastVisitedAt: now,
      lastSignedInAt: active ? now : null,
    });
    const happened = { gameId: null, isPublic: false, happenedAt: now };
    await storeWebhookFacts(work.tx, [{ ...happened, kind: 'Account', data: { userName: account.userName, active } }]);
    await insertConsents(work.tx, { accountId: account.id, gameId: null }, [terms]);
    await storeMore(work, account);
    if (active) return openSessionOf(deps, work, account, client, client.sessionHash);
    if (result === 'EmailConfirmationRequired') {
      await limitMailsTo(deps, applicant.email);
      await orderMail(deps, work, { account, purpose: 'VerifyEmail', context });
    }
    return null;
  });
}

const wasNeverUsed = ({ lastSignedInAt, role }: AccountRow) => lastSignedInAt === null && role === 'User';

/** An account that was in use before its confirmation was taken back gets a mail and keeps its name and password. */
async function registerAgain(deps: Deps, applicant: Applicant, client: Client, context: MailContext): Promise<boolean> {
  const { ip } = client;
  const now = deps.clock.now();
  const userName = await inTransaction(deps, async (work) => {
    const found = await lockAccountByEmail(work.tx, applicant.email);
    if (!found || found.emailConfirmed || found.role === 'Banned') return null;
    const account = wasNeverUsed(found)
      ? await updateAccount(work.tx, found.id, { ...applicant, ip, registeredAt: now, lastVisitedAt: now })
      : found;
    await limitMailsTo(deps, account.email);
    await orderMail(deps, work, { account, purpose: 'VerifyEmail', context });
    return account.userName;
  });
  if (userName === null) return false;
  logActivity(deps, {
    event: 'account.registered_again',
    message: 'Registered again before the address was confirmed',
    userName,
    ip,
    status: 'Pending',
  });
  return true;
}
