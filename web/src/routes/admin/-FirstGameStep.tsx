import { Button } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { ImportDialog } from '../../features/game-edit/ImportDialog';
import { NewGameDialog } from '../../features/game-edit/NewGameDialog';
import classes from '../../features/overview/Overview.module.css';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';

const demoCommand = 'npm run demo';

/** A game of one's own, one from a package, or a look at a competition that is played by itself. */
export function FirstGameStep() {
  const t = useText('overview');
  const [opened, setOpened] = useState<'new' | 'import'>();
  const close = () => setOpened(undefined);
  return (
    <>
      <div className={classes.ways}>
        <Button leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={() => setOpened('new')}>
          {t('overview.start.newGame')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconFileImport size={18} stroke={1.75} aria-hidden />}
          onClick={() => setOpened('import')}
        >
          {t('overview.start.importGame')}
        </Button>
      </div>
      <p className={classes.demo}>
        {t('overview.start.demo')}
        <span className={classes.command}>
          <code className="mono">{demoCommand}</code>
          <CopyButton value={demoCommand} />
        </span>
      </p>
      <NewGameDialog opened={opened === 'new'} onClose={close} />
      <ImportDialog opened={opened === 'import'} onClose={close} />
    </>
  );
}
