import { Skeleton } from '@mantine/core';
import type { BoardVisibility } from '@vexil/db/enums/game';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { ListSkeleton } from '../../ui/skeletons';
import classes from './ScoreboardPage.module.css';

export function BoardPlaceholder({ start }: { start: number }) {
  const t = useText('scoreboard');
  return (
    <section className={classes.waiting}>
      <h2>{t('scoreboard.before.title')}</h2>
      <p>{t('scoreboard.before.text')}</p>
      <Countdown until={start} className={classes.clock} />
    </section>
  );
}

/** To readers who may not see the board: who may. */
export function ClosedBoard({ to }: { to: BoardVisibility }) {
  const t = useText('scoreboard');
  return (
    <section className={classes.waiting}>
      <h2>{t('scoreboard.closed.title')}</h2>
      {to !== 'Everyone' && <p>{t(`scoreboard.closed.${to}`)}</p>}
    </section>
  );
}

export function BoardSkeleton() {
  return (
    <div role="status" aria-busy>
      <Skeleton height={36} mb={12} maw={640} />
      <div className="clip panel">
        <div className={classes.skeletonChart}>
          <Skeleton height={240} />
        </div>
        <ListSkeleton count={10} />
      </div>
    </div>
  );
}
