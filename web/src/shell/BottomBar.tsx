import { UnstyledButton } from '@mantine/core';
import { IconDots, IconFlag3, IconHome, IconLogin2, IconUserCircle, IconUsers } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { useAccount } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { OnDemandDialog } from '../ui/OnDemand';
import classes from './BottomBar.module.css';

const MoreSheet = lazy(async () => ({ default: (await import('./MoreSheet')).MoreSheet }));

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const;

/** The navigation of phones: what a player needs within the thumb's reach, the rest one touch further. */
export function BottomBar() {
  const t = useText();
  const account = useAccount();
  const [opened, setOpened] = useState(false);
  const places = [
    { path: '/', label: t('shell.home'), icon: <IconHome {...icon} /> },
    { path: '/games', label: t('shell.games'), icon: <IconFlag3 {...icon} /> },
    { path: '/teams', label: t('shell.teams'), icon: <IconUsers {...icon} /> },
    account
      ? { path: '/account/profile', label: t('shell.account'), icon: <IconUserCircle {...icon} /> }
      : { path: '/account/login', label: t('shell.signIn'), icon: <IconLogin2 {...icon} /> },
  ];
  return (
    <>
      <nav className={classes.bar} aria-label={t('shell.navigation')} data-floor>
        {places.map((place) => (
          <Link
            key={place.path}
            to={place.path as LinkProps['to']}
            className={classes.place}
            activeProps={{ 'aria-current': 'page' }}
            activeOptions={{ exact: place.path === '/' }}
          >
            {place.icon}
            <span>{place.label}</span>
          </Link>
        ))}
        <UnstyledButton
          className={classes.place}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(true)}
        >
          <IconDots {...icon} />
          <span>{t('shell.more')}</span>
        </UnstyledButton>
      </nav>
      <OnDemandDialog dialog={MoreSheet} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
