import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { lazy, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { OnDemandDialog } from '../../ui/OnDemand';
import { Panel } from '../../ui/Panel';
import { AddFlagsDialog } from './AddFlagsDialog';
import { FlagList } from './FlagList';
import { challengeQuery } from './flag.queries';

const RuleDialog = lazy(() => import('./RuleDialog'));

type ChallengeIds = { gameId: number; challengeId: number };

/** Several flags, any of which is accepted from any team. */
export function SharedFlags({ gameId, challengeId }: ChallengeIds) {
  const t = useText('flag');
  const challenge = useSuspenseQuery(challengeQuery(gameId, challengeId)).data;
  return (
    <Panel
      flush
      title={t('flag.shared.title', { count: challenge.flags.length })}
      actions={
        <>
          <CopyButton value={() => challenge.flags.map(({ flag }) => flag).join('\n')} label={t('flag.list.copyAll')} />
          <AddFlags gameId={gameId} challengeId={challengeId} />
        </>
      }
    >
      <FlagList gameId={gameId} challenge={challenge} />
    </Panel>
  );
}

export function AddFlags({ gameId, challengeId }: ChallengeIds) {
  const t = useText('flag');
  const challenge = useSuspenseQuery(challengeQuery(gameId, challengeId)).data;
  const [adding, setAdding] = useState(false);
  const [ruling, setRuling] = useState(false);
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
        {t('flag.shared.add')}
      </Button>
      <Button size="xs" variant="default" onClick={() => setRuling(true)}>
        {t('flag.rule.add')}
      </Button>
      <AddFlagsDialog gameId={gameId} challenge={challenge} opened={adding} onClose={() => setAdding(false)} />
      <OnDemandDialog
        dialog={RuleDialog}
        gameId={gameId}
        challengeId={challengeId}
        opened={ruling}
        onClose={() => setRuling(false)}
      />
    </>
  );
}
