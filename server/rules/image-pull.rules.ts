import { type ChallengeType, hasContainer } from '@vexil/db/enums/challenge';

interface PulledFor {
  type: ChallengeType;
  isEnabled: boolean;
  releaseAt: Date | null;
}

/** Teams may start it, now or once it is released, so its images are pulled before they do. */
export function isPulledAhead(
  { type, isEnabled, releaseAt }: PulledFor,
  game: { endAt: Date; practiceMode: boolean },
  now: Date,
): boolean {
  return hasContainer(type) && (isEnabled || releaseAt !== null) && (game.practiceMode || now < game.endAt);
}
