import { termsRoutes as routes } from '@vexil/contract/terms';
import { implement } from '@vexil/http/call/implement';
import { DocumentReply, documentOf, makeDocument } from '@vexil/http/reply/document';
import type { FastifyInstance } from 'fastify';
import { callerOf, logActivity } from '../log/log-activity';
import { acceptTerms, termsOf } from './terms.service';

export async function termsRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.get, { shared: true }, async () => {
    const settings = await deps.settings.read();
    const { fields } = settings.accountPolicy;
    const terms = { ...settings.termsPolicy, hash: termsOf(settings)?.hash ?? null, fields };
    return new DocumentReply(await documentOf(settings, 'terms', () => makeDocument(routes.get.reply, terms)));
  });

  implement(app, routes.accept, async (call) => {
    await acceptTerms(deps, call.actor, call.body);
    logActivity(deps, { ...callerOf(call), event: 'account.terms_accepted', message: 'Accepted the terms' });
  });
}
