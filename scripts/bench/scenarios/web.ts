import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Request } from 'playwright-core';
import { median } from '../../lib/quantile';
import { findChromium } from '../../lib/test-packages.mjs';
import { HttpConnection, UnexpectedReply } from '../generator/http-connection';
import { cookieOf, writeRightFlag } from '../generator/request';
import type { Harness } from '../harness/harness';
import { fullExtent, type RowContext, smokeExtent } from '../rows/row';
import { openSides, type Side } from '../rows/sides';
import { large, tiny } from '../seed/size';
import type { Scenario } from './scenario';

const pagesOf = (gameId: number): Record<string, string> => ({
  home: '/',
  game: `/games/${gameId}`,
  challenges: `/games/${gameId}/challenges`,
  board: `/games/${gameId}/scoreboard`,
});
const chromiumFlags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
const viewport = { width: 1366, height: 768 };
const rounds = 3;
/** The live hub connects late, and causes calls. */
const quietMs = 2500;
const smallBytes = 2048;
const scrollSteps = 30;
const solvesPerVisit = 30;
const solveGapMs = 150;
const categories = ['toplevel', 'devtools.timeline'];

interface Visit {
  /** Until the content is there and no placeholder is left. */
  requests: number;
  scriptBytes: number;
  smallFiles: number;
  usableMs: number;
  layoutShift: number;
  /** Until quiet. */
  longestTask: number;
  /** While the page is scrolled from top to bottom. */
  longestScrollTask: number;
  /** While other teams solve challenges. */
  longestSolveTask: number;
}

interface Seen {
  usableAt: number;
  shift: number;
}

/** Runs in the page, before anything of it does. */
const watch = `(() => {
  const seen = { usableAt: 0, shift: 0 };
  window.seen = seen;
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) seen.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const content = document.querySelector('#content');
    const isThere = (content?.textContent ?? '').length > 40 && !content.querySelector('.mantine-Skeleton-root');
    if (!isThere) seen.usableAt = 0;
    else if (seen.usableAt === 0) seen.usableAt = performance.now();
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})()`;

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds of processor time. */
  tdur?: number;
  args: { data?: { url?: string }; name?: string };
}

/** Milliseconds of processor time of the longest task of the page: other jobs on the machine do not count. */
function longestTask(trace: Buffer, origin: string): number {
  const { traceEvents } = JSON.parse(trace.toString()) as { traceEvents: TraceEvent[] };
  const isOfPage = ({ args }: TraceEvent) => args.data?.url?.startsWith(origin) ?? false;
  const pages = new Set(traceEvents.filter(isOfPage).map(({ pid }) => pid));
  const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args.name === 'CrRendererMain';
  const threads = new Set(traceEvents.filter((event) => isMain(event) && pages.has(event.pid)).map(({ tid }) => tid));
  const tasks = traceEvents.filter(({ name, ph, tid }) => ph === 'X' && name.endsWith('RunTask') && threads.has(tid));
  return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
}

async function scroll(page: Page): Promise<void> {
  await page.mouse.move(viewport.width / 2, viewport.height * 0.7);
  for (let step = 0; step < scrollSteps; step += 1) {
    await page.mouse.wheel(0, 900);
    await page.waitForTimeout(50);
  }
  await page.waitForTimeout(300);
}

async function solve(harness: Harness, port: number): Promise<void> {
  const connection = new HttpConnection(port);
  for (const [player, challengeId] of harness.takeUnsolved(solvesPerVisit)) {
    await connection.send(writeRightFlag(harness, player, challengeId));
    await delay(solveGapMs);
  }
  connection.close();
  await delay(quietMs);
}

