import { Button } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useLanguage, useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';
import { LinkButton } from '../../ui/links';
import { PageHeader } from '../../ui/PageHeader';
import { useSignOut } from './account.queries';
import ownClasses from './Factors.module.css';
import { FactorsPanel } from './FactorsPanel';
import { factorsQuery } from './factor.queries';

/** In place of every page while a required second factor is missing. Stays until the reader goes on: codes are shown. */
export function FactorDue({ onDone }: { onDone: () => void }) {
  const t = useText('factor');
  const queryClient = useQueryClient();
  const router = useRouter();
  const signOut = useSignOut();
  const isSet = (useQuery(factorsQuery()).data?.factors.length ?? 0) > 0;
  const goOn = async () => {
    onDone();
    await queryClient.resetQueries();
    await router.invalidate();
  };
  return (
    <div className={ownClasses.due}>
      <PageHeader title={t('factor.due.title')} lead={t('factor.due.lead')} />
      <FactorsPanel />
      <div className="flex wrap gap-8">
        <Button disabled={!isSet} onClick={() => void goOn()}>
          {t('factor.due.goOn')}
        </Button>
        <Button variant="default" loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('factor.due.signOut')}
        </Button>
      </div>
    </div>
  );
}

/** Above every page until the day. */
export function FactorNotice({ due }: { due: number }) {
  const t = useText('factor');
  const language = useLanguage();
  return (
    <div className={ownClasses.notice} role="status">
      <IconShieldLock aria-hidden />
      <span>{t('factor.due.notice', { date: formatTime(due, 'date', language) })}</span>
      <LinkButton size="xs" variant="default" to="/account/profile" hash="factors">
        {t('factor.due.setUp')}
      </LinkButton>
    </div>
  );
}
