import { Button } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { toastSuccess } from '../../ui/toast';
import classes from './Audit.module.css';
import { useRestore } from './game-audit.queries';
import type { Restorable } from './restorable';

type RestoreButtonProps = { gameId: number; field: string; shown: string; what: Restorable };

export function RestoreButton({ gameId, field, shown, what }: RestoreButtonProps) {
  const t = useText('audit-log');
  const restore = useRestore(gameId);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconRestore size={14} />}
        aria-label={t('audit-log.restoreName', { field })}
        onClick={() => setAsking(true)}
      >
        {t('audit-log.restore')}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('audit-log.restoreName', { field })}
        confirmLabel={t('audit-log.restore')}
        onConfirm={() => restore.mutateAsync(what).then(() => toastSuccess(t('audit-log.restored', { field })))}
      >
        <p className={classes.dimmed}>{t('audit-log.restoreText')}</p>
        <blockquote className={classes.quote}>{shown}</blockquote>
      </ConfirmDialog>
    </>
  );
}
