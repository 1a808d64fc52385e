import type { DetailedGame } from '@vexil/contract/game';
import { isAtLeast, type Role } from '@vexil/db/enums/account';
import { FrozenBanner } from '../../ui/FrozenBanner';
import { useFrozen } from './use-frozen';
import { usePhase } from './use-phase';

export function FrozenNote({ game, role }: { game: DetailedGame; role: Role | undefined }) {
  const frozen = useFrozen(game);
  const ended = usePhase(game) !== 'Running';
  if (!frozen || game.freezeTime === null) return null;
  const live = game.staffRole !== null || (role !== undefined && isAtLeast(role, 'Monitor'));
  return <FrozenBanner since={game.freezeTime} live={live} ended={ended} />;
}
