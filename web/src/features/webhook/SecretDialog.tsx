import { useText } from '../../i18n/use-text';
import { FormModal } from '../../ui/FormModal';
import { OneTimeText } from '../../ui/OneTimeText';

type SecretDialogProps = { name: string; secret: string; onClose: () => void };

export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const t = useText('webhook');
  return (
    <FormModal opened onClose={onClose} title={t('webhook.secret.title')} size="lg">
      <OneTimeText
        text={secret}
        warning={t('webhook.secret.once', { name })}
        use={
          <>
            {t('webhook.secret.use')} <code>webhook-signature</code>
          </>
        }
        copyLabel={t('webhook.secret.copy')}
        doneLabel={t('webhook.secret.done')}
      />
    </FormModal>
  );
}
