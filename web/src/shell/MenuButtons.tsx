import { ActionIcon, type ActionIconProps, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLanguage, IconMoon, IconSelector } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import type { Account } from '../features/account/account.queries';
import { useText } from '../i18n/use-text';
import { Avatar } from '../ui/Avatar';
import { schemes } from './schemes';
import classes from './UserMenu.module.css';
import { usePlace } from './use-place';

// The menus' buttons apart from the menus, so that a page can show them without the menus' code.

type ButtonProps = ActionIconProps & Omit<ComponentPropsWithRef<'button'>, keyof ActionIconProps>;

export function LanguageButton(props: ButtonProps) {
  const t = useText();
  return (
    <ActionIcon
      data-hint={t('shell.language')}
      data-hint-side="right"
      size={36}
      aria-label={t('shell.language')}
      {...props}
    >
      <IconLanguage />
    </ActionIcon>
  );
}

export function ThemeButton(props: ButtonProps) {
  const t = useText();
  const { colorScheme } = useMantineColorScheme();
  const Icon = schemes.find((scheme) => scheme.value === colorScheme)?.icon ?? IconMoon;
  return (
    <ActionIcon
      data-hint={t('shell.theme.label')}
      data-hint-side="right"
      size={36}
      aria-label={t('shell.theme.label')}
      {...props}
    >
      <Icon />
    </ActionIcon>
  );
}

export function UserButton({ account, className, ...props }: { account: Account } & ComponentPropsWithRef<'button'>) {
  const t = useText();
  const name = account.userName ?? '';
  const isHere = usePlace() === '/account';
  return (
    <UnstyledButton className={`${classes.user} ${className ?? ''}`} data-here={isHere || undefined} {...props}>
      <Avatar name={name} src={account.avatar} size={32} />
      <span className={classes.words}>
        <span className="ellipsis medium">
          <span className="visually-hidden">{t('shell.userMenu')}: </span>
          {name}
        </span>
        <span className="faint text-12">{t(`shell.role.${account.role}`)}</span>
      </span>
      <IconSelector size={16} className={classes.arrow} />
    </UnstyledButton>
  );
}
