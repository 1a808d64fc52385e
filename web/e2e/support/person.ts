import type { Browser, BrowserContext, ConsoleMessage, Page, Request, Response } from 'playwright-core';

export interface PersonOptions {
  width?: number;
  height?: number;
  scheme?: 'dark' | 'light';
  language?: 'en-US' | 'zh-CN';
}

/** One person with a browser of their own, watched for what a page must not do. */
export interface Person {
  name: string;
  page: Page;
  context: BrowserContext;
  /** What went wrong in their pages so far and was not announced with `mayFail`. */
  problems: string[];
  /** Requests to such addresses may be refused or broken off from now on. */
  mayFail(address: RegExp): void;
  goto(path: string): Promise<void>;
}

// A container that comes or goes changes the network of this machine; Chromium then breaks off what it was fetching, and
// the page loads again by itself.
const brokenOff = /ERR_NETWORK_CHANGED|Unable to preload CSS|Failed to fetch dynamically imported module/;
const patienceMs = 40_000;

export async function openPerson(
  browser: Browser,
  origin: string,
  name: string,
  { width = 1440, height = 900, scheme = 'dark', language = 'en-US' }: PersonOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: scheme,
    locale: language,
    timezoneId: 'UTC',
    hasTouch: width < 768,
  });
  context.setDefaultTimeout(patienceMs);
  context.setDefaultNavigationTimeout(patienceMs);
  // Dark unless the reader chose otherwise, and here somebody did.
  if (scheme === 'light') {
    await context.addInitScript(() => {
      if (!localStorage.getItem('colorScheme')) localStorage.setItem('colorScheme', 'light');
    });
  }
  const page = await context.newPage();
  const problems: string[] = [];
  // A browser does not know whether it still has a session, so every page asks; 401 is the answer to a visitor.
  const allowed: RegExp[] = [/\/api\/account\/profile$/];
  const tell = (address: string, problem: string) => {
    if (brokenOff.test(problem)) return;
    if (!allowed.some((pattern) => pattern.test(address))) problems.push(`${name}: ${problem}`);
  };
  page.on('pageerror', (error) => problems.push(`${name}: ${error.stack ?? error.message}`));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // A refused request names its address only beside its text.
    tell(message.location().url, `console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response: Response) => {
    if (response.status() >= 400) tell(response.url(), `${response.status()} from ${response.url()}`);
  });
  page.on('requestfailed', (request: Request) => {
    const why = request.failure()?.errorText ?? '';
    // Leaving a page ends what it was asking for.
    if (why !== 'net::ERR_ABORTED') tell(request.url(), `${why} at ${request.url()}`);
  });
  return {
    name,
    page,
    context,
    problems,
    mayFail: (address) => allowed.push(address),
    async goto(path) {
      await page.goto(path);
    },
  };
}
