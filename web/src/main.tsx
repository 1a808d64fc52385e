import './theme/styles';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, openApp } from './App';
import { printBanner } from './banner';
import { onCaughtError } from './caught-error';
import { followOtherTabs, startTexts } from './i18n/i18n';
import { writeStored } from './store/stored';

async function start(container: HTMLElement | null) {
  if (!container) throw new Error('The page has no element with the id "root"');
  const texts = startTexts();
  // The scripts have just been evaluated, which is a long task by itself.
  await new Promise((resolve) => setTimeout(resolve));
  const { parts, ready } = openApp();
  loadFonts();
  printBanner();
  await Promise.all([texts, ready]);
  // Pages have titles of their own, and of two the browser shows the first.
  document.querySelector('head > title')?.remove();
  // Lets `start.js` try again by itself, should the next load break off.
  writeStored('startFailed', null, 'sessionStorage');
  const root = createRoot(container, { onCaughtError });
  // In slices, between which the browser can act; a render that is not a transition is one long task.
  startTransition(() =>
    root.render(
      <StrictMode>
        <App {...parts} />
      </StrictMode>,
    ),
  );
}

/**
 * Asked for while the data are on their way: found with the first render, each font lays the page out once more. The
 * styles ask again for one that does not come.
 */
function loadFonts() {
  for (const family of ['Inter Variable', 'Space Grotesk Variable']) {
    document.fonts.load(`1em "${family}"`).catch(() => {});
  }
}

// Longer than a load takes, so that a part that stays away is not asked for over and over.
const reloadPauseMs = 10_000;
/** A network that changes breaks off what is on its way, and may change twice; what is still missing then stays away. */
const reloadsMax = 3;
/** After this time without a missing part, a new one is another matter. */
const forgottenAfterMs = 60_000;
let reloadTimer: ReturnType<typeof setTimeout> | undefined;

/** A part of the page that is gone since an update, or that broke off, is there after a new load. */
function reloadForMissingParts() {
  // Without network a reload cannot bring it.
  if (!navigator.onLine) return;
  if (reloadTimer !== undefined) return;
  try {
    const [at = 0, count = 0] = (sessionStorage.getItem('reloads') ?? '').split(' ').map(Number);
    const sinceMs = Date.now() - at;
    const before = sinceMs < forgottenAfterMs ? count : 0;
    if (before >= reloadsMax) return;
    const pauseMs = before === 0 ? 0 : Math.max(0, reloadPauseMs - sinceMs);
    reloadTimer = setTimeout(() => {
      sessionStorage.setItem('reloads', `${Date.now()} ${before + 1}`);
      location.reload();
    }, pauseMs);
  } catch {
    // Without storage the number of reloads is unknown.
  }
}

/** Keeps the page itself for a reload without network; its scripts and styles are in the browser's own cache. */
function startServiceWorker() {
  // A browser may forbid it, and over plain HTTP there is none.
  if (import.meta.env.PROD) void navigator.serviceWorker?.register('/sw.js').catch(() => {});
}

followOtherTabs();
window.addEventListener('load', startServiceWorker, { once: true });
window.addEventListener('vite:preloadError', reloadForMissingParts);
// Not awaited at the top level: chunks that import this one would wait for it, and it for them.
void start(document.getElementById('root'));
