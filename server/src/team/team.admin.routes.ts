import { teamAdminRoutes as routes } from '@vexil/contract/team-admin';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { implement } from '../implement';
import { deleteTeamAsAdmin, findTeams, listTeams, type TeamPage, updateTeamAsAdmin } from './team.admin.service';
import { viewTeam } from './team.view';

function viewPage({ teams, total }: TeamPage) {
  return { data: teams.map(viewTeam), length: teams.length, total };
}

export async function teamAdminRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.list, async ({ query }) => viewPage(await listTeams(deps, query)));

  implement(app, routes.search, async ({ query }) => viewPage(await findTeams(deps, query.hint)));

  implement(app, routes.update, (request) =>
    updateTeamAsAdmin(deps, authorOf(request), request.params.id, request.body),
  );

  implement(app, routes.delete, (request) => deleteTeamAsAdmin(deps, authorOf(request), request.params.id));
}
