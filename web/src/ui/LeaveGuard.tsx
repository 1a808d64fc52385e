import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/use-text';
import { ConfirmDialog } from './ConfirmDialog';

/** Asks before a page with something unsaved on it is left; a change of filters in its address does not count. */
export function LeaveGuard({ active }: { active: boolean }) {
  const t = useText();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => active && current.pathname !== next.pathname,
    enableBeforeUnload: active,
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
      {t('ui.form.leaveText')}
    </ConfirmDialog>
  );
}
