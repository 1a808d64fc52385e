import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { Own } from './home.queries';
import type { ListedPhase } from './listed-phase';

export type Step =
  | 'register'
  | 'team'
  | 'join'
  | 'pending'
  | 'rejected'
  | 'suspended'
  | 'ready'
  | 'play'
  | 'writeup'
  | 'edit'
  | 'watch'
  | 'practice'
  | 'results';

type Situation = {
  phase: ListedPhase['phase'];
  /** undefined for visitors. */
  role: Role | undefined;
  /** What the account has to do with the game; undefined while that is not known. */
  own: Own | undefined;
  now: number;
};

/** What the reader does next about a game; undefined while what it depends on is not known. */
export function nextStep({ phase, role, own, now }: Situation): Step | undefined {
  if (!role) return phase === 'Ended' ? 'results' : 'register';
  if (!own) return undefined;
  const { game, hasTeam } = own;
  if (!game || game.status === 'Unsubmitted') {
    if (role === 'Admin' || game?.staffRole === 'organiser') return 'edit';
    if (game?.staffRole || isAtLeast(role, 'Monitor')) return 'watch';
    if (phase === 'Ended') return 'results';
    return hasTeam ? 'join' : 'team';
  }
  if (game.status === 'Pending') return phase === 'Ended' ? 'results' : 'pending';
  if (game.status === 'Rejected') return phase === 'Ended' ? 'results' : 'rejected';
  if (game.status === 'Suspended') return 'suspended';
  if (phase === 'Upcoming') return 'ready';
  if (phase === 'Running') return 'play';
  if (game.writeupDeadline !== null && !game.writeupSubmitted && now <= game.writeupDeadline) return 'writeup';
  return game.practiceMode ? 'practice' : 'results';
}
