import { Drawer, NativeSelect, SegmentedControl, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconPalette, IconSearch } from '@tabler/icons-react';
import { lazy, useState } from 'react';
import { useAccount, useSignOut } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { showCommands } from '../ui/commands';
import { OnDemandDialog } from '../ui/OnDemand';
import { LanguageChoices } from './LanguageChoices';
import classes from './MoreSheet.module.css';
import { PlaceLink } from './PlaceLink';
import { placesFor } from './places';
import { schemes } from './schemes';

const AccentDialog = lazy(async () => ({ default: (await import('./AccentDialog')).AccentDialog }));

const inBottomBar = ['/', '/games', '/teams'];

/** On phones: everything that the bottom bar has no room for. */
export function MoreSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText();
  const account = useAccount();
  const signOut = useSignOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const [choosing, setChoosing] = useState(false);
  const first = (action: () => void) => () => {
    onClose();
    action();
  };
  return (
    <>
      <Drawer
        opened={opened}
        onClose={onClose}
        position="bottom"
        classNames={{ content: classes.sheet }}
        radius="lg"
        title={t('shell.more')}
        closeButtonProps={{ 'aria-label': t('ui.close') }}
      >
        <div className={classes.places}>
          <UnstyledButton className={classes.item} onClick={first(() => showCommands(true))}>
            <IconSearch size={20} />
            {t('shell.search')}
          </UnstyledButton>
          {placesFor(account)
            .filter((place) => !inBottomBar.includes(place.path))
            .map(({ path, label, icon: Icon }) => (
              <PlaceLink key={path} path={path} label={t(label)} icon={<Icon size={20} />} onClick={onClose} />
            ))}
          <UnstyledButton className={classes.item} onClick={first(() => setChoosing(true))}>
            <IconPalette size={20} />
            {t('shell.theme.accent')}
          </UnstyledButton>
          {account && (
            <UnstyledButton className={`${classes.item} ${classes.leave}`} onClick={first(() => signOut.mutate())}>
              <IconLogout size={20} />
              {t('shell.signOut')}
            </UnstyledButton>
          )}
        </div>
        <div className={classes.switches}>
          <SegmentedControl
            fullWidth
            aria-label={t('shell.theme.label')}
            value={colorScheme}
            onChange={(value) => setColorScheme(value as typeof colorScheme)}
            data={schemes.map(({ value, label }) => ({ value, label: t(label) }))}
          />
          <LanguageChoices>
            {({ current, languages, choose }) => (
              <NativeSelect
                label={t('shell.language')}
                value={current}
                onChange={(event) => {
                  const chosen = languages.find(({ tag }) => tag === event.currentTarget.value);
                  if (chosen) choose(chosen.tag);
                }}
                data={languages.map(({ tag, name }) => ({ value: tag, label: name }))}
              />
            )}
          </LanguageChoices>
        </div>
      </Drawer>
      <OnDemandDialog dialog={AccentDialog} opened={choosing} onClose={() => setChoosing(false)} />
    </>
  );
}
