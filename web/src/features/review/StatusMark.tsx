import type { ParticipationStatus } from '@vexil/db/enums/participation';
import { useText } from '../../i18n/use-text';
import classes from './Review.module.css';

export function StatusMark({ status }: { status: ParticipationStatus }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" className={classes.mark} data-status={status} aria-hidden>
      {status === 'Pending' && <circle cx="6" cy="6" r="4.25" />}
      {status === 'Accepted' && <path d="m2 6.5 2.6 2.6L10 3.5" />}
      {status === 'Rejected' && <path d="m3 3 6 6m0-6-6 6" />}
      {status === 'Suspended' && <path d="M4 2.5v7m4-7v7" />}
    </svg>
  );
}

export function StatusBadge({ status }: { status: ParticipationStatus }) {
  const t = useText('review');
  return (
    <span className={classes.badge} data-status={status}>
      <StatusMark status={status} />
      {t(`review.status.${status}`)}
    </span>
  );
}
