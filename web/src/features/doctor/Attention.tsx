import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import type { CheckResult } from './doctor.queries';
import classes from './PlatformHealth.module.css';

export type State = CheckResult['state'];

const icons = { ok: IconCircleCheck, warning: IconAlertTriangle, fault: IconCircleX, unknown: IconHelpCircle };

/** The worst first; what could not be checked may be anything. */
export const gravity: Record<State, number> = { fault: 0, warning: 1, unknown: 2, ok: 3 };

export function Sign({ state }: { state: State }) {
  const t = useText('doctor');
  const Icon = icons[state];
  return <Icon className={classes.sign} data-state={state} aria-label={t(`doctor.state.${state}`)} />;
}

type AttentionProps = { checks: readonly CheckResult[]; actions?: ReactNode };

export function Attention({ checks, actions }: AttentionProps) {
  const t = useText('doctor');
  const wrong = checks
    .filter(({ state }) => state !== 'ok')
    .sort((one, other) => gravity[one.state] - gravity[other.state]);
  return (
    <Panel title={t('doctor.attention')} actions={actions}>
      {wrong.length === 0 ? (
        <p className={classes.line}>
          <Sign state="ok" />
          {t('doctor.well')}
        </p>
      ) : (
        <ul className="grid gap-12">
          {wrong.map(({ code, part, state, message, advice }) => (
            <li key={code + message} className={classes.line}>
              <Sign state={state} />
              <span className={classes.words}>
                <strong>{t(`doctor.part.${part}`)}</strong> {message}
                {advice && <span className="block dimmed text-13">{advice}</span>}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
