import { UnstyledButton } from '@mantine/core';
import { IconDots, IconFlag3, IconHome, IconLogin2, IconUserCircle, IconUsers } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { lazy, useState } from 'react';
import { useAccount } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { OnDemandDialog } from '../ui/OnDemand';
import classes from './BottomBar.module.css';
import { usePlace } from './use-place';

const MoreSheet = lazy(async () => ({ default: (await import('./MoreSheet')).MoreSheet }));

const isWithin = (path: string, here: string) => path === here || path.startsWith(`${here}/`);

/** The navigation of phones: what a player needs within the thumb's reach, the rest one touch further. */
export function BottomBar() {
  const t = useText();
  const account = useAccount();
  const [opened, setOpened] = useState(false);
  const here = usePlace();
  const places = [
    { path: '/', label: t('shell.home'), icon: <IconHome size={22} /> },
    { path: '/games', label: t('shell.games'), icon: <IconFlag3 size={22} /> },
    { path: '/teams', label: t('shell.teams'), icon: <IconUsers size={22} /> },
    account
      ? { path: '/account/profile', label: t('shell.account'), icon: <IconUserCircle size={22} /> }
      : { path: '/account/login', label: t('shell.signIn'), icon: <IconLogin2 size={22} /> },
  ];
  return (
    <>
      <nav className={classes.bar} aria-label={t('shell.navigation')} data-floor>
        {places.map((place) => (
          <Link
            key={place.path}
            to={place.path as LinkProps['to']}
            className={classes.place}
            aria-current={isWithin(place.path, here) ? 'page' : undefined}
            // Another page of the account is marked too, which the router would not.
            activeOptions={{ exact: true }}
          >
            {place.icon}
            <span>{place.label}</span>
          </Link>
        ))}
        <UnstyledButton
          className={classes.place}
          aria-current={here === 'more' ? 'true' : undefined}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(true)}
        >
          <IconDots size={22} />
          <span>{t('shell.more')}</span>
        </UnstyledButton>
      </nav>
      <OnDemandDialog dialog={MoreSheet} opened={opened} onClose={() => setOpened(false)} />
    </>
  );
}
