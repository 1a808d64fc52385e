import { useNotices } from './notice.queries';

/** When a challenge was released by the notices at hand: with the game, or by the notice that told of it. */
export function useReleases(gameId: number, start: number): (title: string) => number {
  const { data = [] } = useNotices(gameId, { enabled: true });
  return (title) => {
    const told = data.filter(({ type, values }) => type === 'NewChallenge' && values[0] === title);
    return Math.max(
      start,
      ...told
        .map(({ time }) => time)
        .sort((a, b) => a - b)
        .slice(0, 1),
    );
  };
}
