import { teamRoutes as routes } from '@vexil/contract/team';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { logCall } from '../log/log-activity';
import { acceptInvite, kickMember, leaveTeam, transferTeam } from './member.service';
import { listOwnTeams } from './team.queries';
import {
  changeTeamAvatar,
  createTeam,
  deleteTeam,
  readInviteCode,
  readTeam,
  rotateInviteCode,
  updateTeam,
} from './team.service';
import { viewInvitingTeam, viewTeam } from './team.view';
import { verifyTeamToken } from './team-token';

export async function teamRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.get, async ({ params }) => viewTeam(await readTeam(deps, params.id)));

  implement(app, routes.list, { own: listOwnTeams }, async ({ own }) =>
    (own.teams ?? []).map((team) => ({ ...viewTeam({ team, members: team.members }), held: team.held })),
  );

  implement(app, routes.create, async (call) => {
    const team = viewTeam(await createTeam(deps, call.actor, call.body));
    logCall(call, 'team.created', `Made the team ${team.name}`);
    return team;
  });

  implement(app, routes.update, async ({ actor, params, body }) =>
    viewTeam(await updateTeam(deps, actor, params.id, body)),
  );

  implement(app, routes.transfer, async ({ actor, params, body }) =>
    viewInvitingTeam(await transferTeam(deps, actor, params.id, body.newCaptainId)),
  );

  implement(app, routes.invite, ({ actor, params }) => readInviteCode(deps, actor, params.id));

  implement(app, routes.rotateInvite, ({ actor, params }) => rotateInviteCode(deps, actor, params.id));

  implement(app, routes.kick, async (call) => {
    const { id, userId } = call.params;
    const { team, removed } = await kickMember(deps, call.actor, id, userId);
    logCall(call, 'team.member_removed', `Removed ${removed} from the team ${team.team.name}`);
    return viewInvitingTeam(team);
  });

  implement(app, routes.accept, async (call) => {
    const { name } = await acceptInvite(deps, call.actor, call.body);
    logCall(call, 'team.joined', `Joined the team ${name}`);
  });

  implement(app, routes.leave, async (call) => {
    const { name } = await leaveTeam(deps, call.actor, call.params.id);
    logCall(call, 'team.left', `Left the team ${name}`);
  });

  implement(app, routes.avatar, async (call) => {
    const { url, name } = await changeTeamAvatar(deps, call.actor, call.params.id, call.request);
    logCall(call, 'team.avatar_changed', `Changed the picture of the team ${name}`);
    return url;
  });

  implement(app, routes.delete, async (call) => {
    const { name } = await deleteTeam(deps, call.actor, call.params.id);
    logCall(call, 'team.deleted', `Deleted the team ${name}`);
  });

  implement(app, routes.verify, async ({ body }) => verifyTeamToken(body.teamToken, body.publicKey));
}
