import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** What browsers give only to pages with TLS, as the types of the DOM say; as patterns of its use. */
function readSecureNames(): Map<string, RegExp> {
  const packages = path.join(root, 'node_modules/@typescript');
  const file = readdirSync(packages)
    .map((name) => path.join(packages, name, 'lib/lib.dom.d.ts'))
    .find((one) => existsSync(one));
  const names = new Map<string, RegExp>();
  const secure = new Set<string>();
  const members: { owner: string; name: string; type: string; isSecure: boolean }[] = [];
  let owner = '';
  let comment = '';
  for (const line of readFileSync(file ?? 'lib.dom.d.ts is not there', 'utf8').split('\n')) {
    if (line.trim().startsWith('/**')) comment = '';
    if (/^\s*(\/\*\*|\*)/.test(line)) {
      comment += line;
      continue;
    }
    const isSecure = /only in secure contexts/i.test(comment);
    comment = '';
    const head = /^(interface|declare var) (\w+)/.exec(line);
    if (head) {
      owner = head[1] === 'interface' ? (head[2] ?? '') : '';
      if (isSecure && owner) secure.add(owner);
      else if (isSecure) names.set(head[2] ?? '', new RegExp(`(?<![.\\w-])${head[2]}\\??[.(]`));
    }
    const [, name = '', type = ''] = /^ {4}(?:readonly |get )?(\w+)(?:\??: (\w+)|[?(<])/.exec(line) ?? [];
    if (name && owner) members.push({ owner, name, type, isSecure });
  }
  for (const { owner, name, type, isSecure } of members) {
    const isNavigators = owner.startsWith('Navigator');
    const isOnlySecure = isSecure || (isNavigators && (secure.has(owner) || secure.has(type)));
    if (!isOnlySecure || (secure.has(owner) && !isNavigators)) continue;
    const holder = isNavigators ? 'navigator' : owner === 'Crypto' ? 'crypto' : '';
    names.set(`${holder}.${name}`, new RegExp(`${holder}\\??\\.${name}\\b`));
  }
  for (const name of secure) names.set(name, new RegExp(`\\bnew ${name}\\(|(?<![.\\w])${name}\\.\\w`));
  return names;
}

it('uses what browsers give to pages with TLS alone only where it is known to be missing in a hall without', () => {
  const names = readSecureNames();
  for (const one of ['navigator.clipboard', 'navigator.wakeLock', 'navigator.storage', 'crypto.subtle', 'caches']) {
    expect([...names.keys()]).toContain(one);
  }
  const used = ['web/src', 'web/public', 'server/contract', 'server/rules', 'db/src/enums'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(tsx?|js)$/.test(file) && !/\.test\.tsx?$|testing\//.test(file))
      .flatMap((file) => {
        const text = readFileSync(path.join(root, folder, file), 'utf8').replace(/^\s*(\/\/|\/?\*).*$/gm, '');
        return [...names].filter(([, use]) => use.test(text)).map(([name]) => `${folder}/${file} ${name}`);
      }),
  );
  expect(used.sort()).toEqual([
    // Runs only where a service worker can be registered.
    'web/public/sw.js caches',
    // Asked only where passkeys are possible.
    'web/src/features/account/passkey.ts PublicKeyCredential',
    // Does without it, in words of its own.
    'web/src/features/scoreboard/use-wake-lock.ts navigator.wakeLock',
    'web/src/main.tsx navigator.serviceWorker',
    'web/src/ui/clean-cache.ts caches',
    'web/src/ui/copy-text.ts navigator.clipboard',
  ]);
});
