import { turnstileOrigin } from '@vexil/contract/captcha.endpoints';
import { ApiError } from '../../api/api-error';
import { type CaptchaSolver, createSolver, type Report } from './captcha-solver';

type WidgetOptions = {
  sitekey: string;
  theme: 'light' | 'dark';
  language: string;
  size: 'flexible' | 'compact';
  callback: (response: string) => void;
  'expired-callback': () => void;
  'timeout-callback': () => void;
  'error-callback': () => boolean;
};

/** The part of Turnstile's API that is used here. */
type Turnstile = {
  render(element: HTMLElement, options: WidgetOptions): string;
  reset(widget: string): void;
  remove(widget: string): void;
};

declare global {
  interface Window {
    turnstile?: Turnstile;
  }
}

type Look = { theme: 'light' | 'dark'; language: string };
export type TurnstileSolver = CaptchaSolver & {
  /** Renders the widget into an element; returns the function that removes it. */
  attach(element: HTMLElement, look: Look): () => void;
};

/** Pixels; below this width the compact widget is used. */
const flexibleWidthMin = 300;
const failed = () => new ApiError({ title: '', status: 0, code: 'captcha.widget' });
let loading: Promise<Turnstile> | undefined;

/** Loads the script once, and again after a failure. */
function loadTurnstile(): Promise<Turnstile> {
  if (window.turnstile) return Promise.resolve(window.turnstile);
  loading ??= new Promise<Turnstile>((resolve, reject) => {
    const script = document.createElement('script');
    script.src = `${turnstileOrigin}/turnstile/v0/api.js?render=explicit`;
    script.async = true;
    script.onload = () => (window.turnstile ? resolve(window.turnstile) : reject(failed()));
    script.onerror = () => reject(failed());
    document.head.append(script);
  }).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** Cloudflare's widget shows its own interface and renews expired responses. */
export function createTurnstile(siteKey: string): TurnstileSolver {
  let place: { element: HTMLElement; look: Look } | undefined;
  let widget: { api: Turnstile; id: string } | undefined;
  let report: Report | undefined;

  async function show() {
    const api = await loadTurnstile();
    if (!place || widget) return;
    const { element, look } = place;
    const size = element.clientWidth < flexibleWidthMin ? 'compact' : 'flexible';
    const again = () => report?.progress(0);
    const id = api.render(element, {
      sitekey: siteKey,
      ...look,
      size,
      callback: (response) => report?.solved(response),
      'expired-callback': again,
      'timeout-callback': again,
      'error-callback': () => {
        report?.failed(failed());
        return true;
      },
    });
    widget = { api, id };
  }

  const solver = createSolver((next) => {
    report = next;
    if (widget) widget.api.reset(widget.id);
    else show().catch(next.failed);
    return () => {};
  });

  return {
    ...solver,
    attach(element, look) {
      place = { element, look };
      solver.start();
      return () => {
        solver.stop();
        widget?.api.remove(widget.id);
        widget = undefined;
        place = undefined;
      };
    },
  };
}
