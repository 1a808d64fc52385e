import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { MailLink } from './mail-link';

export type LinkOutcome =
  | { status: 'idle' }
  | { status: 'pending' }
  | { status: 'done' }
  | { status: 'failed'; error: unknown };
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

/** Uses a mailed link when asked to: mail scanners open links, too. `action` must have a stable identity. */
export function useLinkAction(action: LinkAction, { token, email }: MailLink) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const [outcome, setOutcome] = useState<LinkOutcome>({ status: 'idle' });
  const isShown = useRef(true);

  const run = useCallback(() => {
    const show = (next: LinkOutcome) => {
      if (!isShown.current) return;
      setOutcome(next);
      // The signed-in account may have changed, so the route guards run again.
      void router.invalidate();
    };
    setOutcome({ status: 'pending' });
    doOnce(queryClient, action, { token, email }).then(
      () => show({ status: 'done' }),
      (error: unknown) => show({ status: 'failed', error }),
    );
  }, [queryClient, router, action, token, email]);

  useEffect(() => {
    isShown.current = true;
    if (kept.get(queryClient)?.has(token)) run();
    return () => {
      isShown.current = false;
    };
  }, [queryClient, token, run]);
  return { outcome, run };
}
