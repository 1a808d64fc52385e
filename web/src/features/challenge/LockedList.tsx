import { IconLock } from '@tabler/icons-react';
import type { GameDetails } from '@vexil/contract/challenge';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import classes from './ChallengeList.module.css';

/** Challenges that the team sees once it has solved others. */
export function LockedList({ locked = [], challenges }: Pick<GameDetails, 'locked' | 'challenges'>) {
  const t = useText('challenge');
  const known = new Map([...Object.values(challenges).flat(), ...locked].map(({ id, title }) => [id, title]));
  const needs = ({ missing, openCount, openIds }: (typeof locked)[number]) => {
    const titles = openIds.flatMap((id) => known.get(id) ?? []);
    const unnamed = openCount - titles.length;
    const names = [...titles, ...(unnamed > 0 ? [t('challenge.list.unnamed', { number: unnamed })] : [])].join(' · ');
    return missing === openCount
      ? t('challenge.list.needsAll', { names })
      : t('challenge.list.needsSome', { missing, total: openCount, names });
  };
  return (
    <section className={classes.group} aria-label={t('challenge.list.locked')}>
      <h2 className={classes.heading}>
        <IconLock size={16} />
        {t('challenge.list.locked')}
      </h2>
      <ul className={classes.locked}>
        {locked.map((one) => (
          <li key={one.id} className="row gap-8 dimmed">
            <CategoryIcon of={one} size={16} />
            <span className="shrinks anywhere">
              {one.title}
              <span className="block faint text-12">{needs(one)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
