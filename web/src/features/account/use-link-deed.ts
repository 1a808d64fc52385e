import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { MailLink } from './mail-link';

export type LinkOutcome = { status: 'pending' } | { status: 'done' } | { status: 'failed'; error: unknown };
export type LinkDeed = (link: MailLink, queryClient: QueryClient) => Promise<void>;

// A link works once, and a page may be mounted twice: what is under way or done is kept for the life of the page.
const kept = new WeakMap<QueryClient, Map<string, Promise<void>>>();

function doOnce(queryClient: QueryClient, deed: LinkDeed, link: MailLink): Promise<void> {
  const deeds = kept.get(queryClient) ?? new Map<string, Promise<void>>();
  kept.set(queryClient, deeds);
  const known = deeds.get(link.token);
  if (known) return known;
  const begun = deed(link, queryClient);
  deeds.set(link.token, begun);
  begun.catch(() => deeds.delete(link.token));
  return begun;
}

/** Does by itself what a mailed link is for, once. `deed` is a function of a module, not of a render. */
export function useLinkDeed(deed: LinkDeed, { token, email }: MailLink) {
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
      // Who is signed in has changed, or has turned out to be nobody: guards look again.
      void router.invalidate();
    };
    setOutcome({ status: 'pending' });
    doOnce(queryClient, deed, { token, email }).then(
      () => show({ status: 'done' }),
      (error: unknown) => show({ status: 'failed', error }),
    );
    return () => {
      isShown = false;
    };
  }, [queryClient, router, deed, token, email, attempt]);
  return { outcome, retry: () => setAttempt(attempt + 1) };
}
