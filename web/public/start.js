// Runs before the first paint, so that neither the colour scheme nor the language flickers. A file of its own, because
// the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  try {
    const stored = localStorage.getItem('colorScheme') || 'dark';
    const systemIsLight = matchMedia('(prefers-color-scheme: light)').matches;
    const scheme = stored === 'auto' ? (systemIsLight ? 'light' : 'dark') : stored === 'light' ? 'light' : 'dark';
    root.setAttribute('data-mantine-color-scheme', scheme);
    if (scheme === 'light') document.querySelector('meta[name="theme-color"]').setAttribute('content', '#f5f6f9');
    const language = localStorage.getItem('language');
    if (language) root.lang = language;
  } catch {
    // Storage may be forbidden; the defaults of the page then stand.
  }
})();
