import { Button } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useText } from '../i18n/use-text';
import classes from './FormBar.module.css';
import { LeaveGuard } from './LeaveGuard';

type FormBarProps = {
  form: {
    /** The names of the changed fields as the form shows them; the bar is there while there are any. */
    changes: string[];
    saving: boolean;
    discard: () => void;
    /** Why the last save was refused, where it concerns no single field. */
    failure: string | undefined;
  };
  /** Without it the save button submits the form that the bar stands in. */
  onSave?: () => unknown;
};

const savedMs = 2500;

/** For a moment after all changes were stored. */
function useJustSaved(saving: boolean, changed: boolean): boolean {
  const [wasSaving, setWasSaving] = useState(saving);
  const [isSaved, setSaved] = useState(false);
  if (wasSaving !== saving) {
    setWasSaving(saving);
    setSaved(wasSaving && !changed);
  }
  useEffect(() => {
    if (!isSaved) return;
    const timer = setTimeout(setSaved, savedMs, false);
    return () => clearTimeout(timer);
  }, [isSaved]);
  return isSaved;
}

/**
 * The one bar of an editing page: what changed, save, discard, and that it is saved; asks before the page is left with
 * changes in it.
 */
export function FormBar({ form: { changes, saving, discard, failure }, onSave }: FormBarProps) {
  const t = useText();
  const changed = changes.length > 0;
  const isSaved = useJustSaved(saving, changed);
  return (
    <>
      {(changed || isSaved) && (
        <section className={classes.bar} aria-label={t(changed ? 'ui.form.bar' : 'ui.form.saved')} data-floor>
          <p className={classes.words} role="status">
            {changed ? (
              <>
                <strong>{t('ui.form.unsaved')}</strong> <span>{changes.join(', ')}</span>
              </>
            ) : (
              <strong className={classes.saved}>
                <IconCheck />
                {t('ui.form.saved')}
              </strong>
            )}
          </p>
          {failure && (
            <p className={classes.failure} role="alert">
              <IconAlertTriangle size={16} />
              {failure}
            </p>
          )}
          {changed && (
            <div className="flex gap-8 push">
              <Button variant="default" onClick={discard} disabled={saving}>
                {t('ui.form.discard')}
              </Button>
              <Button type={onSave ? 'button' : 'submit'} onClick={() => onSave?.()} loading={saving}>
                {t('ui.form.save')}
              </Button>
            </div>
          )}
        </section>
      )}
      <LeaveGuard active={changed} saving={saving} />
    </>
  );
}
