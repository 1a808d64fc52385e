import { screen } from '@testing-library/react';
import { challengeEndpoints } from '@vexil/contract/challenge.endpoints';
import { expect, it } from 'vitest';
import { refuse } from '../testing/api';
import { visit } from '../testing/builders';
import { goOffline } from '../testing/offline';
import { play } from '../testing/play';
import { renderPage } from '../testing/render';

it('names the time of the data', async () => {
  visit();
  renderPage('/about');
  await screen.findByRole('heading', { name: 'About' });
  goOffline();
  expect(screen.getByText(/You are offline. This page shows data from \d?\d:\d\d:\d\d/)).toBeVisible();
});

it('names no time on a page that has no data', async () => {
  play({});
  refuse(challengeEndpoints.details, 'request.failed');
  renderPage('/games/1/challenges');
  await screen.findByRole('button', { name: 'Try again' });
  goOffline();
  expect(screen.getByText('You are offline. What you type is kept.')).toBeVisible();
});
