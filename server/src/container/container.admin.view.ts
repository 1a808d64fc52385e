import type { ContainerInstance } from '@vexil/contract/container-admin';
import { containerStatus } from '@vexil/rules/container.rules';
import { avatarUrl } from '../asset/asset.view';
import type { ContainerWithOwner } from './container.admin.queries';

export function viewAdminContainer(
  { container, team, challenge, game }: ContainerWithOwner,
  readerHost: string | null,
): ContainerInstance {
  const isPublic = container.publicPort !== null;
  return {
    team: team && { id: team.id, name: team.name, avatar: avatarUrl(team.avatarHash) },
    challenge,
    game,
    image: container.image,
    containerGuid: container.id,
    containerId: container.engineId ?? '',
    startedAt: (container.startedAt ?? container.requestedAt).getTime(),
    expectStopAt: container.expiresAt.getTime(),
    ip: (isPublic ? (container.publicHost ?? readerHost) : container.internalHost) ?? '',
    port: (isPublic ? container.publicPort : container.internalPort) ?? 0,
    status: containerStatus(container.state),
  };
}
