// Gives the page when there is no network. With a network it never answers from its cache, so that an upgrade shows at
// once. Scripts, styles and texts have names with a hash of their content and stay in the browser's own cache.
const cacheName = 'page';
const pageAddress = '/';
/** Other sites may show this one in a frame, so it is kept apart from all others, with its own policy. */
const embeddedAddress = '/games/0/embed';
const embeddedPath = /^\/games\/\d{1,10}\/embed\/?$/i;
const startAddress = '/start.js';

/** What the page says of its address, of who may be signed in and of the settings is of the time when it was sent. */
const withoutData = (html) =>
  html
    .replace(/<script type="application\/json" id="page-data">.*?<\/script>/s, '')
    .replace(/<div class="start-subject">.*?<\/div>/s, '');

async function keep(address, reply) {
  if (!reply.ok || reply.redirected) return;
  const isPage = address !== startAddress;
  if (isPage && !reply.headers.get('Content-Type')?.startsWith('text/html')) return;
  const text = await reply.text();
  const headers = { 'Content-Type': reply.headers.get('Content-Type') ?? 'text/plain' };
  for (const name of ['Content-Security-Policy', 'Content-Language']) {
    const value = reply.headers.get(name);
    if (value) headers[name] = value;
  }
  const cache = await caches.open(cacheName);
  await cache.put(address, new Response(isPage ? withoutData(text) : text, { headers }));
}

async function networkFirst(event, address) {
  try {
    const reply = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(keep(address, reply.clone()).catch(() => {}));
    return reply;
  } catch (cause) {
    const kept = await (await caches.open(cacheName)).match(address);
    if (kept) return kept;
    throw cause;
  }
}

/** The browser has sent this request already; without this it sends another, and a sign-in can return only once. */
const sentAhead = async (event) => (await event.preloadResponse) ?? fetch(event.request);

self.addEventListener('install', (event) => {
  const load = async (address) => keep(address, await fetch(address));
  event.waitUntil(Promise.all([load(pageAddress), load(startAddress)]).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  const prepare = async () => {
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  };
  event.waitUntil(prepare());
});

self.addEventListener('fetch', (event) => {
  const { mode, method, url } = event.request;
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return;
  const isPage = !/^\/(api|assets|hub|static)\//i.test(pathname);
  if (mode === 'navigate' && !isPage) event.respondWith(sentAhead(event));
  else if (mode === 'navigate')
    event.respondWith(networkFirst(event, embeddedPath.test(pathname) ? embeddedAddress : pageAddress));
  else if (pathname === startAddress) event.respondWith(networkFirst(event, startAddress));
});
