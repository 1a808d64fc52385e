import { IconLock } from '@tabler/icons-react';
import type { GameDetails } from '@vexil/contract/challenge';
import { useText } from '../../i18n/use-text';
import { CategoryIcon } from '../../ui/CategoryTag';
import classes from './ChallengeList.module.css';

/** Challenges that the team sees once it has solved others. */
export function LockedList({ locked }: { locked: NonNullable<GameDetails['locked']> }) {
  const t = useText('challenge');
  return (
    <section className={classes.group} aria-label={t('challenge.list.locked')}>
      <h2 className={classes.heading}>
        <IconLock size={16} aria-hidden />
        {t('challenge.list.locked')}
      </h2>
      <p className="dimmed text-13">{t('challenge.list.lockedHint')}</p>
      <ul className={classes.locked}>
        {locked.map((one) => (
          <li key={one.id} className="row gap-8 dimmed">
            <CategoryIcon of={one} size={16} />
            <span className="shrinks anywhere">{one.title}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
