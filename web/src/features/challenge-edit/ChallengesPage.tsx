import { Button, Select } from '@mantine/core';
import { IconPlus, IconPuzzle, IconSearchOff } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import {
  type ChallengeCategory,
  type ChallengeType,
  challengeCategories,
  challengeTypes,
} from '@vexil/db/enums/challenge';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { ChallengeRow } from './ChallengeRow';
import classes from './ChallengesPage.module.css';
import { challengesQuery, gameQuery } from './challenge-edit.queries';
import { type ChallengesSearch, challengeStates, fits } from './challenge-filter';
import { byCategory } from './challenge-order';
import { NewChallengeDialog } from './NewChallengeDialog';

type ChallengesPageProps = {
  gameId: number;
  search: ChallengesSearch;
  onSearch: (search: ChallengesSearch) => void;
};

export function ChallengesPage({ gameId, search, onSearch }: ChallengesPageProps) {
  const t = useText('challenge-edit');
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const challenges = useQuery(challengesQuery(gameId));
  const all = challenges.data ?? [];
  const [creating, setCreating] = useState(false);
  const shown = all.filter((challenge) => fits(challenge, search));
  const create = (
    <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setCreating(true)}>
      {t('challenge-edit.list.new')}
    </Button>
  );
  return (
    <>
      <div className={classes.filters}>
        <SearchField
          className={classes.search}
          label={t('challenge-edit.list.search')}
          value={search.q ?? ''}
          onChange={(q) => onSearch({ ...search, q: q || undefined })}
        />
        <Select
          className={classes.filter}
          aria-label={t('challenge-edit.field.category')}
          placeholder={t('challenge-edit.list.anyCategory')}
          clearable
          value={search.category ?? null}
          onChange={(category) => onSearch({ ...search, category: (category as ChallengeCategory) ?? undefined })}
          data={challengeCategories.map((category) => ({ value: category, label: t(`ui.category.${category}`) }))}
        />
        <Select
          className={classes.filter}
          aria-label={t('challenge-edit.field.type')}
          placeholder={t('challenge-edit.list.anyType')}
          clearable
          value={search.type ?? null}
          onChange={(type) => onSearch({ ...search, type: (type as ChallengeType) ?? undefined })}
          data={challengeTypes.map((type) => ({ value: type, label: t(`challenge-edit.type.${type}`) }))}
        />
        <Select
          className={classes.state}
          aria-label={t('challenge-edit.list.state')}
          placeholder={t('challenge-edit.list.anyState')}
          clearable
          value={search.state ?? null}
          onChange={(state) => onSearch({ ...search, state: (state as ChallengesSearch['state']) ?? undefined })}
          data={challengeStates.map((state) => ({ value: state, label: t(`challenge-edit.list.${state}`) }))}
        />
        <span className={`${classes.count} figures`} role="status">
          {challenges.data && t('challenge-edit.list.count', { shown: shown.length, count: all.length })}
        </span>
        {create}
      </div>
      {challenges.isPending && (
        <Panel flush>
          <ListSkeleton count={8} />
        </Panel>
      )}
      {challenges.isError && !challenges.data && (
        <Panel>
          <FailedQuery query={challenges} />
        </Panel>
      )}
      {challenges.data && shown.length === 0 && (
        <Panel>
          {all.length > 0 ? (
            <EmptyState
              icon={<IconSearchOff size={28} stroke={1.75} />}
              title={t('challenge-edit.list.nothingFound')}
              hint={t('challenge-edit.list.nothingFoundHint')}
              action={
                <Button variant="default" onClick={() => onSearch({})}>
                  {t('challenge-edit.list.clear')}
                </Button>
              }
            />
          ) : (
            <EmptyState
              icon={<IconPuzzle size={28} stroke={1.75} />}
              title={t('challenge-edit.list.empty')}
              hint={t('challenge-edit.list.emptyHint')}
              action={create}
            />
          )}
        </Panel>
      )}
      {shown.length > 0 && (
        <Panel flush>
          {byCategory(shown).map(([category, own]) => (
            <section key={category} className={classes.group}>
              <h2 className={classes.category}>
                <CategoryIcon category={category} />
                {t(`ui.category.${category}`)}
                <span className={`${classes.number} figures`}>{own.length}</span>
              </h2>
              <ul className={classes.list}>
                {own.map((challenge) => (
                  <ChallengeRow key={challenge.id} game={game} challenge={challenge} />
                ))}
              </ul>
            </section>
          ))}
        </Panel>
      )}
      <NewChallengeDialog gameId={gameId} opened={creating} onClose={() => setCreating(false)} />
    </>
  );
}
