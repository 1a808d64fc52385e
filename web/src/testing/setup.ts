import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { startTexts } from '../i18n/i18n';
import { lines } from '../live/line';
import { resetApi } from './api';
import { fillInBrowser } from './browser';

fillInBrowser();
await startTexts('en-US');

// Nobody is at the other end of a test's live connection; `sayLive` speaks for the server.
lines.open = () => new Promise(() => {});

const consoleError = vi.spyOn(console, 'error');

beforeEach(() => {
  consoleError.mockClear();
  resetApi();
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  const unexpected = consoleError.mock.calls.map((words) => words.map(String).join(' '));
  expect(unexpected, 'the test wrote to console.error').toEqual([]);
});
