import type { Room } from '@vexil/contract/live';
import type { HeldScoreboard } from '@vexil/rules/scoreboard.advance.rules';

/** What somebody wants of a board; wishes that wait together are met together. */
export interface Wish {
  /** Anything but a solve may have changed, so that all facts must be read again. */
  facts: boolean;
  /** The held board is to be compared with all facts. */
  check: boolean;
  /** An earlier attempt may have published without telling. */
  repeated: boolean;
}

export const joinWishes = (one: Wish, other: Wish): Wish => ({
  facts: one.facts || other.facts,
  check: one.check || other.check,
  repeated: one.repeated || other.repeated,
});

/** One of the boards of a game: that of everybody, or that of staff while the other stands still. */
export interface Edition {
  gameId: number;
  prefix: string;
  room: Room;
  /** The freeze that its facts are cut at; null for a board of all facts. */
  frozenAt: number | null;
}

/** A published board, and what it takes to advance it. */
export interface HeldEdition {
  edition: Edition;
  version: number;
  scoreboard: HeldScoreboard;
}

export interface HeldGame {
  freeze: number | null;
  /** That of everybody, and behind it that of staff while there is one; the last has all solves. */
  editions: HeldEdition[];
  /** Of all facts but the solves. */
  digest: string;
  /** The memory it takes, roughly. */
  bytes: number;
}
