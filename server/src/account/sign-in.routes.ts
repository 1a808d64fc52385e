import { signInRoutes as routes } from '@vexil/contract/sign-in';
import { implement } from '@vexil/http/call/implement';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readProviders } from '../config/provider.service';
import { logCall } from '../log/log-activity';
import { mailContextOf } from '../mail/mail.service';
import { clientOf, sendSession } from '../session/session.service';
import { sendTicket } from './factor-ticket';
import { siteOf } from './passkey';
import {
  type Browser,
  beginSignIn,
  enterFirst,
  type Returned,
  ReturnRefusal,
  readLink,
  returnFromProvider,
  type SignInEffects,
  unlink,
} from './sign-in.service';
import { browserCookie, browserOf } from './sign-in.state';

/** The provider knows the addresses that it sends browsers to, so a forged Host leads nowhere. */
const originOf = (publicUrl: string | null, { protocol, host }: FastifyRequest) =>
  publicUrl ?? new URL(`${protocol}://${host}`).origin;

function pathOf(path: string, search: Record<string, string>): string {
  return `${path}?${new URLSearchParams(search)}`;
}

export async function signInRoutes(app: FastifyInstance, effects: SignInEffects): Promise<void> {
  const { deps } = app;

  const browserIn = ({ actor, request }: { actor: Browser['actor']; request: FastifyRequest }): Browser => ({
    client: { ...clientOf(request), site: siteOf(deps, request, 'login') },
    browser: request.cookies[browserCookie],
    actor,
  });

  function leadOn(request: FastifyRequest, reply: FastifyReply, provider: string, returned: Returned) {
    const { from } = returned;
    if ('next' in returned && returned.next === 'first') return pathOf('/account/first', { provider, from });
    if ('next' in returned) return from;
    if ('ticket' in returned) {
      sendTicket(request, reply, returned.ticket);
      return pathOf('/account/login', { step: 'factor', from });
    }
    sendSession(request, reply, returned);
    return from;
  }

  implement(app, routes.providers, async () =>
    (await readProviders(deps)).map(({ id, name, kind, icon }) => ({ id, name, kind, icon })),
  );

  implement(app, routes.begin, async ({ actor, params, query, request, reply }) => {
    reply.header('Cache-Control', 'no-store');
    const wanted = {
      from: query.from ?? '/',
      link: query.link ?? false,
      origin: originOf(deps.config.publicUrl, request),
      browser: browserOf(deps, request, reply),
    };
    return { url: await beginSignIn(deps, params.provider, wanted, actor) };
  });

  implement(app, routes.callback, async (call) => {
    const { params, request, reply } = call;
    const search = new URLSearchParams(request.url.slice(request.url.indexOf('?') + 1));
    let to: string;
    try {
      const returned = await returnFromProvider(deps, params.provider, search, browserIn(call), effects);
      to = leadOn(request, reply, params.provider, returned);
    } catch (error) {
      if (!(error instanceof ReturnRefusal)) throw error;
      const problem = error.cause.code;
      to = error.isLink
        ? pathOf('/account/profile', { problem })
        : pathOf('/account/login', { problem, from: error.from });
    }
    // The address that the browser comes from has a code in it.
    reply.header('Cache-Control', 'no-store').header('Referrer-Policy', 'no-referrer').redirect(to, 302);
    return sent;
  });

  implement(app, routes.link, async (call) => {
    call.reply.header('Cache-Control', 'no-store');
    return readLink(deps, call.params.provider, browserIn(call));
  });

  implement(app, routes.enter, async (call) => {
    const { params, body, request, reply } = call;
    const context = mailContextOf(deps, request);
    const opened = await enterFirst(deps, params.provider, body, browserIn(call), context, effects);
    if (opened) sendSession(request, reply, opened);
    return { isSignedIn: opened !== null };
  });

  implement(app, routes.unlink, async (call) => {
    const name = await unlink(deps, call.actor, call.params.provider, effects);
    logCall(call, 'account.unlinked', `Removed the link with ${name}`);
  });
}
