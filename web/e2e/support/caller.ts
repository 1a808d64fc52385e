import { addressOf, bodyOf, type LooseInput } from '@vexil/contract/request';
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
      const address = addressOf(route, input);
      const { body, headers } = bodyOf(route, (input ?? {}) as LooseInput);
      const reply = await fetch(`${origin}${address}`, {
        method: route.method,
        headers: { ...(cookie ? { cookie } : {}), ...headers },
        body,
      });
      const text = await reply.text();
      if (!reply.ok) throw new Error(`${route.method} ${address} was refused with ${reply.status}: ${text}`);
      const given = reply.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
      if (given.length > 0) cookie = given.join('; ');
      return (text === '' ? undefined : JSON.parse(text)) as never;
    },
  };
}
