// Runs before the first paint, so that neither the colour scheme nor the language flickers. A file of its own, because
// the content security policy allows no inline script.
(() => {
  const root = document.documentElement;
  // Whether the server got a session with the request for the page.
  const hasSession = document.currentScript.hasAttribute('data-session');

  // What the first page asks for in any case, before its scripts are there. `web/src/api/send.ts` takes the replies.
  const askEarly = (language) => {
    const replies = new Map();
    const keep = (address, reply) => {
      reply.catch(() => {});
      replies.set(address, reply);
    };
    const send = (address) => {
      const sentAt = Date.now();
      const headers = { Accept: 'application/json', 'Accept-Language': language };
      return fetch(address, { headers }).then((response) => ({ response, sentAt, receivedAt: Date.now() }));
    };
    const ask = (address) => keep(address, send(address));

    // One call replies what those of the page would; what it does not reply, the page asks for by itself.
    const askPage = (game, page) => {
      const profile = '/api/account/profile';
      const reply = send(`${game}/page`);
      const members = reply.then(({ response }) => (response.ok ? response.json() : null));
      const keepMember = (name, address) =>
        keep(
          address,
          Promise.all([reply, members]).then(([{ response, ...times }, all]) => {
            // Without a session, or banned, the profile is refused alike.
            if (address === profile && [401, 403].includes(response.status)) return { response, ...times };
            const member = all?.[name] ?? null;
            if (member === null) throw new TypeError(`No ${name}`);
            return { response, value: member, ...times };
          }),
        );
      keepMember('profile', profile);
      keepMember('game', game);
      keepMember('details', `${game}/details`);
      if (page === 'challenges') keepMember('instances', `${game}/container`);
    };

    const [, gameId, page] = /^\/games\/([1-9]\d{0,9})(?:\/([^/]*)|$)/i.exec(location.pathname) ?? [];
    // Those for projectors and other sites show no details.
    if (gameId && hasSession && !/^(embed|present|reveal)$/i.test(page)) {
      askPage(`/api/game/${gameId}`, page?.toLowerCase());
    } else {
      if (hasSession) ask('/api/account/profile');
      if (gameId) ask(`/api/game/${gameId}`);
    }
    if (location.pathname === '/') {
      ask('/api/game/recent?limit=8');
      ask('/api/posts/latest');
      if (hasSession) ask('/api/game/mine');
    }
    window.earlyReplies = replies;
  };

  // The look of an embedded board is the choice of the page around it, and not remembered for the site.
  const isEmbedded = /^\/games\/[1-9]\d{0,9}\/embed\/?$/i.test(location.pathname);
  const wanted = new URLSearchParams(isEmbedded ? location.search : '');
  const forced = ['dark', 'light'].find((scheme) => scheme === wanted.get('theme'));
  if (forced) {
    root.setAttribute('data-forced-scheme', forced);
    root.setAttribute('data-mantine-color-scheme', forced);
  }
  if (wanted.get('background') === 'none') root.setAttribute('data-background', 'none');

  try {
    const stored = forced || localStorage.getItem('colorScheme') || 'dark';
    const systemIsLight = matchMedia('(prefers-color-scheme: light)').matches;
    const scheme = stored === 'auto' ? (systemIsLight ? 'light' : 'dark') : stored === 'light' ? 'light' : 'dark';
    root.setAttribute('data-mantine-color-scheme', scheme);
    if (scheme === 'light') document.querySelector('meta[name="theme-color"]').setAttribute('content', '#f5f6f9');
    // The server has put the language of the request there.
    const language = localStorage.getItem('language') || root.lang;
    const names = document.querySelector('meta[name="language-files"]').content.split(' ');
    const name = names.find((each) => each.startsWith(`${language.toLowerCase()}.`));
    if (name) {
      root.lang = language;
      const address = `/static/${name}.json`;
      window.languageFile = { address, reply: fetch(address) };
      // The application asks again, and says so when that fails too.
      window.languageFile.reply.catch(() => {});
      askEarly(language);
    }
  } catch {
    // Storage may be forbidden; the defaults of the page then stand.
  }
})();

(() => {
  const root = document.documentElement;
  // A network change while the page loads can abort its scripts. The page reloads once by itself; when that fails too,
  // it shows a message instead of the start mark.
  const words = {
    zh: ['页面没有加载完整。', '请检查网络连接后重试。', '重新加载'],
    en: ['The page did not load completely.', 'Check your connection and try again.', 'Reload'],
  };
  let failed = false;
  const showFailure = (place) => {
    const language = root.lang === 'en-US' && !localStorage.getItem('language') ? navigator.language : root.lang;
    const [title, hint, reload] = language.startsWith('zh') ? words.zh : words.en;
    const line = (tag, text) => Object.assign(document.createElement(tag), { textContent: text });
    const button = line('button', reload);
    button.addEventListener('click', () => location.reload());
    place.setAttribute('role', 'alert');
    place.classList.add('broken');
    place.querySelector('svg').style.animation = 'none';
    place.append(line('strong', title), line('span', hint), button);
  };
  const recover = () => {
    const place = document.querySelector('#root > .start');
    if (!place || failed) return;
    failed = true;
    try {
      if (sessionStorage.getItem('startFailed')) return showFailure(place);
      sessionStorage.setItem('startFailed', 'yes');
      setTimeout(() => location.reload(), 1000);
    } catch {
      showFailure(place);
    }
  };
  window.addEventListener('error', ({ target }) => target instanceof HTMLScriptElement && recover(), true);
  window.addEventListener('unhandledrejection', recover);
})();
