import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whenSettled } from './when-settled';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function fetching(client: QueryClient, key: string) {
  let reply: (value: string) => void = () => {};
  const done = client.fetchQuery({
    queryKey: [key],
    queryFn: () => new Promise<string>((resolve) => (reply = resolve)),
  });
  return { reply: () => reply('there'), done };
}

it('waits for all replies, those that others led to included', async () => {
  const client = new QueryClient();
  const run = vi.fn();
  const first = fetching(client, 'first');
  whenSettled(client, run);
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).not.toHaveBeenCalled();
  first.reply();
  await first.done;
  const second = fetching(client, 'second');
  await vi.advanceTimersByTimeAsync(1000);
  expect(run).not.toHaveBeenCalled();
  second.reply();
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledOnce();
});

it('runs at once where nothing is asked for', async () => {
  const run = vi.fn();
  whenSettled(new QueryClient(), run);
  await vi.advanceTimersByTimeAsync(100);
  expect(run).toHaveBeenCalledOnce();
});

it('does not wait for ever', async () => {
  const client = new QueryClient();
  const run = vi.fn();
  void fetching(client, 'slow');
  whenSettled(client, run);
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).toHaveBeenCalledOnce();
});

it('does nothing after it was called off', async () => {
  const run = vi.fn();
  whenSettled(new QueryClient(), run)();
  await vi.advanceTimersByTimeAsync(5000);
  expect(run).not.toHaveBeenCalled();
});
