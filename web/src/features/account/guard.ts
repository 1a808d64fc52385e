import type { QueryClient } from '@tanstack/react-query';
import { redirect } from '@tanstack/react-router';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import { ApiError } from '../../api/api-error';
import { type Account, accountQuery } from './account.queries';

/** The page exists, but this account may not see it; shown at the page's own URL. */
export class ForbiddenError extends Error {
  override readonly name = 'ForbiddenError';
}

export const isDenied = (error: unknown): boolean =>
  error instanceof ForbiddenError || (error instanceof ApiError && error.status === 403);

type Guarded = { context: { queryClient: QueryClient }; location: { href: string } };
type Unguarded = { context: { queryClient: QueryClient }; search: { from?: string } };

/** For `beforeLoad`: redirects visitors to the login page, which leads back. */
export async function requireAccount({ context, location }: Guarded): Promise<{ account: Account }> {
  const account = await context.queryClient.ensureQueryData(accountQuery());
  if (!account) throw redirect({ to: '/account/login', search: { from: location.href }, replace: true });
  return { account };
}

/** For `beforeLoad`: `requireAccount`, and a minimum role. */
export async function requireRole(role: Role, guarded: Guarded): Promise<{ account: Account }> {
  const { account } = await requireAccount(guarded);
  if (!isAtLeast(account.role, role)) throw new ForbiddenError(`Needs the role ${role}`);
  return { account };
}

/** For `beforeLoad` of the pages that sign in: sends the signed in on to where these would lead. */
export async function requireVisitor({ context: { queryClient }, search }: Unguarded): Promise<void> {
  await queryClient.prefetchQuery(accountQuery());
  if (!queryClient.getQueryData(accountQuery().queryKey)) return;
  throw redirect({ href: returnPath(search.from), replace: true });
}

/** Prevents open redirects: anything but a path of ours becomes the home page. */
export const returnPath = (from: string | undefined): string =>
  from && /^\/(?![/\\])/.test(from) && !/^\/account\/(login|register)/i.test(from) ? from : '/';
