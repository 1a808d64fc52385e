import { Alert } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { LinkAnchor } from '../../ui/links';
import { useRejudgedCount } from './rejudging.queries';

/** Says how many answers the flags of a challenge judge otherwise by now, and leads to a draft. */
export function RejudgeOffer({ gameId, challengeId }: { gameId: number; challengeId: number }) {
  const t = useText('judging');
  const { changedCount = 0, keptCount = 0 } = useRejudgedCount(gameId, challengeId) ?? {};
  if (changedCount + keptCount === 0) return null;
  return (
    <Alert color="yellow" icon={<IconScale />} mb="md">
      {changedCount > 0 && t('judging.offer.changed', { count: changedCount })}{' '}
      {keptCount > 0 && t('judging.offer.kept', { count: keptCount })}{' '}
      <LinkAnchor to="/admin/games/$id/judging" params={{ id: gameId }} search={{ rejudge: challengeId }}>
        {t('judging.offer.action')}
      </LinkAnchor>
    </Alert>
  );
}
