import { onTestFinished } from 'vitest';

/** Gives jsdom the parts of a browser that our pages use and it lacks. */
export function fillInBrowser(): void {
  window.matchMedia = (query: string) =>
    ({
      // A large screen with a mouse and no preferences.
      matches: /min-(width|height)|hover: hover/.test(query),
      media: query,
      onchange: null,
      addEventListener() {},
      removeEventListener() {},
      addListener() {},
      removeListener() {},
      dispatchEvent: () => false,
    }) satisfies MediaQueryList;
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  Element.prototype.setPointerCapture ??= () => {};
  Element.prototype.hasPointerCapture ??= () => false;
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  globalThis.IntersectionObserver ??= class {
    root = null;
    rootMargin = '';
    scrollMargin = '';
    thresholds = [];
    observe() {}
    unobserve() {}
    disconnect() {}
    takeRecords = () => [];
  };
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { addEventListener() {}, removeEventListener() {} },
  });
}

/** Until the end of the test. */
export function holdPhone(): void {
  const wide = window.matchMedia;
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('max-width') });
  onTestFinished(() => {
    window.matchMedia = wide;
  });
}
