import type { CallInput, ReplyOf, Route } from '@vexil/contract/route';

/** An API client that prepares data for tests. */
export interface Caller {
  call<R extends Route>(
    route: R,
    ...input: Record<string, never> extends CallInput<R> ? [CallInput<R>?] : [CallInput<R>]
  ): Promise<ReplyOf<R>>;
}

/** Has its own session after signing in. Throws on every refusal. */
export function createCaller(origin: string): Caller {
  let cookie = '';
  return {
    async call(route, ...[input]) {
      const { params, query, body } = (input ?? {}) as CallInput<Route>;
      const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown>)[name])),
      );
      const search = new URLSearchParams(
        Object.entries((query ?? {}) as object).map(([name, value]) => [name, String(value)]),
      );
      const reply = await fetch(`${origin}${path}?${search}`, {
        method: route.method,
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${route.method} ${path} was refused with ${reply.status}: ${text}`);
      const given = reply.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      if (given.length > 0) cookie = given.join('; ');
      return (text === '' ? undefined : JSON.parse(text)) as never;
    },
  };
}
