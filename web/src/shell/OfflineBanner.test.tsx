import { onlineManager } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { expect, it, onTestFinished, vi } from 'vitest';
import { refuse } from '../testing/api';
import { visit } from '../testing/builders';
import { play } from '../testing/play';
import { renderPage } from '../testing/render';

function goOffline() {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => {
    onLine.mockRestore();
    onlineManager.setOnline(true);
  });
  act(() => void window.dispatchEvent(new Event('offline')));
}

it('names the time of the data', async () => {
  visit();
  renderPage('/about');
  await screen.findByRole('heading', { name: 'About' });
  goOffline();
  expect(screen.getByText(/You are offline. This page shows data from \d\d:\d\d:\d\d/)).toBeVisible();
});

it('names no time on a page that has no data', async () => {
  play({});
  refuse(challengeEndpoints.details, 'request.failed');
  renderPage('/games/1/challenges');
  await screen.findByRole('button', { name: 'Try again' });
  goOffline();
  expect(screen.getByText('You are offline. What you type is kept.')).toBeVisible();
});
