import type { Browser, BrowserContext, ConsoleMessage, Page, Request, Response } from 'playwright-core';

export interface PersonOptions {
  width?: number;
  height?: number;
  scheme?: 'dark' | 'light';
  language?: 'en-US' | 'zh-CN';
  /** In place of the address of this machine. */
  host?: string;
  /** False for pages that must work without. */
  scripts?: boolean;
}

/** A browser whose pages are watched for errors. */
export interface Person {
  name: string;
  page: Page;
  context: BrowserContext;
  /** Errors not announced with `mayFail`. */
  problems: string[];
  /** Requests to these URLs may fail from now on. */
  mayFail(address: RegExp): void;
  goto(path: string): Promise<void>;
}

// Starting containers changes the machine's network; Chromium then aborts its requests, and the page loads again by itself.
const brokenOff =
  /ERR_NETWORK_CHANGED|error occurred when fetching the script|Unable to preload CSS|Failed to fetch dynamically imported module/;
// What Chromium says of headers of ours that only a page with TLS can have.
const withoutTls = /Cross-Origin-Opener-Policy header has been ignored|could not be origin-keyed/;
const timeoutMs = 40_000;

export async function openPerson(
  browser: Browser,
  origin: string,
  name: string,
  { width = 1440, height = 900, scheme = 'dark', language = 'en-US', scripts = true }: PersonOptions = {},
): Promise<Person> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: scheme,
    locale: language,
    timezoneId: 'UTC',
    hasTouch: width < 768,
    javaScriptEnabled: scripts,
  });
  context.setDefaultTimeout(timeoutMs);
  context.setDefaultNavigationTimeout(timeoutMs);
  // The default is dark; tests may choose light.
  if (scheme === 'light') {
    await context.addInitScript(() => {
      if (!localStorage.getItem('colorScheme')) localStorage.setItem('colorScheme', 'light');
    });
  }
  const page = await context.newPage();
  const problems: string[] = [];
  const allowed: RegExp[] = [];
  const report = (address: string, problem: string) => {
    if (brokenOff.test(problem) || withoutTls.test(problem)) return;
    if (!allowed.some((pattern) => pattern.test(address))) problems.push(`${name}: ${problem}`);
  };
  page.on('pageerror', (error) => problems.push(`${name}: ${error.stack ?? error.message}`));
  page.on('console', (message: ConsoleMessage) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    // Console messages of refused requests have the URL only in their location.
    report(message.location().url, `console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on('response', (response: Response) => {
    if (response.status() >= 400) report(response.url(), `${response.status()} from ${response.url()}`);
  });
  page.on('requestfailed', (request: Request) => {
    const why = request.failure()?.errorText ?? '';
    // Navigation aborts requests.
    if (why !== 'net::ERR_ABORTED') report(request.url(), `${why} at ${request.url()}`);
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
