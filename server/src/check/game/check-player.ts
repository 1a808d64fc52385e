// The account of a check, as a browser of it behaves: over HTTP and WebSockets at the address of the site.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Language } from '@vexil/contract/languages';
import { sessionCookie } from '@vexil/http/call/actor';

export interface CheckPlayer {
  origin: string;
  headers: Record<string, string>;
}

/** A refusal of the server, with its title in the language of the caller. */
class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly status: number,
    readonly code: string,
    title: string,
  ) {
    super(title);
  }
}

const timeoutMs = 90_000;
const retriesMax = 4;
const waitSecondsMax = 30;

export const playerAt = (origin: string, token: string, language: Language): CheckPlayer => ({
  origin,
  headers: { cookie: `${sessionCookie}=${token}`, origin, 'accept-language': language },
});

/** The reply's JSON. Waits where a budget is spent. Throws Refused. */
export async function send(player: CheckPlayer, method: string, path: string, body?: object): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const reply = await fetch(`${player.origin}${path}`, {
      method,
      headers: { ...player.headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    });
    const parsed: unknown = await reply.json().catch(() => null);
    if (reply.ok) return parsed;
    const { code = '', title = '' } = (parsed ?? {}) as { code?: string; title?: string };
    const waitSeconds = Number(reply.headers.get('retry-after') ?? 1);
    if (reply.status !== 429 || attempt === retriesMax)
      throw new Refused(reply.status, code, title || String(reply.status));
    await sleep(Math.min(waitSecondsMax, waitSeconds) * 1000);
  }
}
