import { readFileSync } from 'node:fs';
import path from 'node:path';
import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderUi } from '../testing/render';

const root = document.documentElement;
const page = readFileSync(path.join(import.meta.dirname, '../../index.html'), 'utf8');
const styles = /<style>(.*?)<\/style>/s.exec(page)?.[1];

afterEach(() => {
  delete root.dataset.forcedScheme;
  delete root.dataset.background;
});

it('keeps the colour scheme of an embedded board, against the stored one', async () => {
  localStorage.setItem('colorScheme', 'dark');
  root.dataset.forcedScheme = 'light';
  renderUi(<p>Board</p>);
  expect(await screen.findByText('Board')).toBeVisible();
  expect(root).toHaveAttribute('data-mantine-color-scheme', 'light');
});

it('shows the page behind an embedded board without a background', () => {
  const base = readFileSync(path.join(import.meta.dirname, 'base.css'), 'utf8');
  const sheet = document.head.appendChild(document.createElement('style'));
  sheet.textContent = `${base.replace('var(--color-page)', 'red')} ${styles}`;
  const backgrounds = () => [root, document.body].map((element) => getComputedStyle(element).backgroundColor);
  const clear = 'rgba(0, 0, 0, 0)';
  for (const scheme of ['dark', 'light']) {
    root.dataset.mantineColorScheme = scheme;
    delete root.dataset.background;
    expect(backgrounds()).not.toContain(clear);
    root.dataset.background = 'none';
    expect(backgrounds()).toEqual([clear, clear]);
  }
  sheet.remove();
});
