import { Select } from '@mantine/core';
import {
  type ChallengeCategory,
  type ChallengeType,
  challengeCategories,
  challengeTypes,
} from '@vexil/db/enums/challenge';
import { useText } from '../../i18n/use-text';
import { SearchField } from '../../ui/SearchField';
import classes from './ChallengesPage.module.css';
import { type ChallengeState, type ChallengesSearch, challengeStates } from './challenges-search';

type ChallengeFiltersProps = { search: ChallengesSearch; onSearch: (search: ChallengesSearch) => void };

export function ChallengeFilters({ search, onSearch }: ChallengeFiltersProps) {
  const t = useText('challenge-edit');
  return (
    <>
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
        onChange={(state) => onSearch({ ...search, state: (state as ChallengeState) ?? undefined })}
        data={challengeStates.map((state) => ({ value: state, label: t(`challenge-edit.list.${state}`) }))}
      />
    </>
  );
}
