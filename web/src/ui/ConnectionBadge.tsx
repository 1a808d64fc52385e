import { useNetwork } from '@mantine/hooks';
import { useText } from '../i18n/use-text';
import classes from './ConnectionBadge.module.css';

export type ConnectionState = 'idle' | 'connecting' | 'live' | 'reconnecting' | 'lost';

/** Whether what is shown keeps itself up to date: a dot and a word. */
export function ConnectionBadge({ state: given }: { state: ConnectionState }) {
  const t = useText();
  // The connection itself notices only after a while.
  const { online } = useNetwork();
  const state = online || given === 'idle' ? given : 'lost';
  if (state === 'idle') return null;
  return (
    <span data-hint={t(`ui.connection.hint.${state}`)} className={`${classes.badge} ${classes[state]}`} role="status">
      <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden className={classes.dot}>
        {state === 'live' && <circle cx="5" cy="5" r="4" />}
        {(state === 'connecting' || state === 'reconnecting') && (
          <circle cx="5" cy="5" r="3.5" className={classes.arc} />
        )}
        {state === 'lost' && <path d="m1.5 1.5 7 7m0-7-7 7" className={classes.cross} />}
      </svg>
      {t(`ui.connection.${state}`)}
    </span>
  );
}
