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
  createRoot(container).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Not awaited at the top level: chunks that import this one would wait for it, and it for them.
void start(document.getElementById('root'));
