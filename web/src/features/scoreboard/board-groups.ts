// A division that scores alone has values, bloods and ranks of its own: a board beside the one of all others. All are in
// one document, and what follows is the part that one board shows.

import type { Scoreboard } from '@vexil/contract/scoreboard';
import { gamePermissions } from '@vexil/db/enums/division';
import { challengesFor, mainGroup, scoringAlone } from '@vexil/rules/scoreboard.group.rules';
import type { BoardDivision, Row } from './board-rows';

const ranked = new WeakMap<Row, Row>();

/** Its place is the one in its division. Equal for equal rows, so that rows that did not change are not drawn. */
function rowOfDivision(row: Row): Row {
  const known = ranked.get(row);
  if (known) return known;
  const made = { ...row, rank: row.divisionRank ?? 0 };
  ranked.set(row, made);
  return made;
}

const inOwnBoard = ({ scoresAlone: _, ...division }: BoardDivision): BoardDivision => ({
  ...division,
  defaultPermissions: division.defaultPermissions | gamePermissions.RankOverall,
});

/** The board that shows the division: its own where it scores alone, else the one of all others. */
export const groupFor = ({ divisions }: Pick<Scoreboard, 'divisions'>, division: number | null | undefined): number =>
  division && scoringAlone(divisions).has(division) ? division : mainGroup;

/** What the board of one group shows. */
export function boardOf(board: Scoreboard, group: number): Scoreboard {
  const alone = scoringAlone(board.divisions);
  if (alone.size === 0) return board;
  if (group === mainGroup)
    return {
      ...board,
      items: board.items.filter(({ divisionId }) => divisionId === null || !alone.has(divisionId)),
      divisions: board.divisions.filter(({ id }) => !alone.has(id)),
    };
  return {
    ...board,
    items: board.items.filter(({ divisionId }) => divisionId === group).map(rowOfDivision),
    divisions: board.divisions.filter(({ id }) => id === group).map(inOwnBoard),
    challenges: challengesFor(board, group),
  };
}
