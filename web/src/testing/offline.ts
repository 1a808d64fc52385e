import { onlineManager } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';

/** The browser has no network until the test ends. */
export function goOffline(): void {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => {
    onLine.mockRestore();
    onlineManager.setOnline(true);
  });
  act(() => void window.dispatchEvent(new Event('offline')));
}
