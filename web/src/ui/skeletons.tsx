import { Skeleton } from '@mantine/core';
import classes from './skeletons.module.css';

const rows = (count: number) => Array.from({ length: count }, (_, index) => index);

/** The shape of a text that comes. */
export function TextSkeleton({ lines = 3 }: { lines?: number }) {
  return (
    <div className="grid gap-12" aria-hidden>
      {rows(lines).map((row) => (
        <Skeleton key={row} height={12} width={row === lines - 1 ? '60%' : '100%'} />
      ))}
    </div>
  );
}

/** The shape of rows with a mark, a name and a figure. */
export function ListSkeleton({ count = 5 }: { count?: number }) {
  return (
    <div className="grid" aria-hidden>
      {rows(count).map((row) => (
        <div key={row} className={classes.row}>
          <Skeleton height={28} width={28} />
          <Skeleton height={12} width={`${40 + ((row * 17) % 30)}%`} />
          <Skeleton height={12} width={48} ml="auto" />
        </div>
      ))}
    </div>
  );
}

/** The shape of a grid of cards; `minWidth` and `height` in pixels. */
export function CardsSkeleton({ count = 6, minWidth = 260, height = 132 }: CardsSkeletonProps) {
  return (
    <div
      className="grid gap-12"
      style={{ gridTemplateColumns: `repeat(auto-fill, minmax(min(${minWidth}px, 100%), 1fr))` }}
      aria-hidden
    >
      {rows(count).map((card) => (
        <Skeleton key={card} height={height} radius="md" />
      ))}
    </div>
  );
}
type CardsSkeletonProps = { count?: number; minWidth?: number; height?: number };

/** The shape of a page: its title and a panel. */
export function PageSkeleton() {
  return (
    <div className={classes.page} role="status" aria-busy>
      <Skeleton height={28} width={220} mb={24} />
      <Skeleton height={160} radius="md" mb={12} />
      <Skeleton height={240} radius="md" />
    </div>
  );
}
