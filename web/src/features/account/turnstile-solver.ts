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

/** The part of the widget's script that is needed here. */
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

export type Look = { theme: 'light' | 'dark'; language: string };
export type TurnstileSolver = CaptchaSolver & {
  /** Shows the widget in an element; gives the way to take it out again. */
  attach(element: HTMLElement, look: Look): () => void;
};

/** Narrower than this the widget has another form. */
const flexibleWidthMin = 300;
const failed = () => new ApiError({ title: '', status: 0, code: 'captcha.widget' });
let loading: Promise<Turnstile> | undefined;

/** Fetches the script once, and again after it could not be had. */
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

/** The widget of Cloudflare, which asks its reader itself and renews its answer when that has run out. */
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
