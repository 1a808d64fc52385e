import { termsRoutes as routes } from '@vexil/contract/terms';
import { implement } from '@vexil/http/call/implement';
import { DocumentReply, documentOf, makeDocument } from '@vexil/http/reply/document';
import { termsOf } from '@vexil/runtime/consent-text';
import type { FastifyInstance } from 'fastify';
import { logCall } from '../log/log-activity';
import { readConsents } from './consent.service';
import { acceptTerms } from './terms.service';

export async function termsRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.get, { shared: true }, async () => {
    const settings = await deps.settings.read();
    const { fields } = settings.accountPolicy;
    const terms = { ...settings.termsPolicy, hash: termsOf(settings)?.hash ?? null, fields };
    return new DocumentReply(await documentOf(settings, 'terms', () => makeDocument(routes.get.reply, terms)));
  });

  implement(app, routes.consents, async ({ query }) => {
    const current = termsOf(await deps.settings.read());
    return readConsents(deps, { ...query, gameId: null }, [current]);
  });

  implement(app, routes.accept, async (call) => {
    await acceptTerms(deps, call.actor, call.body);
    logCall(call, 'account.terms_accepted', 'Accepted the terms');
  });
}
