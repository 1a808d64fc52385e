import type { QueryClient } from '@tanstack/react-query';
import type { AnyRouter } from '@tanstack/react-router';
import { forgetKept } from '../../api/kept-data';
import { currentLanguage, translate } from '../../i18n/translate';
import { createStore, useStore } from '../../store/create-store';
import { toastFailure } from '../../ui/toast';
import { hasUnsaved } from '../../ui/unsaved';
import { accountQuery } from './account.queries';

const signIn = createStore(false);

// A pressed button is disabled while it saves, and so loses the focus before the call is refused.
let lastFocused: EventTarget | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (!signIn.get()) lastFocused = target;
});

/** Goes back to where the reader was before they were asked. */
export function focusLast(): void {
  if (lastFocused instanceof HTMLElement) lastFocused.focus({ preventScroll: true });
}

/** Whether the reader is asked to sign in again where they are. */
export const useSignInAsked = (): boolean => useStore(signIn);
export const signInAnswered = () => signIn.set(false);

/** Guards send to the login page, other pages go on as for a visitor. */
export function goOnAsVisitor(queryClient: QueryClient, router: AnyRouter): void {
  const { queryKey } = accountQuery();
  queryClient.setQueryData(queryKey, null);
  void forgetKept();
  void queryClient.invalidateQueries({ predicate: (query) => query.queryKey[0] !== queryKey[0] });
  void router.invalidate();
}

/** What happens when a call was refused because the session has ended. The page is kept while it holds unsaved work. */
export function endSession(queryClient: QueryClient, router: AnyRouter): void {
  if (queryClient.getQueryData(accountQuery().queryKey) === null) return;
  if (hasUnsaved()) {
    signIn.set(true);
    return;
  }
  goOnAsVisitor(queryClient, router);
  toastFailure(translate(currentLanguage(), 'shell.sessionEnded'), { id: 'session' });
}
