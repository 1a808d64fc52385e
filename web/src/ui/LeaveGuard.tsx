import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/use-text';
import { ConfirmDialog } from './ConfirmDialog';
import { useUnsaved } from './unsaved';
import { closesDialog } from './use-back-closes';

type LeaveGuardProps = {
  active: boolean;
  /** While it is being saved, the page may be left. */
  saving?: boolean;
  /** What is lost, where the usual words do not say it. */
  text?: string;
  /** Whether a change of the search parameters leaves too. */
  leaves?: (current: Record<string, unknown>, next: Record<string, unknown>) => boolean;
};

/** Asks before a page with something unsaved on it is left; a change of filters in its address does not count. */
export function LeaveGuard({ active, saving = false, text, leaves }: LeaveGuardProps) {
  const t = useText();
  useUnsaved(active, text);
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      active &&
      !saving &&
      !closesDialog(action) &&
      (current.pathname !== next.pathname || leaves?.(current.search, next.search) === true),
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
