import { NativeSelect, Switch } from '@mantine/core';
import { IconLayoutGrid } from '@tabler/icons-react';
import { difficultyOf } from '@vexil/rules/tag.rules';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import { categoryKey, categoryName, categoryStyle } from '../../ui/category';
import { SearchField } from '../../ui/SearchField';
import { useFilterFold } from '../../ui/use-filter-fold';
import { useTyped } from '../../ui/use-typed';
import classes from './ChallengeFilters.module.css';
import { type ChallengeGroup, tagsOf } from './challenge-filter';
import { type ChallengeSort, type ChallengesSearch, challengeSorts } from './challenge-search';
import { rove } from './rove';

type ChallengeFiltersProps = {
  groups: readonly ChallengeGroup[];
  solved: ReadonlySet<number>;
  /** Staff read; nothing is solved for them. */
  plays: boolean;
  search: ChallengesSearch;
  onSearch: (search: ChallengesSearch) => void;
};

export function ChallengeFilters({ groups, solved, plays, search, onSearch }: ChallengeFiltersProps) {
  const t = useText('challenge');
  const [typed, setTyped] = useTyped(search.q ?? '', (q) => onSearch({ ...search, q: q || undefined }));
  const set = [search.category, search.tag, search.sort, search.unsolved].filter((value) => value !== undefined);
  const fold = useFilterFold(set.length);
  return (
    <div className="column gap-12">
      <div className="flex gap-8">
        <SearchField className="grow" label={t('challenge.filter.search')} value={typed} onChange={setTyped} />
        {fold.button}
      </div>
      {fold.isShown && <Choices {...{ groups, solved, plays, search, onSearch }} />}
    </div>
  );
}

function Choices({ groups, solved, plays, search, onSearch }: ChallengeFiltersProps) {
  const t = useText('challenge');
  const choose = (category?: string) => onSearch({ ...search, category });
  const tags = tagsOf(groups);
  const all = groups.flatMap(({ challenges }) => challenges);
  const count = (challenges: readonly { id: number }[]) => ({
    done: plays ? challenges.filter(({ id }) => solved.has(id)).length : null,
    total: challenges.length,
  });
  return (
    <>
      <div
        className={classes.categories}
        role="toolbar"
        aria-label={t('challenge.filter.category')}
        aria-orientation="vertical"
        onKeyDown={rove}
      >
        <CategoryChoice
          icon={<IconLayoutGrid />}
          label={t('challenge.filter.all')}
          {...count(all)}
          chosen={search.category === undefined}
          onChoose={() => choose()}
        />
        {groups.map((group) => (
          <CategoryChoice
            key={categoryKey(group)}
            colour={categoryStyle(group)}
            icon={<CategoryIcon of={group} />}
            label={categoryName(t, group)}
            {...count(group.challenges)}
            chosen={search.category === categoryKey(group)}
            onChoose={() => choose(categoryKey(group))}
          />
        ))}
      </div>
      <div className={classes.rest}>
        <NativeSelect
          className={classes.sort}
          aria-label={t('challenge.filter.sort')}
          value={search.sort ?? 'title'}
          onChange={({ currentTarget: { value } }) =>
            onSearch({ ...search, sort: value === 'title' ? undefined : (value as ChallengeSort) })
          }
          data={challengeSorts
            .filter((value) => value !== 'difficulty' || tags.some(difficultyOf))
            .map((value) => ({ value, label: t(`challenge.sort.${value}`) }))}
        />
        {tags.length > 0 && (
          <NativeSelect
            className={classes.sort}
            aria-label={t('challenge.filter.tag')}
            value={search.tag ?? ''}
            onChange={({ currentTarget: { value } }) => onSearch({ ...search, tag: value || undefined })}
            data={[{ value: '', label: t('challenge.filter.anyTag') }, ...tags]}
          />
        )}
        {plays && (
          <Switch
            label={t('challenge.filter.unsolved')}
            checked={search.unsolved ?? false}
            onChange={(event) => onSearch({ ...search, unsolved: event.currentTarget.checked || undefined })}
          />
        )}
      </div>
    </>
  );
}

type CategoryChoiceProps = {
  icon: ReactNode;
  label: string;
  colour?: string;
  done: number | null;
  total: number;
  chosen: boolean;
  onChoose: () => void;
};

function CategoryChoice({ icon, label, colour, done, total, chosen, onChoose }: CategoryChoiceProps) {
  const t = useText('challenge');
  return (
    <button
      type="button"
      className={classes.category}
      aria-pressed={chosen}
      tabIndex={chosen ? 0 : -1}
      onClick={onChoose}
      style={{ '--category': colour ?? 'var(--color-accent)' }}
    >
      {icon}
      <span className="grow ellipsis">{label}</span>
      <span className={`figures ${classes.count}`} aria-hidden={done !== null}>
        {done === null ? total : `${done}/${total}`}
      </span>
      {done !== null && (
        <span className="visually-hidden">{t('challenge.list.solvedOf', { solved: done, count: total })}</span>
      )}
    </button>
  );
}
