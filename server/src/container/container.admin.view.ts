import type { ContainerInstance, FailedStart } from '@vexil/contract/container-admin';
import type { Language } from '@vexil/contract/languages';
import type { Deps } from '@vexil/http/deps';
import { containerStatus, instancePorts } from '@vexil/rules/container.rules';
import { avatarUrl } from '../asset/asset.view';
import type { ContainerWithOwner } from './container.admin.queries';
import type { OwnedContainer } from './container.admin.service';
import { organiserFailureText } from './container.failure';
import { isWaiting } from './container.wait';

const viewTeam = (team: ContainerWithOwner['team']) =>
  team && { id: team.id, name: team.name, avatar: avatarUrl(team.avatarHash) };

export const viewFailedStart = (
  { container, team, challenge, game }: ContainerWithOwner,
  language: Language,
): FailedStart => ({
  team: viewTeam(team),
  challenge,
  game,
  image: container.image,
  containerGuid: container.id,
  at: (container.endedAt ?? container.requestedAt).getTime(),
  reason: organiserFailureText(container, challenge, language),
});

export function viewAdminContainer(
  { config }: Pick<Deps, 'config'>,
  { container, team, challenge, game, queued }: OwnedContainer,
  readerHost: string | null,
): ContainerInstance {
  const isPublic = container.publicPort !== null;
  return {
    team: viewTeam(team),
    challenge,
    game,
    image: container.image,
    containerGuid: container.id,
    containerId: container.engineId ?? '',
    startedAt: (container.startedAt ?? container.requestedAt).getTime(),
    expectStopAt: container.expiresAt.getTime(),
    ip: (isPublic ? (container.publicHost ?? readerHost) : container.internalHost) ?? '',
    port: (isPublic ? container.publicPort : container.internalPort) ?? 0,
    ports: container.state === 'running' ? instancePorts(container, { host: readerHost, names: config }) : [],
    status: isWaiting(container) ? 'Queued' : containerStatus(container.state),
    position: queued?.position ?? null,
    via: container.via,
  };
}
