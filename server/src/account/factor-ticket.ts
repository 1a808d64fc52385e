// Between the two steps of a sign-in the browser keeps what the first one proved, sealed: no session, and nothing to lose.

import { DomainError } from '@vexil/contract/errors';
import type { AccountRow } from '@vexil/db/schema/account';
import type { Deps } from '@vexil/http/deps';
import { accountStateOf } from '@vexil/runtime/mail.rules';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setServerCookie } from '../session/session.cookie';
import { findAccount } from './account.queries';

export const ticketCookie = 'vexil_factor';
const lifetimeSeconds = 300;

interface Ticket {
  ticketOf: string;
  /** A new password or address ends it. */
  state: string;
  until: number;
}

export function makeTicket({ sealing, clock }: Pick<Deps, 'sealing' | 'clock'>, account: AccountRow): string {
  const until = clock.now().getTime() + lifetimeSeconds * 1000;
  const ticket: Ticket = { ticketOf: account.id, state: accountStateOf(account), until };
  return sealing.seal(JSON.stringify(ticket));
}

function open({ sealing }: Pick<Deps, 'sealing'>, text: string | undefined): Partial<Ticket> {
  try {
    return JSON.parse(sealing.unseal(text ?? ''));
  } catch {
    return {};
  }
}

/** Throws `account.factorExpired`. */
export async function readTicket(
  deps: Pick<Deps, 'db' | 'sealing' | 'clock'>,
  text: string | undefined,
): Promise<{ account: AccountRow; isOf(account: AccountRow): boolean }> {
  const { ticketOf, state, until = 0 } = open(deps, text);
  const account = ticketOf && until > deps.clock.now().getTime() ? await findAccount(deps.db, ticketOf) : undefined;
  const isOf = (one: AccountRow) => one.role !== 'Banned' && accountStateOf(one) === state;
  if (!account || !isOf(account)) throw new DomainError('account.factorExpired');
  return { account, isOf };
}

/** An empty ticket clears the cookie. */
export function sendTicket(request: FastifyRequest, reply: FastifyReply, ticket: string): void {
  const maxAgeSeconds = ticket === '' ? 0 : lifetimeSeconds;
  setServerCookie(request, reply, ticketCookie, ticket, { path: '/api/account/login', maxAgeSeconds });
}
