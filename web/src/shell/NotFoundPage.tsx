import { Button, Group } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useText } from '../i18n/use-text';
import { showCommands } from '../ui/commands';
import { LinkButton } from '../ui/links';
import { PageTitle } from '../ui/PageHeader';
import { DeadEnd } from './DeadEnd';

/** The address stays in the address bar, so that it can be corrected. */
export function NotFoundPage() {
  const t = useText();
  const { href } = useLocation();
  return (
    <DeadEnd code="404" title={t('shell.notFound.title')} text={t('shell.notFound.text')} address={href}>
      <PageTitle title={t('shell.notFound.title')} />
      <Group gap="xs" justify="center">
        <LinkButton to="/">{t('shell.notFound.home')}</LinkButton>
        <Button
          variant="default"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden />}
          onClick={() => showCommands(true)}
        >
          {t('shell.notFound.search')}
        </Button>
      </Group>
    </DeadEnd>
  );
}
