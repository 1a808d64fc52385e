import './theme/styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { printBanner } from './banner';
import { startTexts } from './i18n/i18n';

async function start(container: HTMLElement | null) {
  if (!container) throw new Error('The page has no element with the id "root"');
  printBanner();
  await startTexts();
  // Pages have titles of their own, and of two the browser shows the first.
  document.querySelector('head > title')?.remove();
  forgetFailedStart();
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Longer than a load takes, so that a part that stays away is not asked for over and over.
const reloadPauseMs = 10_000;

/** A part of the page that is gone since an update, or that broke off, is there after a new load. */
function reloadForMissingParts() {
  try {
    if (Date.now() - Number(sessionStorage.getItem('reloadedAt')) < reloadPauseMs) return;
    sessionStorage.setItem('reloadedAt', String(Date.now()));
    location.reload();
  } catch {
    // Without storage nobody could tell the first time from the hundredth.
  }
}

/** Lets `start.js` try again by itself, should the next load break off. */
function forgetFailedStart() {
  try {
    sessionStorage.removeItem('startFailed');
  } catch {
    // Nothing was remembered where storage is forbidden.
  }
}

window.addEventListener('vite:preloadError', reloadForMissingParts);
// Not awaited at the top level: chunks that import this one would wait for it, and it for them.
void start(document.getElementById('root'));
