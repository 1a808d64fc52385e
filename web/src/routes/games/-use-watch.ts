import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { DetailedGame } from '@vexil/contract/game';
import { isAtLeast } from '@vexil/db/enums/account';
import type { GamePhase } from '@vexil/db/enums/game';
import { useAccount } from '../../features/account/account.queries';
import { gameQuery } from '../../features/game/game.queries';
import { useFrozen } from '../../features/game/use-frozen';
import { useGameMessages } from '../../features/game/use-game-messages';
import { usePhase } from '../../features/game/use-phase';
import { pastBoardQuery } from '../../features/scoreboard/past-board.queries';
import { useLiveScoreboard, useScoreboardMessages } from '../../live/scoreboard-cache';
import { useLive } from '../../live/use-live';
import { useRefresh } from '../../live/use-refresh';

/** Keeps a game current on a page without the game's frame. */
export function useWatchedGame(id: number) {
  const { data: game } = useSuspenseQuery(gameQuery(id));
  const connection = useLive(id);
  useGameMessages(id);
  useScoreboardMessages(id);
  useRefresh(id);
  return { game, connection, phase: usePhase(game), isStaff: useStaff(game) };
}

export function useStaff({ staffRole }: Pick<DetailedGame, 'staffRole'>): boolean {
  const role = useAccount()?.role;
  return staffRole !== null || (role !== undefined && isAtLeast(role, 'Monitor'));
}

/** Whether staff read the challenges as players see them; before the start those may who can do so in the editor. */
export function useReads(game: Pick<DetailedGame, 'staffRole'>, phase: GamePhase): boolean {
  const isStaff = useStaff(game);
  return useOrganiser(game) || (isStaff && phase !== 'Upcoming');
}

export function useOrganiser({ staffRole }: Pick<DetailedGame, 'staffRole'>): boolean {
  return useAccount()?.role === 'Admin' || staffRole === 'organiser';
}

/** What everybody may see: a projector that staff signed in at must not show the solves after a freeze. */
export function usePublicBoard(game: DetailedGame, { started, isStaff }: { started: boolean; isStaff: boolean }) {
  const frozen = useFrozen(game) && started;
  const isHidden = frozen && isStaff;
  const live = useLiveScoreboard(game.id, { enabled: started && !isHidden });
  const past = useQuery({ ...pastBoardQuery(game.id, game.freezeTime ?? 0), enabled: isHidden });
  return { board: isHidden ? past.data : live.data, frozen, failed: (isHidden ? past : live).isError };
}
