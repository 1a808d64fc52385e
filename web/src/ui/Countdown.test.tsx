import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render';
import { Countdown } from './Countdown';

const start = 1_800_000_000_000;
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers({ now: start }));
afterEach(() => vi.useRealTimers());

describe('Countdown', () => {
  it('ticks once per second', async () => {
    renderUi(<Countdown until={start + 2 * 3_600_000 + 14 * 60_000 + 9000} />);
    await wait(0);
    expect(screen.getByRole('timer')).toHaveTextContent('02:14:09');
    await wait(1100);
    expect(screen.getByRole('timer')).toHaveTextContent('02:14:08');
  });

  it('calls back at zero and stays there', async () => {
    const onZero = vi.fn();
    renderUi(<Countdown until={start + 2000} onZero={onZero} />);
    await wait(1500);
    expect(onZero).not.toHaveBeenCalled();
    await wait(1000);
    expect(onZero).toHaveBeenCalledOnce();
    expect(screen.getByRole('timer')).toHaveTextContent('00:00:00');
    await wait(20_000);
    expect(onZero).toHaveBeenCalledTimes(3);
    expect(screen.getByRole('timer')).toHaveTextContent('00:00:00');
  });

  it('calls back for a moment that has passed before it was shown', async () => {
    const onZero = vi.fn();
    renderUi(<Countdown until={start - 1} onZero={onZero} />);
    await wait(0);
    expect(onZero).toHaveBeenCalled();
  });

  it('starts over when the moment moves', async () => {
    const onZero = vi.fn();
    const { rerender } = renderUi(<Countdown until={start + 1000} onZero={onZero} />);
    await wait(1100);
    expect(onZero).toHaveBeenCalledOnce();
    rerender(<Countdown until={start + 60_000} onZero={onZero} />);
    await wait(5000);
    expect(onZero).toHaveBeenCalledOnce();
    expect(screen.getByRole('timer')).toHaveTextContent('00:00:54');
  });

  it('shows spans longer than a timer can wait', async () => {
    renderUi(<Countdown until={start + 40 * 86_400_000} />);
    await wait(0);
    expect(screen.getByRole('timer')).toHaveTextContent('40d 00:00:00');
  });
});
