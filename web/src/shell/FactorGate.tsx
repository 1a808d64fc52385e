import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { Account } from '../features/account/account.queries';

const FactorDue = lazy(async () => ({ default: (await import('../features/account/FactorDue')).FactorDue }));
const FactorNotice = lazy(async () => ({ default: (await import('../features/account/FactorDue')).FactorNotice }));

const TermsDue = lazy(async () => ({ default: (await import('../features/account/TermsDue')).TermsDue }));

/** The page, or what stands in its place while the account lacks a second factor that is required of it, the terms or an answer. */
export function FactorGate({ account, children }: { account: Account | null; children: ReactNode }) {
  const due = account?.factorDue ?? null;
  const [isLate, setLate] = useState(false);
  if (!isLate && due !== null && due <= Date.now()) setLate(true);
  if (isLate && !account) setLate(false);
  if (isLate) {
    return (
      <Suspense>
        <FactorDue onDone={() => setLate(false)} />
      </Suspense>
    );
  }
  if (account?.termsDue || account?.fieldsDue) {
    return (
      <Suspense>
        <TermsDue />
      </Suspense>
    );
  }
  return (
    <>
      {due !== null && (
        <Suspense>
          <FactorNotice due={due} />
        </Suspense>
      )}
      {children}
    </>
  );
}
