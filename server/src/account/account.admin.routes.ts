import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { accountAdminRoutes as routes } from '../contract/account';
import { implement } from '../implement';
import { type AccountPage, findAccounts, listAccountPage, updateAccountAsAdmin } from './account.admin.service';
import { viewAccount } from './account.view';

function viewPage({ accounts, total }: AccountPage) {
  return { data: accounts.map(viewAccount), length: accounts.length, total };
}

export async function accountAdminRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.list, async ({ query }) => viewPage(await listAccountPage(deps, query)));

  implement(app, routes.search, async ({ query }) => viewPage(await findAccounts(deps, query.hint)));

  implement(app, routes.update, (request) =>
    updateAccountAsAdmin(deps, authorOf(request), request.params.userId, request.body),
  );
}
