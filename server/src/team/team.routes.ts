import type { FastifyInstance } from 'fastify';
import { teamRoutes as routes } from '../contract/team';
import { implement } from '../implement';
import { acceptInvite, kickMember, leaveTeam, transferTeam } from './member.service';
import {
  changeTeamAvatar,
  createTeam,
  deleteTeam,
  readInviteCode,
  readOwnTeams,
  readTeam,
  rotateInviteCode,
  updateTeam,
} from './team.service';
import { viewTeam } from './team.view';
import { verifyTeamToken } from './team-token';

export async function teamRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.get, async ({ params }) => viewTeam(await readTeam(deps, params.id)));

  implement(app, routes.list, async ({ actor }) => (await readOwnTeams(deps, actor)).map(viewTeam));

  implement(app, routes.create, async ({ actor, body }) => viewTeam(await createTeam(deps, actor, body)));

  implement(app, routes.update, async ({ actor, params, body }) =>
    viewTeam(await updateTeam(deps, actor, params.id, body)),
  );

  implement(app, routes.transfer, async ({ actor, params, body }) =>
    viewTeam(await transferTeam(deps, actor, params.id, body.newCaptainId)),
  );

  implement(app, routes.invite, ({ actor, params }) => readInviteCode(deps, actor, params.id));

  implement(app, routes.rotateInvite, ({ actor, params }) => rotateInviteCode(deps, actor, params.id));

  implement(app, routes.kick, async ({ actor, params }) =>
    viewTeam(await kickMember(deps, actor, params.id, params.userId)),
  );

  implement(app, routes.accept, ({ actor, body }) => acceptInvite(deps, actor, body));

  implement(app, routes.leave, ({ actor, params }) => leaveTeam(deps, actor, params.id));

  implement(app, routes.avatar, ({ actor, params, request }) => changeTeamAvatar(deps, actor, params.id, request));

  implement(app, routes.delete, ({ actor, params }) => deleteTeam(deps, actor, params.id));

  implement(app, routes.verify, async ({ body }) => verifyTeamToken(body.teamToken, body.publicKey));
}
