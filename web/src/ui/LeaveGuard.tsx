import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/use-text';
import { ConfirmDialog } from './ConfirmDialog';
import { useUnsaved } from './unsaved';

type LeaveGuardProps = {
  active: boolean;
  /** While it is being saved, the page may be left. */
  saving?: boolean;
  /** What is lost, where the usual words do not say it. */
  text?: string;
};

/** Asks before a page with something unsaved on it is left; a change of filters in its address does not count. */
export function LeaveGuard({ active, saving = false, text }: LeaveGuardProps) {
  const t = useText();
  useUnsaved(active);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && !saving && current.pathname !== next.pathname,
    enableBeforeUnload: active && !saving,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={t('ui.form.leaveTitle')}
      confirmLabel={t('ui.form.leave')}
      danger
      onConfirm={async () => blocker.proceed?.()}
    >
      {text ?? t('ui.form.leaveText')}
    </ConfirmDialog>
  );
}
