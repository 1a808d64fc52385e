import { useRouter } from '@tanstack/react-router';
import { useCallback, useRef } from 'react';

/**
 * For panels whose state is in the URL: closing goes back in history if this page opened the panel, and otherwise calls
 * `closeInUrl`, as for a panel that a link opened.
 */
export function useBackToClose(closeInUrl: () => void) {
  const router = useRouter();
  const openedHere = useRef(false);
  return {
    markOpened: useCallback(() => {
      openedHere.current = true;
    }, []),
    close: () => {
      if (openedHere.current) router.history.back();
      else closeInUrl();
      openedHere.current = false;
    },
  };
}
