import { avatarUrl } from '../asset/asset.view';
import { containerStatus } from '../contract/container.rules';
import type { ContainerInstance } from '../contract/container-admin';
import type { InstanceRow } from './container.admin.queries';

export function viewInstance(
  { container, team, challenge }: InstanceRow,
  readerHost: string | null,
): ContainerInstance {
  const reached = container.publicPort !== null;
  return {
    team: { id: team.id, name: team.name, avatar: avatarUrl(team.avatarHash) },
    challenge,
    image: container.image,
    containerGuid: container.id,
    containerId: container.engineId ?? '',
    startedAt: (container.startedAt ?? container.requestedAt).getTime(),
    expectStopAt: container.expiresAt.getTime(),
    ip: (reached ? (container.publicHost ?? readerHost) : container.internalHost) ?? '',
    port: (reached ? container.publicPort : container.internalPort) ?? 0,
    status: containerStatus(container.state),
  };
}
