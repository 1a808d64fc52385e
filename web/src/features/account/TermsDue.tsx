import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { useForm } from '../../ui/use-form';
import { AccountCard } from './AccountCard';
import classes from './AccountCard.module.css';
import { useSignOut } from './account.queries';
import { OwnDataPanel } from './OwnDataPanel';
import { TermsFields } from './TermsFields';
import { noTerms, useTerms } from './use-terms';

/** In place of every page while the account has not accepted the terms that stand now. */
export function TermsDue() {
  const t = useText('account');
  const queryClient = useQueryClient();
  const router = useRouter();
  const signOut = useSignOut();
  const { terms, check, accepted } = useTerms();
  const form = useForm({
    base: noTerms,
    whole: true,
    check,
    fieldOf: { 'account.termsNotAccepted': 'acceptedTerms' },
    save: async () => {
      await call(termsEndpoints.accept, { body: { hash: accepted.acceptedTerms ?? '' } });
      await queryClient.resetQueries();
      await router.invalidate();
    },
  });
  return (
    <>
      <AccountCard
        title={t('account.terms.title')}
        lead={t('account.terms.lead')}
        failure={form.failure}
        onSubmit={form.onSubmit}
      >
        <TermsFields terms={terms} form={form} />
        <Button type="submit" fullWidth disabled={!terms} loading={form.saving}>
          {t('account.terms.submit')}
        </Button>
        <Button variant="default" fullWidth loading={signOut.isPending} onClick={() => signOut.mutate()}>
          {t('shell.signOut')}
        </Button>
      </AccountCard>
      <div className={classes.beside}>
        <OwnDataPanel />
      </div>
    </>
  );
}
