import { useLocalStorage } from '@mantine/hooks';
import type { BoardSearch, OnBoardSearch } from './board-search';

/** Whether the strip is unfolded, as the address says, else as it was left; undefined where it has no room. */
export function useChartShown({ chart }: BoardSearch, onSearch: OnBoardSearch, hasRoom: boolean) {
  const [stored, store] = useLocalStorage<'on' | 'off' | null>({
    key: 'scoreboardChart',
    defaultValue: null,
    getInitialValueInEffect: false,
  });
  const shown = ((chart === 'large' ? undefined : chart) ?? stored ?? 'on') === 'on';
  const toggle = () => {
    const next = shown ? 'off' : 'on';
    store(next);
    onSearch({ chart: next });
  };
  return [hasRoom ? shown : undefined, toggle] as const;
}
