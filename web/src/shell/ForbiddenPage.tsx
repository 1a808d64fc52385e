import { Group } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { useText } from '../i18n/use-text';
import { LinkButton } from '../ui/links';
import { PageTitle } from '../ui/PageHeader';
import { DeadEnd } from './DeadEnd';

/** The page exists, but not for this account. */
export function ForbiddenPage() {
  const t = useText();
  const { href } = useLocation();
  return (
    <DeadEnd code="403" title={t('shell.forbidden.title')} text={t('shell.forbidden.text')} address={href}>
      <PageTitle title={t('shell.forbidden.title')} />
      <Group gap="xs" justify="center">
        <LinkButton to="/">{t('shell.notFound.home')}</LinkButton>
        <LinkButton variant="default" to="/account/login" search={{ from: href }}>
          {t('shell.forbidden.switch')}
        </LinkButton>
      </Group>
    </DeadEnd>
  );
}
