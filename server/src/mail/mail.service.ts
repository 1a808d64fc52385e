import { DomainError } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import { mailJobs } from '@vexil/contract/mail';
import { mailLifetimeMs } from '@vexil/contract/mail.limits';
import type { Tx } from '@vexil/db';
import type { TokenPurpose } from '@vexil/db/enums/account';
import type { AccountRow, MailTokenRow } from '@vexil/db/schema/account';
import type { Deps } from '@vexil/http/deps';
import { spendOn } from '@vexil/http/guard/target-budget';
import { languageOf } from '@vexil/http/reply/i18n';
import {
  accountStateOf,
  decodeWire,
  isTokenOf,
  mailIdOf,
  mailKeyPurpose,
  mailLink,
  mailToken,
} from '@vexil/runtime/mail.rules';
import type { Work } from '@vexil/runtime/transaction';
import type { FastifyRequest } from 'fastify';
import { linkOriginOf } from './mail.origin';
import { endMails, findMail, insertMail, useMail } from './mail.queries';

export interface MailContext {
  language: Language;
  /** null when the request names no address that a link may begin with. */
  origin: string | null;
}

export const mailContextOf = ({ config }: Pick<Deps, 'config'>, request: FastifyRequest): MailContext => ({
  language: languageOf(request),
  origin: linkOriginOf(config, request),
});

/** Called before anything is stored; returns the origin that the link begins with. */
export function requireMail(deps: Pick<Deps, 'config' | 'log'>, { origin }: MailContext): string {
  if (deps.config.smtpUrl === null) throw new DomainError('mail.notConfigured');
  if (origin === null) {
    deps.log.warn(
      { event: 'mail.origin_untrusted' },
      'A mail was requested at an address that is not trusted; set PUBLIC_URL',
    );
    throw new DomainError('mail.notConfigured');
  }
  return origin;
}

export interface MailOrder {
  account: Pick<AccountRow, 'id' | 'email' | 'passwordHash'>;
  purpose: TokenPurpose;
  email?: string;
  context: MailContext;
}

/** A link for a password ends the earlier ones, mailed or handed over. */
async function storeMail(deps: Deps, tx: Tx, order: MailOrder, values: { origin: string; sentAt: Date | null }) {
  const { account, purpose, email = account.email, context } = order;
  const now = deps.clock.now();
  if (purpose === 'ResetPassword') await endMails(tx, account.id, purpose, now);
  return insertMail(tx, {
    ...values,
    accountId: account.id,
    purpose,
    email,
    accountState: accountStateOf(account),
    language: context.language,
    createdAt: now,
    expiresAt: new Date(now.getTime() + mailLifetimeMs),
  });
}

/** Has a mail with a link sent once the transaction is stored. Throws `mail.notConfigured`. */
export async function orderMail(deps: Deps, work: Work, order: MailOrder): Promise<void> {
  const { id: mailId } = await storeMail(deps, work.tx, order, {
    origin: requireMail(deps, order.context),
    sentAt: null,
  });
  work.job(mailJobs.send, { mailId });
}

/** The link that a mail would carry, to be handed over; no mail is sent. */
export async function makeLink(
  deps: Deps,
  tx: Tx,
  order: MailOrder & { context: { origin: string } },
): Promise<{ link: string; expiresAt: Date }> {
  const { origin } = order.context;
  const mail = await storeMail(deps, tx, order, { origin, sentAt: deps.clock.now() });
  const token = mailToken(deps.sealing.deriveKey(mailKeyPurpose), mail);
  return { link: mailLink(origin, mail, token), expiresAt: mail.expiresAt };
}

/** Throws `request.tooMany`; counted per address, from all callers together. */
export const limitMailsTo = (deps: Deps, email: string): Promise<void> => spendOn(deps, 'mailsTo', email);

/** Both parts as clients post them, base64. */
export interface Link {
  token: string;
  email: string;
}

export async function findMailOf(
  deps: Pick<Deps, 'db' | 'sealing'>,
  purpose: TokenPurpose,
  link: Link,
): Promise<MailTokenRow | undefined> {
  const token = decodeWire(link.token);
  const id = mailIdOf(token);
  const mail = id === null ? undefined : await findMail(deps.db, id);
  if (!mail || mail.purpose !== purpose || mail.email.toLowerCase() !== decodeWire(link.email).toLowerCase()) return;
  return isTokenOf(deps.sealing.deriveKey(mailKeyPurpose), mail, token) ? mail : undefined;
}

export function isOpen(deps: Pick<Deps, 'clock'>, mail: MailTokenRow, account: AccountRow): boolean {
  const inTime = mail.expiresAt > deps.clock.now() && mail.usedAt === null;
  return inTime && mail.accountId === account.id && mail.accountState === accountStateOf(account);
}

/** Consumes the link with the transaction; false when it does not open this account or is consumed already. */
export async function consumeToken(deps: Deps, tx: Tx, mail: MailTokenRow, account: AccountRow): Promise<boolean> {
  return isOpen(deps, mail, account) && useMail(tx, mail.id, deps.clock.now());
}
