import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconSelector } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { OnDemandDialog } from '../../ui/OnDemand';
import { useTabRow } from '../../ui/use-tab-row';
import classes from './AdminFrame.module.css';
import { AreaList } from './AreaList';
import { adminAreas } from './areas';

const AreaSheet = lazy(() => import('./AreaSheet'));

/** The pages of the administration beside their navigation; below 1200 px it is a row above, on phones a sheet. */
export function AdminFrame({ children }: { children: ReactNode }) {
  const isPhone = useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false });
  return (
    <div className={classes.frame}>
      {isPhone ? <AreaButton /> : <AreaRow />}
      <div className="shrinks">{children}</div>
    </div>
  );
}

function AreaRow() {
  const t = useText('admin');
  const row = useTabRow();
  return (
    <nav ref={row.ref} className={`${classes.nav} ${row.className}`} aria-label={t('admin.area.label')}>
      <AreaList />
    </nav>
  );
}

/** Says where one is, and opens the others. */
function AreaButton() {
  const t = useText('admin');
  const [opened, setOpened] = useState(false);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const areas = adminAreas.flat();
  const here = areas.findLast(({ to }) => path.startsWith(`${to}`) && to !== '/admin') ?? areas[0];
  return (
    <>
      <UnstyledButton
        className={classes.here}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => setOpened(true)}
      >
        {here && <here.icon aria-hidden />}
        <span className="visually-hidden">{t('admin.area.label')}: </span>
        {here && t(here.label)}
        <IconSelector size={16} className="push faint" />
      </UnstyledButton>
      <OnDemandDialog dialog={AreaSheet} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
