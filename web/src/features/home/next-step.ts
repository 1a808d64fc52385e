import type { DetailedGame } from '@vexil/contract/game';
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
  | 'staff'
  | 'practice'
  | 'results';

type Situation = {
  phase: ListedPhase['phase'];
  signedIn: boolean;
  /** What the account has to do with the game; undefined while that is not known. */
  game: DetailedGame | undefined;
  /** Whether the account is in a team; undefined while that is not known. */
  hasTeam: boolean | undefined;
  now: number;
};

/** What the reader does next about a game; undefined while what it depends on is not known. */
export function nextStep({ phase, signedIn, game, hasTeam, now }: Situation): Step | undefined {
  if (!signedIn) return phase === 'Ended' ? 'results' : 'register';
  if (!game) return undefined;
  if (game.status === 'Unsubmitted') {
    if (game.staffRole) return 'staff';
    if (phase === 'Ended') return 'results';
    return hasTeam === undefined ? undefined : hasTeam ? 'join' : 'team';
  }
  if (game.status === 'Pending') return phase === 'Ended' ? 'results' : 'pending';
  if (game.status === 'Rejected') return phase === 'Ended' ? 'results' : 'rejected';
  if (game.status === 'Suspended') return 'suspended';
  if (phase === 'Upcoming') return 'ready';
  if (phase === 'Running') return 'play';
  if (game.writeupDeadline !== null && now <= game.writeupDeadline) return 'writeup';
  return game.practiceMode ? 'practice' : 'results';
}
