import { teamAdminRoutes as routes } from '@vexil/contract/team-admin';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import { deleteTeamAsAdmin, findTeams, listTeams, readTeamAsAdmin, updateTeamAsAdmin } from './team.admin.service';
import { mergeTeams } from './team.merge.service';
import { teamVersion, viewAdminTeam, viewTeam } from './team.view';

const pageOf = <Item>(data: Item[], total: number) => ({ data, length: data.length, total });

export async function teamAdminRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.list, async ({ query }) => {
    const { teams, total } = await listTeams(deps, query);
    return pageOf(teams.map(viewAdminTeam), total);
  });

  implement(app, routes.search, async ({ query }) => {
    const { teams, total } = await findTeams(deps, query.hint);
    return pageOf(teams.map(viewTeam), total);
  });

  implement(app, routes.update, ({ params: { id }, body, ...call }) => {
    const undoing = async () => {
      const { team } = await readTeamAsAdmin(deps, id);
      return (before: object) => teamVersion({ ...team, ...before });
    };
    return withCurrent(
      call,
      () => updateTeamAsAdmin(deps, authorOf(call), id, body),
      async () => viewAdminTeam(await readTeamAsAdmin(deps, id)),
      { deps, target: `team:${id}`, gameId: null, since: { version: body.version, undoing } },
    );
  });

  implement(app, routes.merge, async (request) => {
    const { params, body } = request;
    return viewTeam(await mergeTeams(deps, authorOf(request), { fromId: params.id, intoId: body.intoTeamId }));
  });

  implement(app, routes.delete, (request) => deleteTeamAsAdmin(deps, authorOf(request), request.params.id));
}
