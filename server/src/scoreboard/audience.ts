import type { Audience } from '@vexil/http/reply/document';
import type { BoardSight } from '../scoreboard-cache/boards';

/** `hidden`: the game does not exist for others. */
export interface GameSight extends BoardSight {
  hidden: boolean;
}

/** A frozen game has two boards under one address; a hidden one answers 404 to outsiders. */
export const audienceOf = ({ frozenAt, live, hidden }: GameSight): Audience => ({
  isPrivate: hidden || (frozenAt !== null && live),
  variesByCaller: hidden || frozenAt !== null,
});
