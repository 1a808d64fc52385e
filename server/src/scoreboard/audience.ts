import type { Audience } from '@vexil/http/reply/document';
import type { BoardSight } from '../scoreboard-cache/boards';

/** `restricted`: others are refused. */
export interface GameSight extends BoardSight {
  restricted: boolean;
}

/** A frozen game has two boards under one address; a restricted one is refused to others. */
export const audienceOf = ({ frozenAt, live, restricted }: GameSight): Audience => ({
  isPrivate: restricted || (frozenAt !== null && live),
  variesByCaller: restricted || frozenAt !== null,
});
