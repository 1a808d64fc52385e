import { Drawer } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import classes from './AdminFrame.module.css';
import { AreaList } from './AreaList';

/** On phones: the pages of the administration, a touch away from each of them. */
export default function AreaSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText('admin');
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      position="bottom"
      classNames={{ content: classes.sheet }}
      radius="lg"
      title={t('admin.area.label')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <nav aria-label={t('admin.area.label')}>
        <AreaList onGo={onClose} />
      </nav>
    </Drawer>
  );
}
