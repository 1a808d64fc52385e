import { factorRoutes as routes } from '@vexil/contract/factor';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { logCall } from '../log/log-activity';
import { findOwnFactors } from './factor.queries';
import { beginTotp, confirmTotp, removeFactor, renameFactor, renewCodes, stepUp } from './factor.service';
import { siteOf } from './passkey';
import { beginPasskey, challengeOf, confirmPasskey } from './passkey.service';
import { browserOf } from './sign-in.state';

export async function factorRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.list, { own: findOwnFactors }, async ({ own: { factors, recoveryCodes }, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return { factors, recoveryCodes };
  });

  implement(app, routes.beginTotp, async ({ actor, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return beginTotp(deps, actor);
  });

  implement(app, routes.confirmTotp, async (call) => {
    const recoveryCodes = await confirmTotp(deps, call.actor, call.body);
    const message = `Added the second factor ${call.body.name}`;
    logCall(call, 'account.factor_added', message);
    call.reply.header('Cache-Control', 'no-store');
    return { recoveryCodes };
  });

  implement(app, routes.beginPasskey, async ({ actor, request, reply }) => {
    reply.header('Cache-Control', 'no-store');
    const site = siteOf(deps, request, `register ${actor.id}`, browserOf(deps, request, reply));
    return beginPasskey(deps, site, actor);
  });

  implement(app, routes.confirmPasskey, async (call) => {
    const { actor, body, request, reply } = call;
    const recoveryCodes = await confirmPasskey(deps, siteOf(deps, request, `register ${actor.id}`), actor, body);
    const message = `Added the passkey ${body.name}`;
    logCall(call, 'account.factor_added', message);
    reply.header('Cache-Control', 'no-store');
    return { recoveryCodes };
  });

  implement(app, routes.challengePasskey, async ({ actor, request, reply }) => {
    reply.header('Cache-Control', 'no-store');
    const site = siteOf(deps, request, `stepUp ${actor.id}`, browserOf(deps, request, reply));
    return challengeOf(deps, site, actor.id);
  });

  implement(app, routes.renewCodes, async (call) => {
    const recoveryCodes = await renewCodes(deps, call.actor);
    const message = 'Replaced the recovery codes';
    logCall(call, 'account.recovery_codes_replaced', message);
    call.reply.header('Cache-Control', 'no-store');
    return { recoveryCodes };
  });

  implement(app, routes.stepUp, ({ actor, body, request }) =>
    stepUp(deps, actor, body, siteOf(deps, request, `stepUp ${actor.id}`)),
  );

  implement(app, routes.rename, ({ actor, params, body }) => renameFactor(deps, actor, params.factorId, body.name));

  implement(app, routes.remove, async (call) => {
    const name = await removeFactor(deps, call.actor, call.params.factorId);
    const message = `Removed the second factor ${name}`;
    logCall(call, 'account.factor_removed', message);
  });
}
