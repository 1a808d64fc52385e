import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { MailLink } from './mail-link';

export type LinkOutcome = { status: 'pending' } | { status: 'done' } | { status: 'failed'; error: unknown };
export type LinkAction = (link: MailLink, queryClient: QueryClient) => Promise<void>;

// A link works once, but a page may be mounted twice: requests are kept for the life of the page.
const kept = new WeakMap<QueryClient, Map<string, Promise<void>>>();

function doOnce(queryClient: QueryClient, action: LinkAction, link: MailLink): Promise<void> {
  const actions = kept.get(queryClient) ?? new Map<string, Promise<void>>();
  kept.set(queryClient, actions);
  const known = actions.get(link.token);
  if (known) return known;
  const begun = action(link, queryClient);
  actions.set(link.token, begun);
  begun.catch(() => actions.delete(link.token));
  return begun;
}

/** Uses a mailed link once, on mount. `action` must have a stable identity. */
export function useLinkAction(action: LinkAction, { token, email }: MailLink) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [outcome, setOutcome] = useState<LinkOutcome>({ status: 'pending' });
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another run with the same link
  useEffect(() => {
    let isShown = true;
    const show = (next: LinkOutcome) => {
      if (!isShown) return;
      setOutcome(next);
      // The signed-in account may have changed, so the route guards run again.
      void router.invalidate();
    };
    setOutcome({ status: 'pending' });
    doOnce(queryClient, action, { token, email }).then(
      () => show({ status: 'done' }),
      (error: unknown) => show({ status: 'failed', error }),
    );
    return () => {
      isShown = false;
    };
  }, [queryClient, router, action, token, email, attempt]);
  return { outcome, retry: () => setAttempt(attempt + 1) };
}
