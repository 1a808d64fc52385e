import { Button } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useText } from '../i18n/use-text';
import { ConfirmDialog } from './ConfirmDialog';
import classes from './FormBar.module.css';

export type FormBarProps = {
  /** The names of the changed fields as the form shows them; the bar is there while there are any. */
  changes: string[];
  saving: boolean;
  onDiscard: () => void;
  /** Without it the save button submits the form that the bar stands in. */
  onSave?: () => void;
};

/** The one bar of an editing page: what changed, save, discard; asks before the page is left with changes in it. */
export function FormBar({ changes, saving, onDiscard, onSave }: FormBarProps) {
  const t = useText();
  const changed = changes.length > 0;
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => changed && !saving && current.pathname !== next.pathname,
    enableBeforeUnload: changed,
    withResolver: true,
  });
  return (
    <>
      {changed && (
        <section className={classes.bar} aria-label={t('ui.form.bar')}>
          <p className={classes.words} role="status">
            <strong>{t('ui.form.unsaved')}</strong> <span>{changes.join(', ')}</span>
          </p>
          <div className={classes.buttons}>
            <Button variant="default" onClick={onDiscard} disabled={saving}>
              {t('ui.form.discard')}
            </Button>
            <Button type={onSave ? 'button' : 'submit'} onClick={onSave} loading={saving}>
              {t('ui.form.save')}
            </Button>
          </div>
        </section>
      )}
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
    </>
  );
}
