import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';

type Handler = (event: object) => void;

const html = (text: string, data = '') =>
  new Response(`<body>${text}${data && `<script type="application/json" id="page-data">${data}</script>`}</body>`, {
    headers: { 'Content-Type': 'text/html; charset=utf-8' },
  });

/** The service worker with a network that `serve` stands for. */
function startWorker(serve: (path: string) => Response) {
  const handlers: Record<string, Handler> = {};
  const stored = new Map<string, Response>();
  const cache = {
    put: async (address: string, reply: Response) => void stored.set(address, reply),
    match: async (address: string) => stored.get(address)?.clone(),
  };
  const pathOf = (target: string | { url: string }) =>
    typeof target === 'string' ? target : new URL(target.url).pathname;
  const network = { serve };
  const policies: (string | null)[] = [];
  runInNewContext(readFileSync(new URL('public/sw.js', import.meta.url), 'utf8'), {
    self: {
      location: { origin: 'https://vexil.test' },
      addEventListener: (name: string, handler: Handler) => Object.assign(handlers, { [name]: handler }),
      skipWaiting: async () => {},
    },
    caches: { open: async () => cache },
    fetch: async (target: string | { url: string }) => network.serve(pathOf(target)),
    Response,
    URL,
  });
  async function open(
    path: string,
    mode = 'navigate',
    preloadResponse?: Promise<Response>,
  ): Promise<string | undefined> {
    const waits: Promise<unknown>[] = [];
    let answer: Promise<Response> | undefined;
    handlers.fetch?.({
      preloadResponse,
      request: { mode, method: 'GET', url: `https://vexil.test${path}` },
      respondWith: (reply: Promise<Response>) => {
        answer = reply;
      },
      waitUntil: (work: Promise<unknown>) => waits.push(work),
    });
    const reply = await answer;
    const text = await reply?.text();
    await Promise.all(waits);
    policies.push(reply?.headers.get('Content-Security-Policy') ?? null);
    return text;
  }
  return { network, open, policies };
}

const offline = () => {
  throw new TypeError('Failed to fetch');
};

describe('the service worker', () => {
  it('gives the last page when there is no network, at any address', async () => {
    const { network, open } = startWorker(() => html('build 1'));
    await open('/games/1');
    network.serve = offline;
    expect(await open('/games/1/scoreboard')).toBe('<body>build 1</body>');
  });

  it('gives the new page after an upgrade, and keeps that one', async () => {
    const { network, open } = startWorker(() => html('build 1'));
    await open('/');
    network.serve = () => html('build 2');
    expect(await open('/')).toBe('<body>build 2</body>');
    network.serve = offline;
    expect(await open('/')).toBe('<body>build 2</body>');
  });

  it('does not keep who was signed in', async () => {
    const { network, open } = startWorker(() => html('build 1', '{"hasSession":true}'));
    expect(await open('/')).toContain('hasSession');
    network.serve = offline;
    expect(await open('/')).toBe('<body>build 1</body>');
  });

  it('does not keep the name of the game that was opened', async () => {
    const { network, open } = startWorker(() => html('build 1<div class="start-subject"><img src="/a">Final</div>'));
    expect(await open('/games/1')).toContain('Final');
    network.serve = offline;
    expect(await open('/')).toBe('<body>build 1</body>');
  });

  it('gives each page the frame policy of its kind, in whatever order they were kept', async () => {
    const policyOf = (path: string) => (path.endsWith('/embed') ? 'frame-ancestors *' : "frame-ancestors 'none'");
    const withPolicy = (path: string) =>
      new Response('<body>build 1</body>', {
        headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': policyOf(path) },
      });
    const { network, open, policies } = startWorker(withPolicy);
    const paths = ['/games/1', '/games/2/embed', '/', '/games/3/embed'];
    for (const path of paths) await open(path);
    network.serve = offline;
    policies.length = 0;
    for (const path of [...paths, '/games/12345678901/embed']) await open(path);
    expect(policies).toEqual([...paths.map(policyOf), "frame-ancestors 'none'"]);
  });

  it('has no page for a frame before one was opened there', async () => {
    const { network, open } = startWorker(() => html('build 1'));
    await open('/');
    network.serve = offline;
    await expect(open('/games/1/embed')).rejects.toThrow('Failed to fetch');
  });

  it.each(['/api/account/callback/uni', '/assets/1/a.zip', '/games/1'])(
    'asks once for %s, which was sent ahead',
    async (path) => {
      const { open } = startWorker(offline);
      expect(await open(path, 'navigate', Promise.resolve(html('sent ahead')))).toBe('<body>sent ahead</body>');
    },
  );

  it('asks for what no browser sends ahead, and keeps none of it', async () => {
    const { network, open } = startWorker(() => html('a reply'));
    expect(await open('/api/account/callback/uni')).toBe('<body>a reply</body>');
    network.serve = offline;
    await expect(open('/api/account/callback/uni')).rejects.toThrow('Failed to fetch');
  });

  it('keeps no failure', async () => {
    const { network, open } = startWorker(() => html('build 1'));
    await open('/');
    network.serve = () => new Response('Bad gateway', { status: 502 });
    expect(await open('/')).toBe('Bad gateway');
    network.serve = offline;
    expect(await open('/')).toBe('<body>build 1</body>');
  });

  it.each(['/api/game', '/static/shell.js', '/assets/1/a.png'])('leaves %s to the browser', async (path) => {
    const { open } = startWorker(offline);
    expect(await open(path, 'cors')).toBeUndefined();
  });
});
