import { lazy, Suspense } from 'react';

// Few see it.
const DeadEnd = lazy(() => import('./DeadEnd'));

export const NotFoundPage = () => (
  <Suspense>
    <DeadEnd kind="notFound" />
  </Suspense>
);

/** The page exists, but not for this account. */
export const ForbiddenPage = () => (
  <Suspense>
    <DeadEnd kind="forbidden" />
  </Suspense>
);
