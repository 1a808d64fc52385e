import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { serverNow } from '../api/clock';
import { useAccount } from '../features/account/account.queries';
import { instancesQuery } from '../features/container/container.queries';
import { noteInstances, useRunningGame } from '../features/container/running-game';
import { useGameOfPath } from './use-game-of-path';

/** Loaded with the dock, once the page is there. */
export { HintLayer } from '../ui/HintLayer';

const FloatingDock = lazy(() => import('./FloatingDock'));

/**
 * Where the dock of instances stands. Its code and its data are asked for only where something runs: in the game that is
 * open, as live messages say, or in the one where this browser last saw an instance.
 */
export function DockPlace() {
  const account = useAccount();
  const running = useRunningGame();
  const opened = useGameOfPath();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const own = running && running.accountId === account?.userId && running.until > serverNow() ? running : null;
  const gameId = opened ?? own?.gameId;
  const { data: known } = useQuery({ ...instancesQuery(gameId ?? 0), enabled: false });
  const isAsked = own !== null && own.gameId === gameId;
  const accountId = account?.userId;
  useEffect(() => {
    if (accountId !== undefined && gameId !== undefined && known) noteInstances(accountId, gameId, known);
  }, [accountId, gameId, known]);
  // The page of challenges has the dock in its list.
  if (!account || gameId === undefined || /^\/games\/\d+\/challenges\/?$/i.test(path)) return null;
  if (!isAsked && !known?.length) return null;
  return (
    <Suspense>
      <FloatingDock key={gameId} gameId={gameId} ask={isAsked} />
    </Suspense>
  );
}
