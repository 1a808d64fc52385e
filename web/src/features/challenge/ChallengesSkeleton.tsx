import { Skeleton } from '@mantine/core';
import { CardsSkeleton, ListSkeleton } from '../../ui/skeletons';
import classes from './ChallengesPage.module.css';

export function ChallengesSkeleton() {
  return (
    <div className={classes.page} role="status" aria-busy>
      <div className={classes.columns}>
        <div className={classes.filters}>
          <Skeleton height={36} mb={12} />
          <ListSkeleton count={3} />
        </div>
        <div className={classes.list}>
          <Skeleton height={14} width={120} mb={12} />
          <CardsSkeleton count={8} minWidth={270} height={64} />
        </div>
        <div className={classes.detail}>
          <Skeleton height={220} radius="md" />
          <Skeleton height={320} radius="md" />
        </div>
      </div>
    </div>
  );
}
