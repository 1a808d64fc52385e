import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { termsEndpoints } from '@vexil/contract/terms.endpoints';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { answersOf } from '../../ui/own-fields';
import { useForm } from '../../ui/use-form';
import { AccountCard } from './AccountCard';
import classes from './AccountCard.module.css';
import { useAccount, useSignOut } from './account.queries';
import { OwnDataPanel } from './OwnDataPanel';
import { TermsFields } from './TermsFields';
import { noTerms, useTerms } from './use-terms';

/** In place of every page while the account has not accepted the terms that stand now, or not answered what is required. */
export function TermsDue() {
  const t = useText('account');
  const queryClient = useQueryClient();
  const router = useRouter();
  const signOut = useSignOut();
  const { terms, check, accepted } = useTerms();
  const account = useAccount();
  const isAboutTerms = account?.termsDue !== false;
  const form = useForm({
    base: {
      ...noTerms,
      // What was accepted is not asked again beside a new field.
      ...(!isAboutTerms && { acceptedTerms: terms?.hash ?? '', eligible: true }),
      fields: answersOf(account?.fields ?? []),
    },
    whole: true,
    check,
    fieldOf: { 'account.termsNotAccepted': 'acceptedTerms' },
    save: async (_, values) => {
      const { acceptedTerms: hash, fields } = accepted(values);
      await call(termsEndpoints.accept, { body: { hash, fields } });
      await queryClient.resetQueries();
      await router.invalidate();
    },
  });
  return (
    <>
      <AccountCard
        title={t(isAboutTerms ? 'account.terms.title' : 'account.fields.title')}
        lead={t(isAboutTerms ? 'account.terms.lead' : 'account.fields.lead')}
        failure={form.failure}
        onSubmit={form.onSubmit}
      >
        <TermsFields terms={isAboutTerms || !terms ? terms : { ...terms, hash: null }} form={form} />
        <Button type="submit" fullWidth disabled={!terms} loading={form.saving}>
          {t(isAboutTerms ? 'account.terms.submit' : 'account.fields.submit')}
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
