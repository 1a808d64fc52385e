import { Modal } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { OneTimeText } from '../../ui/OneTimeText';

type SecretDialogProps = { name: string; secret: string; onClose: () => void };

export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  const t = useText('webhook');
  return (
    <Modal
      opened
      onClose={onClose}
      // A click outside must not discard the secret.
      closeOnClickOutside={false}
      closeOnEscape={false}
      title={t('webhook.secret.title')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
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
        onClose={onClose}
      />
    </Modal>
  );
}