/** With an empty cache. */
async function open(browser: Browser, side: Side, path: string, harness: Harness): Promise<Visit> {
  const cookie = cookieOf(harness.sessions.sessionKey, 0);
  const origin = `http://127.0.0.1:${side.server.port}`;
  const context = await browser.newContext({ locale: 'en-US', viewport });
  try {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: origin }]);
    await context.addInitScript({ content: watch });
    const page = await context.newPage();
    const requests: Request[] = [];
    page.on('request', (request) => requests.push(request));
    await browser.startTracing(undefined, { categories });
    await page.goto(`${origin}${path}`, { waitUntil: 'load' });
    await page.waitForLoadState('networkidle');
    await page.waitForTimeout(quietMs);
    const opening = await browser.stopTracing();
    const seen = await page.evaluate<Seen>('seen');
    await browser.startTracing(undefined, { categories });
    await scroll(page);
    const scrolling = await browser.stopTracing();
    await browser.startTracing(undefined, { categories });
    await solve(harness, side.server.port);
    const solving = await browser.stopTracing();
    const usableAt = (await page.evaluate<number>('performance.timeOrigin')) + seen.usableAt;
    const untilUsable = requests.filter((request) => request.timing().startTime <= usableAt);
    let scriptBytes = 0;
    let smallFiles = 0;
    for (const request of requests) {
      const { pathname } = new URL(request.url());
      const status = (await request.response())?.status() ?? 0;
      if (status < 200 || status >= 400) throw new UnexpectedReply(`${request.method()} ${pathname}`, status);
      if (!pathname.startsWith('/static/') && !pathname.endsWith('.js')) continue;
      const body = await (await request.response())?.body();
      const size = body ? brotliCompressSync(body).length : 0;
      if (pathname.endsWith('.js')) scriptBytes += size;
      if (size < smallBytes) smallFiles += 1;
    }
    return {
      requests: untilUsable.length,
      scriptBytes,
      smallFiles,
      usableMs: seen.usableAt,
      layoutShift: seen.shift,
      longestTask: longestTask(opening, origin),
      longestScrollTask: longestTask(scrolling, origin),
      longestSolveTask: longestTask(solving, origin),
    };
  } finally {
    await context.close();
  }
}

const range = (values: readonly number[]) => `${Math.min(...values).toFixed(0)}–${Math.max(...values).toFixed(0)}`;
const show: Record<keyof Visit, (values: number[]) => string> = {
  requests: (values) => String(median(values)),
  scriptBytes: (values) => (median(values) / 1024).toFixed(1),
  smallFiles: (values) => String(median(values)),
  usableMs: (values) => median(values).toFixed(0),
  layoutShift: (values) => Math.max(...values).toFixed(3),
  longestTask: range,
  longestScrollTask: range,
  longestSolveTask: range,
};
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

interface Load {
  page: string;
  side: string;
  visit: Visit;
}

/** Opens the page in rounds, in which the sides take turns; the first of several warms the servers' caches. */
async function openInTurns(browser: Browser, harness: Harness, sides: readonly Side[], page: string): Promise<Load[]> {
  const loads: Load[] = [];
  const { smoke } = harness.options;
  for (let round = smoke ? 1 : 0; round <= (smoke ? 1 : rounds); round += 1) {
    for (const side of sides) {
      const made = await open(browser, side, pagesOf(harness.gameId)[page] ?? '/', harness);
      if (round > 0) loads.push({ page, side: side.name, visit: made });
    }
  }
  return loads;
}

/** What a player's browser does until a page is usable, and how long it is busy with it. */
export const web: Scenario = async (harness: Harness, say) => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one with TEST_CHROMIUM.');
  const { smoke } = harness.options;
  say('Seeding …');
  await harness.seed(smoke ? tiny : large);
  const context: RowContext = { harness, extent: smoke ? smokeExtent : fullExtent };
  const { now, before } = await openSides(context);
  const sides = before ? [before, now] : [now];
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const loads: Load[] = [];
  try {
    for (const page of Object.keys(pagesOf(harness.gameId))) {
      loads.push(...(await openInTurns(browser, harness, sides, page)));
      say(`${page}: done`);
    }
  } finally {
    await browser.close();
  }
  const figures = Object.keys(show) as (keyof Visit)[];
  const rows = Object.keys(pagesOf(harness.gameId)).flatMap((page) =>
    sides.map((side) => {
      const of = loads.filter((one) => one.page === page && one.side === side.name);
      return line([page, side.name, ...figures.map((figure) => show[figure](of.map((one) => one.visit[figure])))]);
    }),
  );
  const heading = [line(['Page', 'Side', ...figures]), `|---|---|${figures.map(() => '---:|').join('')}`];
  return { problems: [], lines: ['', ...heading, ...rows], figures: loads };
};
