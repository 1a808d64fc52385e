import { useText } from '../../i18n/use-text';
import type { ChartLine } from './chart-lines';

/** What the picture says, in a sentence. */
export function useChartLabel(lines: readonly ChartLine[]): string {
  const t = useText('scoreboard');
  const [leader] = lines;
  if (!leader) return t('scoreboard.chart.title');
  return t('scoreboard.chart.summary', { count: lines.length, team: leader.name, score: leader.score });
}
