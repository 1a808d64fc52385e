import { Modal } from '@mantine/core';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { renderUi } from '../testing/render';
import { CopyButton } from './CopyButton';

afterEach(() => {
  for (const [owner, name] of [[navigator, 'clipboard'] as const, [document, 'execCommand'] as const]) {
    Reflect.deleteProperty(owner, name);
  }
});

/** As in a page without TLS. `command` is what the browser does with the older way there. */
function withoutClipboard(command: () => boolean = () => false) {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });
  const copied: { text: string; selection: string; focus: Element | null }[] = [];
  const execCommand = () => {
    const selection = String(window.getSelection());
    const setData = (_type: string, text: string) => copied.push({ text, selection, focus: document.activeElement });
    const event = new Event('copy', { bubbles: true, cancelable: true });
    document.body.dispatchEvent(Object.assign(event, { clipboardData: { setData } }));
    return command();
  };
  Object.assign(document, { execCommand });
  return copied;
}

describe('a copy button', () => {
  it('uses the clipboard where the browser has one', async () => {
    const { user } = renderUi(<CopyButton value="vexil{copied}" />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe('vexil{copied}');
  });

  it('copies without TLS too, within a dialog, and takes neither focus nor selection away', async () => {
    const { user } = renderUi(
      <Modal opened onClose={() => undefined} title="Hand over">
        <p>Selected before</p>
        <CopyButton value={() => 'two\n lines'} withText label="Copy the lines" />
      </Modal>,
    );
    const copied = withoutClipboard(() => true);
    const button = await screen.findByRole('button', { name: 'Copy the lines' });
    button.focus();
    window.getSelection()?.selectAllChildren(screen.getByText('Selected before'));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Copied' })).toHaveFocus();
    expect(copied).toEqual([{ text: 'two\n lines', selection: 'two\n lines', focus: button }]);
    expect(String(window.getSelection())).toBe('Selected before');
    expect(screen.queryByText(/two/)).toBeNull();
  });

  it('copies where the browser refuses its clipboard', async () => {
    const { user } = renderUi(<CopyButton value="refused" />);
    const copied = withoutClipboard(() => true);
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new DOMException('', 'NotAllowedError')) },
      configurable: true,
    });
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
    expect(copied.map(({ text }) => text)).toEqual(['refused']);
  });

  it('says so when nothing can be copied', async () => {
    const { user } = renderUi(<CopyButton value="nothing" />);
    withoutClipboard();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await screen.findByText('The browser did not allow copying')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Copy' })).toBeVisible();
  });
});
