import { isAtLeast, type Role } from '@vexil/db/enums/account';
import type { Own } from './home.queries';
import type { ListedPhase } from './listed-phase';

export type Step =
  | 'register'
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

type OwnGame = NonNullable<Own['game']>;

/** What the reader does next about a game; undefined while what it depends on is not known. */
export function nextStep({ phase, role, own, now }: Situation): Step | undefined {
  if (!role) return phase === 'Ended' ? 'results' : 'register';
  if (!own) return undefined;
  const { game } = own;
  const hasEnded = phase === 'Ended';
  if (!game || game.status === 'Unsubmitted') {
    return staffStep(role, game?.staffRole) ?? (hasEnded ? 'results' : 'join');
  }
  switch (game.status) {
    case 'Pending':
      return hasEnded ? 'results' : 'pending';
    case 'Rejected':
      return hasEnded ? 'results' : 'rejected';
    case 'Suspended':
      return 'suspended';
    default:
      return playerStep(game, phase, now);
  }
}

function staffStep(role: Role, staffRole: OwnGame['staffRole'] | undefined): Step | undefined {
  if (role === 'Admin' || staffRole === 'organiser') return 'edit';
  return staffRole || isAtLeast(role, 'Monitor') ? 'watch' : undefined;
}

function playerStep(game: OwnGame, phase: Situation['phase'], now: number): Step {
  if (phase === 'Upcoming') return 'ready';
  if (phase === 'Running') return 'play';
  if (game.writeupDeadline !== null && !game.writeupSubmitted && now <= game.writeupDeadline) return 'writeup';
  return game.practiceMode ? 'practice' : 'results';
}
