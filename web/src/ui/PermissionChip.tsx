import type { GamePermission } from '@vexil/db/enums/division';
import { useText } from '../i18n/use-text';
import classes from './PermissionChip.module.css';

type PermissionChipProps = { permission: GamePermission; granted: boolean; conflicting?: boolean };

export function PermissionChip({ permission, granted, conflicting = false }: PermissionChipProps) {
  const t = useText('division');
  const state = granted ? (conflicting ? 'conflict' : 'granted') : 'denied';
  return (
    <span className={classes.chip} data-state={state}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden>
        {state === 'granted' && <path d="m2 6.5 2.6 2.6L10 3.5" />}
        {state === 'denied' && <path d="m3 3 6 6m0-6-6 6" />}
        {state === 'conflict' && <path d="M6 1.5 10.5 6 6 10.5 1.5 6z" />}
      </svg>
      <span className="visually-hidden">{t(`division.state.${state}`)}: </span>
      {t(`division.permission.${permission}`)}
    </span>
  );
}
