import { waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPress } from './after-press';

const say = (event: string) => window.dispatchEvent(new Event(event));

describe('what is put off until after a press', () => {
  // Files share a window, and an earlier one may have left its pointer down.
  beforeEach(() => {
    say('pointerup');
  });

  it('happens at once while nothing is pressed', () => {
    const run = vi.fn();
    afterPress(run);
    expect(run).toHaveBeenCalledOnce();
  });

  it.each(['pointerup', 'pointercancel', 'blur'])('waits for %s, and for the click that follows', async (end) => {
    const order: string[] = [];
    say('pointerdown');
    afterPress(() => order.push('put off'));
    say(end);
    order.push('click');
    await waitFor(() => expect(order).toEqual(['click', 'put off']));
    say('pointerup');
    afterPress(() => order.push('at once'));
    expect(order).toEqual(['click', 'put off', 'at once']);
  });
});
