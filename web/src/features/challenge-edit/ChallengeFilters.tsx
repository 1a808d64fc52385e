import type { GameInfo } from '@vexil/contract/game';
import { challengeTypes } from '@vexil/db/enums/challenge';
import { useText } from '../../i18n/use-text';
import { FilterSelect } from '../../ui/ListFilters';
import { SearchField } from '../../ui/SearchField';
import classes from './ChallengesPage.module.css';
import { categoryData } from './categories';
import { type ChallengesSearch, challengeStates } from './challenges-search';

type ChallengeFiltersProps = { game: GameInfo; search: ChallengesSearch; onSearch: (search: ChallengesSearch) => void };

export function ChallengeFilters({ game, search, onSearch }: ChallengeFiltersProps) {
  const t = useText('challenge-edit');
  return (
    <>
      <SearchField
        className={classes.search}
        label={t('challenge-edit.list.search')}
        value={search.q ?? ''}
        onChange={(q) => onSearch({ ...search, q: q || undefined })}
      />
      <FilterSelect
        className={classes.filter}
        label={t('challenge-edit.field.category')}
        placeholder={t('challenge-edit.list.anyCategory')}
        value={search.category}
        onChange={(category) => onSearch({ ...search, category })}
        data={categoryData(t, game)}
      />
      <FilterSelect
        className={classes.filter}
        label={t('challenge-edit.field.type')}
        placeholder={t('challenge-edit.list.anyType')}
        value={search.type}
        onChange={(type) => onSearch({ ...search, type })}
        data={challengeTypes.map((type) => ({ value: type, label: t(`challenge-edit.type.${type}`) }))}
      />
      <FilterSelect
        className={classes.state}
        label={t('challenge-edit.list.state')}
        placeholder={t('challenge-edit.list.anyState')}
        value={search.state}
        onChange={(state) => onSearch({ ...search, state })}
        data={challengeStates.map((state) => ({ value: state, label: t(`challenge-edit.list.${state}`) }))}
      />
    </>
  );
}
