import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Account } from '../features/account/account.queries';

const AccountDue = lazy(async () => ({ default: (await import('../features/account/AccountDue')).AccountDue }));

/** The page, or what stands in its place while the account lacks a second factor that is required of it, the terms or an answer. */
export function FactorGate({ account, children }: { account: Account | null; children: ReactNode }) {
  const due = account?.factorDue ?? null;
  const [isLate, setLate] = useState(false);
  if (!isLate && due !== null && due <= Date.now()) setLate(true);
  if (isLate && !account) setLate(false);
  const terms = account?.termsDue || account?.fieldsDue ? 'terms' : null;
  const what = isLate ? 'factor' : (terms ?? (due !== null ? 'notice' : null));
  return (
    <>
      {what && (
        <Suspense>
          <AccountDue what={what} due={due} onDone={() => setLate(false)} />
        </Suspense>
      )}
      {(what === null || what === 'notice') && children}
    </>
  );
}
