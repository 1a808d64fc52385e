import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '../../api/api-error';
import { createQueryClient } from '../../api/query-client';
import { useQueuedCall } from './use-queued-call';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const busy = () => new ApiError({ title: '', status: 429, code: 'request.busy' }, 30);
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

function renderCall(send: () => Promise<string>) {
  const client = createQueryClient(() => {});
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useQueuedCall(send, () => {}), { wrapper });
}

it('is sent again for as long as the server is busy', async () => {
  const send = vi.fn(() => Promise.reject<string>(busy()));
  const { result } = renderCall(send);
  const reply = result.current.mutateAsync(undefined);
  await pass(15 * 60_000);
  expect(send.mock.calls.length).toBeGreaterThan(25);
  expect(result.current.isQueued).toBe(true);
  send.mockResolvedValue('in');
  await pass(31_000);
  await expect(reply).resolves.toBe('in');
  expect(result.current.isQueued).toBe(false);
});

it('is not sent again after the form was left', async () => {
  const send = vi.fn(() => Promise.reject<string>(busy()));
  const { result, unmount } = renderCall(send);
  const reply = expect(result.current.mutateAsync(undefined)).rejects.toMatchObject({ name: 'AbortError' });
  await pass(1000);
  unmount();
  await pass(60_000);
  await reply;
  expect(send).toHaveBeenCalledTimes(1);
});

it('is sent once where the server refuses for another reason', async () => {
  const send = vi.fn(() =>
    Promise.reject<string>(new ApiError({ title: '', status: 400, code: 'account.badCredentials' })),
  );
  const { result } = renderCall(send);
  await act(() => expect(result.current.mutateAsync(undefined)).rejects.toMatchObject({ status: 400 }));
  expect(send).toHaveBeenCalledTimes(1);
  expect(result.current.isQueued).toBe(false);
});
