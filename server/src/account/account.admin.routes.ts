import { accountAdminRoutes as routes } from '@vexil/contract/account-admin';
import type { OwnField } from '@vexil/db/enums/own-field';
import type { Actor } from '@vexil/http/call/actor';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import { getAccountPolicy } from '../config/config.service';
import { logCall } from '../log/log-activity';
import { mailContextOf } from '../mail/mail.service';
import {
  type AccountPage,
  type Administrator,
  deleteAccount,
  endSessions,
  findAccounts,
  listAccountPage,
  makeResetLink,
  readAccount,
  resetPassword,
  updateAccountAsAdmin,
} from './account.admin.service';
import { type CreateTeams, importAccounts } from './account.import.service';
import { accountVersion, viewAccount, viewProfile } from './account.view';

function viewPage({ accounts, total }: AccountPage, asked: readonly OwnField[]) {
  return { data: accounts.map((account) => viewAccount(account, asked)), length: accounts.length, total };
}

const administratorOf = (request: { actor: Actor; request: FastifyRequest }): Administrator => ({
  actor: request.actor,
  by: authorOf(request),
});

export async function accountAdminRoutes(
  app: FastifyInstance,
  { createTeams }: { createTeams: CreateTeams },
): Promise<void> {
  const { deps } = app;
  const readAsked = async () => (await getAccountPolicy(deps)).fields;

  implement(app, routes.list, async ({ query }) => viewPage(await listAccountPage(deps, query), await readAsked()));

  implement(app, routes.import, async (call) => {
    await importAccounts(deps, administratorOf(call), call.body, { createTeams, existing: call.query.existing });
    logCall(call, 'account.imported', `Imported ${call.body.length} accounts`);
  });

  implement(app, routes.search, async ({ query }) => viewPage(await findAccounts(deps, query.hint), await readAsked()));

  implement(app, routes.get, async ({ params }) =>
    viewProfile(await readAccount(deps, params.userId), await readAsked()),
  );

  implement(app, routes.update, ({ params: { userId }, body, ...call }) => {
    const undoing = async () => {
      const account = await readAccount(deps, userId);
      return (before: object) => accountVersion({ ...account, ...before });
    };
    return withCurrent(
      call,
      () => updateAccountAsAdmin(deps, administratorOf(call), userId, body),
      async () => viewAccount(await readAccount(deps, userId), await readAsked()),
      { deps, target: `account:${userId}`, gameId: null, since: { version: body.version, undoing } },
    );
  });

  implement(app, routes.resetPassword, async (request) => {
    request.reply.header('Cache-Control', 'no-store');
    return resetPassword(deps, administratorOf(request), request.params.userId);
  });

  implement(app, routes.makeResetLink, async (call) => {
    call.reply.header('Cache-Control', 'no-store');
    const context = mailContextOf(deps, call.request);
    const { link, expiresAt } = await makeResetLink(deps, administratorOf(call), call.params.userId, context);
    return { link, expiresAt: expiresAt.getTime() };
  });

  implement(app, routes.endSessions, (request) => endSessions(deps, administratorOf(request), request.params.userId));

  implement(app, routes.delete, (request) => deleteAccount(deps, administratorOf(request), request.params.userId));
}
