import { waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { afterPress } from './after-press';

const say = (event: string) => window.dispatchEvent(new Event(event));

describe('what is put off until after a press', () => {
  it('happens at once while nothing is pressed', () => {
    const run = vi.fn();
    afterPress(run);
    expect(run).toHaveBeenCalledOnce();
  });

  it('waits until the pointer is up and its click is through', async () => {
    const order: string[] = [];
    say('pointerdown');
    afterPress(() => order.push('put off'));
    say('pointerup');
    order.push('click');
    await waitFor(() => expect(order).toEqual(['click', 'put off']));
  });
});
