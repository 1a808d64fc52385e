import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLogin2, IconSearch } from '@tabler/icons-react';
import { lazy, type ReactNode } from 'react';
import { useAccount } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { showCommands } from '../ui/commands';
import { Keys } from '../ui/Keys';
import { OnDemandMenu } from '../ui/OnDemand';
import { Brand } from './Brand';
import { LanguageButton, ThemeButton, UserButton } from './MenuButtons';
import { PlaceLink } from './PlaceLink';
import { placesFor } from './places';
import classes from './SideBar.module.css';

const LanguageMenu = lazy(async () => ({ default: (await import('./LanguageMenu')).LanguageMenu }));
const ThemeMenu = lazy(async () => ({ default: (await import('./ThemeMenu')).ThemeMenu }));
const UserMenu = lazy(async () => ({ default: (await import('./UserMenu')).UserMenu }));

/** The navigation from 768 px: a rail of icons, from 1200 px with words. */
export function SideBar({ dock }: { dock: ReactNode }) {
  const t = useText();
  const account = useAccount();
  const isRail = !useMediaQuery('(min-width: 75em)', true);
  return (
    <header className={classes.bar}>
      <div className={classes.brand}>
        <Brand />
      </div>
      <UnstyledButton
        data-hint={!isRail ? undefined : t('shell.search')}
        data-hint-side="right"
        className={classes.search}
        onClick={() => showCommands(true)}
        aria-keyshortcuts="Control+K"
      >
        <IconSearch />
        <span className={classes.words}>{t('shell.search')}</span>
        <span className={classes.words} aria-hidden>
          <Keys keys="mod+k" />
        </span>
      </UnstyledButton>
      <nav className={classes.places} aria-label={t('shell.navigation')}>
        {placesFor(account).map(({ path, label, icon: Icon }) => (
          <PlaceLink key={path} path={path} label={t(label)} icon={<Icon />} tooltip={isRail} />
        ))}
      </nav>
      <div className={classes.foot} data-floor>
        {dock}
        <div className={classes.switches}>
          <OnDemandMenu trigger={(props) => <LanguageButton {...props} />}>
            <LanguageMenu />
          </OnDemandMenu>
          <OnDemandMenu trigger={(props) => <ThemeButton {...props} />}>
            <ThemeMenu />
          </OnDemandMenu>
        </div>
        {account ? (
          <OnDemandMenu trigger={(props) => <UserButton account={account} {...props} />}>
            <UserMenu account={account} />
          </OnDemandMenu>
        ) : (
          <PlaceLink path="/account/login" label={t('shell.signIn')} icon={<IconLogin2 />} tooltip={isRail} />
        )}
      </div>
    </header>
  );
}
