import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { renderUi } from '../testing/render';
import { SectionIndex } from './SectionIndex';

const page = (
  <SectionIndex label="On this page" changedLabel="Unsaved changes" sections={[{ id: 'one', label: 'One' }]}>
    <p id="one">Text</p>
  </SectionIndex>
);

describe('the list of sections', () => {
  it('goes only where the sections are nearly in one view, whatever the size of the window', async () => {
    const height = window.innerHeight;
    const measured = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect');
    measured.mockReturnValue(new DOMRect(0, 100, 900, 1.2 * height));
    renderUi(page);
    const frame = (await screen.findByRole('navigation', { name: 'On this page' })).parentElement;
    expect(frame).not.toHaveAttribute('data-fits');
    measured.mockReturnValue(new DOMRect(0, 100, 900, height - 100));
    fireEvent(window, new Event('resize'));
    expect(frame).toHaveAttribute('data-fits');
    measured.mockRestore();
  });
});
