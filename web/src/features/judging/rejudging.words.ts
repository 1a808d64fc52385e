import { useText } from '../../i18n/use-text';
import { isComputing, type Rejudging } from './rejudging.queries';

/** One line: what changes, or would. */
export function useSummary(draft: Rejudging): string {
  const t = useText('judging');
  if (isComputing(draft)) return t('judging.rejudge.computing');
  const { changedCount, submissionCount, gainCount, lossCount } = draft;
  const judged = t('judging.rejudge.changed', { count: changedCount, all: submissionCount });
  if (changedCount === 0) return judged;
  const teams = t('judging.rejudge.effect', { gains: gainCount, losses: lossCount });
  return `${judged} ${teams}`;
}

/** What it judged: all, or a challenge, a team and a time. */
export function useScope({ challengeTitle, teamName, from, to }: Rejudging): string {
  const t = useText('judging');
  const isBound = from !== null || to !== null;
  const parts = [challengeTitle, teamName, isBound ? t('judging.rejudge.bounded') : null].filter(
    (part) => part !== null,
  );
  return parts.join(' · ') || t('judging.rejudge.all');
}
