import { useEffect } from 'react';

/** Keeps the screen on while the page is visible, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined;
    let gone = false;
    const acquire = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      try {
        const acquired = await navigator.wakeLock.request('screen');
        if (gone) await acquired.release();
        else lock = acquired;
      } catch {
        // A low battery refuses it; the page works without.
      }
    };
    void acquire();
    document.addEventListener('visibilitychange', acquire);
    return () => {
      gone = true;
      document.removeEventListener('visibilitychange', acquire);
      void lock?.release();
    };
  }, []);
}
