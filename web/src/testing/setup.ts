import '@testing-library/jest-dom/vitest';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { forgetInstances } from '../features/container/running-game';
import { fillGaps } from '../i18n/fill-gaps';
import { startTexts } from '../i18n/i18n';
import { languageFiles } from '../i18n/language-file';
import { transport } from '../live/hub-connection';
import { refresh } from '../live/use-refresh';
import { setCommandQuery, showCommands } from '../ui/commands';
import { resetApi } from './api';
import { fillInBrowser } from './browser';
import { readOwnStyles } from './computed-style';
import { textsOf } from './texts';

fillInBrowser();
readOwnStyles();
Object.assign(globalThis, { __BUILD__: { tag: 'develop', commit: '', time: '' } });
configure({
  // A busy machine takes longer than the usual second, and the first page of a file also waits for its modules.
  asyncUtilTimeout: 90_000,
  // A page of markup hides what a failure is about, and would be written at each try of a wait.
  getElementError: (message) => new Error(message ?? 'No such element'),
});
vi.setConfig({ testTimeout: 300_000 });
languageFiles.load = async (language) =>
  fillGaps(textsOf('en-US'), textsOf(language), language) as Awaited<ReturnType<typeof languageFiles.load>>;
await startTexts('en-US');

// A toast stands until its test ends: on a slow machine its seconds are over before anybody looks.
const { show } = notifications;
const showForGood: typeof show = (toast, store) => show({ ...toast, autoClose: false }, store);
Object.assign(notifications, { show: showForGood });

// No server is connected in tests; `sayLive` sends its messages.
transport.open = () => new Promise(() => {});
// A test on a busy machine takes longer than the interval.
refresh.intervalMs = 3_600_000;

const consoleError = vi.spyOn(console, 'error');
// A frame, a timer or a chunk may come while a test is between two steps: no fault of the component.
const betweenSteps = /not wrapped in act\(\.\.\.\)|suspended inside an `act` scope/;

beforeEach(() => {
  consoleError.mockClear();
  resetApi();
});

afterEach(() => {
  cleanup();
  notifications.clean();
  // What is open, what is looked for and what runs outlive the page of a test.
  forgetInstances();
  showCommands(false);
  setCommandQuery('');
  localStorage.clear();
  const unexpected = consoleError.mock.calls
    .map((words) => words.map(String).join(' '))
    .filter((text) => !betweenSteps.test(text));
  expect(unexpected, 'the test wrote to console.error').toEqual([]);
});
