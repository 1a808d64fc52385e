import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import { type Account, accountQuery } from './account.queries';

/** The page exists, and this account may not see it; shown as such, at the page's own address. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

type Guarded = { context: { queryClient: QueryClient }; location: { href: string } };

/** For `beforeLoad`: sends who is not signed in to the login page, which leads back here. */
export async function requireAccount({ context, location }: Guarded): Promise<{ account: Account }> {
  const account = await context.queryClient.ensureQueryData(accountQuery());
  if (!account) throw redirect({ to: '/account/login', search: { from: location.href }, replace: true });
  return { account };
}

/** For `beforeLoad`: as `requireAccount`, and stops who has less than the role. */
export async function requireRole(role: Role, guarded: Guarded): Promise<{ account: Account }> {
  const { account } = await requireAccount(guarded);
  if (!isAtLeast(account.role, role)) throw new ForbiddenError(`Needs the role ${role}`);
  return { account };
}

/** A path of ours to return to; anything that would lead elsewhere leads home. */
export const returnPath = (from: string | undefined): string =>
  from && /^\/(?![/\\])/.test(from) && !/^\/account\/(login|register)/i.test(from) ? from : '/';
