import { Button } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { type Beginning, NewGameDialog } from '../../features/game-edit/NewGameDialog';
import classes from '../../features/overview/Overview.module.css';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';

const demoCommand = 'npm run demo';

/** A game of one's own, one from a package, or a look at a competition that is played by itself. */
export function FirstGameStep() {
  const t = useText('overview');
  const [opened, setOpened] = useState(false);
  const [begin, setBegin] = useState<Beginning>();
  const openWith = (beginning: Beginning) => {
    setBegin(beginning);
    setOpened(true);
  };
  return (
    <>
      <div className="flex wrap gap-12">
        <Button leftSection={<IconPlus />} onClick={() => openWith('empty')}>
          {t('overview.start.newGame')}
        </Button>
        <Button variant="default" leftSection={<IconFileImport />} onClick={() => openWith('package')}>
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
      <NewGameDialog opened={opened} onClose={() => setOpened(false)} begin={begin} />
    </>
  );
}
