import { Tooltip, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLogin2, IconSearch } from '@tabler/icons-react';
import { useAccount } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { showCommands } from '../ui/commands';
import { Keys } from '../ui/KeyHelp';
import { Brand } from './Brand';
import { LanguageMenu } from './LanguageMenu';
import { PlaceLink } from './PlaceLink';
import { placesFor } from './places';
import classes from './SideBar.module.css';
import { ThemeMenu } from './ThemeMenu';
import { UserMenu } from './UserMenu';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

/** The navigation from 768 px: a rail of icons, from 1200 px with words. */
export function SideBar() {
  const t = useText();
  const account = useAccount();
  const isRail = !useMediaQuery('(min-width: 75em)', true);
  return (
    <aside className={classes.bar}>
      <div className={classes.brand}>
        <Brand />
      </div>
      <Tooltip label={t('shell.search')} position="right" disabled={!isRail}>
        <UnstyledButton className={classes.search} onClick={() => showCommands(true)} aria-label={t('shell.search')}>
          <IconSearch {...icon} />
          <span className={classes.words}>{t('shell.search')}</span>
          <span className={classes.words}>
            <Keys keys="mod+k" />
          </span>
        </UnstyledButton>
      </Tooltip>
      <nav className={classes.places} aria-label={t('shell.navigation')}>
        {placesFor(account?.role).map(({ path, label, icon: Icon }) => (
          <PlaceLink key={path} path={path} label={t(label)} icon={<Icon {...icon} />} tooltip={isRail} />
        ))}
      </nav>
      <div className={classes.foot}>
        <div className={classes.switches}>
          <LanguageMenu />
          <ThemeMenu />
        </div>
        {account ? (
          <UserMenu account={account} />
        ) : (
          <PlaceLink path="/account/login" label={t('shell.signIn')} icon={<IconLogin2 {...icon} />} tooltip={isRail} />
        )}
      </div>
    </aside>
  );
}
