import { Button } from '@mantine/core';
import { IconFlag, IconPlus } from '@tabler/icons-react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { AddFlagsDialog } from './AddFlagsDialog';
import { FlagList } from './FlagList';

export function SharedFlags({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('flag');
  const [adding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<IconPlus aria-hidden />} onClick={() => setAdding(true)}>
      {t('flag.shared.add')}
    </Button>
  );
  return (
    <>
      <Panel
        flush
        title={t('flag.shared.title', { count: challenge.flags.length })}
        actions={
          challenge.flags.length > 0 && (
            <>
              <CopyButton
                value={() => challenge.flags.map(({ flag }) => flag).join('\n')}
                label={t('flag.list.copyAll')}
              />
              {add}
            </>
          )
        }
      >
        {challenge.flags.length === 0 ? (
          <EmptyState
            icon={<IconFlag size={28} />}
            title={t('flag.shared.empty')}
            hint={t('flag.shared.emptyHint')}
            action={add}
          />
        ) : (
          <FlagList gameId={gameId} challenge={challenge} />
        )}
      </Panel>
      <AddFlagsDialog gameId={gameId} challenge={challenge} opened={adding} onClose={() => setAdding(false)} />
    </>
  );
}
