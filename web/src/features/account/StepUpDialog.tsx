import { Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { StepUpBody } from '@vexil/contract/factor';
import { factorEndpoints } from '@vexil/contract/factor.endpoints';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { PasswordField } from '../../ui/PasswordField';
import { QueryState } from '../../ui/QueryState';
import { useForm } from '../../ui/use-form';
import { FactorField } from './FactorField';
import { factorsQuery } from './factor.queries';
import { PasskeyButton } from './PasskeyButton';
import { ProviderButtons } from './ProviderButtons';

/** Asks who one is, over the page whose call needs it. */
export default function StepUpDialog({ answer }: { answer: (isProved: boolean) => void }) {
  const t = useText('factor');
  const query = useQuery(factorsQuery());
  const isCode = (query.data?.factors.length ?? 0) > 0;
  const form = useForm({
    base: { code: '', password: '' },
    whole: true,
    bodyOf: (_, { code, password }) => (isCode ? { code } : { password }),
    schema: StepUpBody,
    save: async (body) => {
      await call(factorEndpoints.stepUp, { body });
      answer(true);
    },
  });
  const hasPasskey = query.data?.factors.some(({ kind }) => kind === 'passkey');
  const leave = () => answer(false);
  return (
    // Opened once it is known what to ask for: the focus goes to a field that is there.
    <Modal
      opened={!query.isPending}
      onClose={leave}
      title={t('factor.again.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <form className="grid gap-16" onSubmit={form.onSubmit} noValidate>
        <p className="dimmed">{t('factor.again.text')}</p>
        <FailureAlert>{form.failure}</FailureAlert>
        <QueryState query={query} title={t('factor.failed')} pending={null} />
        {hasPasskey && (
          <PasskeyButton
            disabled={form.saving}
            ask={() => call(factorEndpoints.challengePasskey)}
            use={async (passkey) => {
              await call(factorEndpoints.stepUp, { body: { passkey } });
              answer(true);
            }}
          />
        )}
        {query.data &&
          (isCode ? (
            <FactorField {...form.text('code')} />
          ) : (
            <PasswordField
              label={t('factor.again.password')}
              autoComplete="current-password"
              data-autofocus
              {...form.text('password')}
            />
          ))}
        {query.data && !isCode && <ProviderButtons from={window.location.pathname + window.location.search} />}
        <div className="row wrap end gap-8">
          <Button variant="default" onClick={leave} disabled={form.saving}>
            {t('ui.cancel')}
          </Button>
          <Button type="submit" loading={form.saving} disabled={!query.data}>
            {t('factor.again.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
