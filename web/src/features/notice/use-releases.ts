import { useNotices } from './use-notices';

/** When a challenge was released by the notices at hand: with the game, or by the notice about it. */
export function useReleases(gameId: number, start: number): (title: string) => number {
  const { data = [] } = useNotices(gameId, { enabled: true });
  return (title) => {
    const released = data.filter(({ type, values }) => type === 'NewChallenge' && values[0] === title);
    return Math.max(
      start,
      ...released
        .map(({ time }) => time)
        .sort((a, b) => a - b)
        .slice(0, 1),
    );
  };
}
