import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { Division } from '@vexil/contract/division';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { CardsSkeleton } from '../../ui/skeletons';
import { DivisionCard } from './DivisionCard';
import { DivisionDrawer } from './DivisionDrawer';
import { DivisionMatrix } from './DivisionMatrix';
import classes from './Divisions.module.css';
import { challengesQuery, divisionsQuery } from './division.queries';

export function DivisionsPage({ gameId }: { gameId: number }) {
  const t = useText('division');
  const divisions = useQuery(divisionsQuery(gameId));
  const challenges = useQuery(challengesQuery(gameId)).data ?? [];
  const [edited, setEdited] = useState<Division | 'new'>();
  const add = (
    <Button leftSection={<IconPlus />} onClick={() => setEdited('new')}>
      {t('division.list.new')}
    </Button>
  );
  return (
    <>
      <div className="row wrap between gap-8-16 below-12">
        <p className={classes.words}>{t('division.list.lead')}</p>
        {divisions.data && divisions.data.length > 0 && add}
      </div>
      {divisions.isPending && <CardsSkeleton count={2} minWidth={380} height={260} />}
      {divisions.isError && !divisions.data && (
        <Panel>
          <QueryState query={divisions} />
        </Panel>
      )}
      {divisions.data?.length === 0 && (
        <Panel>
          <EmptyState
            icon={<IconUsersGroup />}
            title={t('division.list.empty')}
            hint={t('division.list.emptyHint')}
            action={add}
          />
        </Panel>
      )}
      <div className={classes.cards}>
        {divisions.data?.map((division) => (
          <DivisionCard key={division.id} gameId={gameId} division={division} onEdit={() => setEdited(division)} />
        ))}
      </div>
      {divisions.data && divisions.data.length > 0 && challenges.length > 0 && (
        <DivisionMatrix gameId={gameId} divisions={divisions.data} challenges={challenges} />
      )}
      <DivisionDrawer gameId={gameId} edited={edited} onClose={() => setEdited(undefined)} />
    </>
  );
}
