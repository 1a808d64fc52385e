import type { CheckResult, GameCheckResult } from '@vexil/contract/doctor';
import { useText } from '../../i18n/use-text';
import { Verdicts } from '../../ui/Verdicts';

/** As the server words them. */
export function CheckResults({ checks }: { checks: readonly (CheckResult | GameCheckResult)[] }) {
  const t = useText('doctor');
  const items = checks.map(({ part, code, state, message, advice }) => ({
    key: code + message,
    state,
    spoken: t(`doctor.state.${state}`),
    words:
      part === 'checklist' || part === 'dryRun' ? (
        message
      ) : (
        <>
          <strong>{t(`doctor.part.${part}`)}</strong> {message}
        </>
      ),
    detail: state !== 'ok' && advice,
  }));
  return <Verdicts items={items} />;
}
