import { type Browser, chromium, type Request } from 'playwright-core';
import { findChromium } from '../../lib/test-packages.mjs';
import { UnexpectedReply } from '../generator/http-connection';
import { cookieOf } from '../generator/request';
import type { PlannedCall } from '../generator/writers';
import type { Harness } from '../harness/harness';
import { capture } from '../rows/capture';
import { fullExtent, type RowContext, smokeExtent } from '../rows/row';
import { openSides, type Side, subjectOf } from '../rows/sides';
import { takeTurns, totalCpuMsOf } from '../rows/turns';
import { large, tiny } from '../seed/size';
import type { Scenario } from './scenario';

const pagesOf = (gameId: number): Record<string, string> => ({
  home: '/',
  games: '/games',
  game: `/games/${gameId}`,
  challenges: `/games/${gameId}/challenges`,
  board: `/games/${gameId}/scoreboard`,
  team: '/teams',
  profile: '/account/profile',
});
const chromiumFlags = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'];
/** A page is open when it has asked for nothing this long, scripts included; the live hub connects late and causes calls. */
const quietMs = 2500;
const turnsMax = 12;

interface PageCost {
  page: string;
  signedIn: boolean;
  side: string;
  /** The page itself, and calls of /api and /hub; static files are kept by browsers and counted by the bundle's row. */
  calls: string[];
  bytes: number;
  cpuMs: number;
}

async function plannedCall(request: Request, origin: string, isVisitor: boolean): Promise<PlannedCall> {
  const headers = await request.allHeaders();
  const status = (await request.response())?.status() ?? 0;
  // A visitor's client asks who it is.
  const isExpected = status === 200 || status === 304 || (status === 401 && isVisitor);
  if (!isExpected) throw new UnexpectedReply(`${request.method()} ${request.url()}`, status);
  const match = headers['if-none-match'];
  return {
    method: request.method(),
    path: request.url().slice(origin.length),
    statuses: [status],
    headers: {
      Accept: headers.accept ?? '*/*',
      'Accept-Encoding': 'gzip',
      ...(match ? { 'If-None-Match': match } : {}),
    },
  };
}

/** What a browser without a cache asks for when it opens the page. */
async function record(browser: Browser, { server }: Side, path: string, cookie: string | null): Promise<PlannedCall[]> {
  const origin = `http://127.0.0.1:${server.port}`;
  const context = await browser.newContext({ locale: 'en-US' });
  try {
    if (cookie) {
      const [name = '', value = ''] = cookie.split('=');
      await context.addCookies([{ name, value, url: origin }]);
    }
    const page = await context.newPage();
    const requests: Request[] = [];
    let sent = 0;
    let ended = 0;
    page.on('requestfinished', () => ended++);
    page.on('requestfailed', () => ended++);
    page.on('request', (request) => {
      sent += 1;
      const { pathname } = new URL(request.url());
      const isCall = pathname.startsWith('/api/') || pathname.startsWith('/hub/');
      if (request.url().startsWith(origin) && (isCall || request.isNavigationRequest())) requests.push(request);
    });
    await page.goto(`${origin}${path}`, { waitUntil: 'load' });
    for (let known = -1, left = turnsMax; left > 0 && (known !== sent || ended < sent); left -= 1) {
      known = sent;
      await page.waitForTimeout(quietMs);
    }
    return await Promise.all(requests.map((request) => plannedCall(request, origin, cookie === null)));
  } finally {
    await context.close();
  }
}

async function measurePage(
  context: RowContext,
  { browser, sides, page, signedIn }: { browser: Browser; sides: Side[]; page: [string, string]; signedIn: boolean },
): Promise<PageCost[]> {
  const { harness, extent } = context;
  const generator = harness.generator();
  const cookie = signedIn ? cookieOf(harness.sessions.sessionKey, 0) : null;
  const opened: { side: Side; calls: PlannedCall[]; bytes: number }[] = [];
  for (const side of sides) {
    const calls = await record(browser, side, page[1], cookie);
    let bytes = 0;
    for (const call of calls) {
      const { body } = await capture(side.server.port, call, signedIn ? harness.sessions : undefined);
      bytes += body.length;
    }
    opened.push({ side, calls, bytes });
  }
  const subjects = opened.map(({ side, calls }) =>
    subjectOf(context, generator, side, {
      name: side.name,
      answer: { what: page[0], calls, status: 200, signedIn },
    }),
  );
  const works = await takeTurns(subjects, extent.turns);
  await harness.stopGenerators();
  return opened.map(({ side, calls, bytes }) => {
    const work = works.get(side.name);
    return {
      page: page[0],
      signedIn,
      side: side.name,
      calls: calls.map(({ method, path }) => `${method} ${path}`),
      bytes,
      cpuMs: work ? calls.length * totalCpuMsOf(work) : Number.NaN,
    };
  });
}

function writeTable(costs: readonly PageCost[], hasBefore: boolean): string[] {
  const names = hasBefore ? ['before', 'now'] : ['now'];
  const heading = ['calls', 'bytes', 'processor ms'].flatMap((what) => names.map((name) => `${what} ${name}`));
  const rows = costs
    .filter(({ side }) => side === 'now')
    .map(({ page, signedIn }) => {
      const of = names.map((name) =>
        costs.find((cost) => cost.page === page && cost.signedIn === signedIn && cost.side === name),
      );
      return [
        `${page}, ${signedIn ? 'signed in' : 'anonymous'}`,
        ...of.map((cost) => String(cost?.calls.length ?? '')),
        ...of.map((cost) => (cost?.bytes ?? 0).toLocaleString('en-US')),
        ...of.map((cost) => (cost?.cpuMs ?? 0).toFixed(2)),
      ];
    });
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(['Page', ...heading]), `|---|${heading.map(() => '---:|').join('')}`, ...rows.map(line)];
}

/** Opens every page in Chromium, then replays its calls as all players in turn. */
export const pages: Scenario = async (harness: Harness, say) => {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium was found; name one with TEST_CHROMIUM.');
  const { smoke } = harness.options;
  say('Seeding …');
  await harness.seed(smoke ? tiny : large);
  const context: RowContext = { harness, extent: smoke ? smokeExtent : fullExtent };
  const { now, before } = await openSides(context);
  const browser = await chromium.launch({ executablePath, args: chromiumFlags });
  const costs: PageCost[] = [];
  try {
    for (const page of Object.entries(pagesOf(harness.gameId))) {
      for (const signedIn of [false, true]) {
        const sides = before ? [before, now] : [now];
        costs.push(...(await measurePage(context, { browser, sides, page, signedIn })));
        say(`${page[0]}, ${signedIn ? 'signed in' : 'anonymous'}: ${costs.at(-1)?.calls.join(', ')}`);
      }
    }
  } finally {
    await browser.close();
  }
  return { problems: [], lines: ['', ...writeTable(costs, before !== null)], figures: costs };
};
