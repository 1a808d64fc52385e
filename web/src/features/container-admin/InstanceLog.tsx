import { Button, Modal } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { tableClasses as classes } from '../../ui/DataTable';
import { QueryState } from '../../ui/QueryState';
import { TextSkeleton } from '../../ui/skeletons';
import { type Instance, useInstanceLog } from './container-admin.queries';

export function InstanceLog({ instance, onClose }: { instance: Instance | undefined; onClose: () => void }) {
  const t = useText('container-admin');
  const log = useInstanceLog(instance?.containerGuid);
  const text = log.data?.text;
  return (
    <Modal
      opened={instance !== undefined}
      onClose={onClose}
      size="xl"
      title={t('container-admin.log.title', { name: instance?.challenge?.title ?? '' })}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <div className="grid gap-16">
        <p className={classes.dimmed}>{t('container-admin.log.help')}</p>
        <QueryState query={log} pending={<TextSkeleton lines={6} />} />
        {log.data && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached with the keyboard
          <pre className={`${classes.output} mono`} tabIndex={0}>
            {text === null ? t('container-admin.log.noAnswer') : text || t('container-admin.log.empty')}
          </pre>
        )}
        <div className="row wrap end gap-8">
          {text && <CopyButton withText value={text} label={t('container-admin.log.copy')} />}
          <Button variant="default" onClick={() => void log.refetch()} loading={log.isFetching}>
            {t('container-admin.log.refresh')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
