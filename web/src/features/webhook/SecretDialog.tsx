import { Alert, Button, Group, Modal } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import classes from './Webhooks.module.css';

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
      <div className={classes.form}>
        <Alert color="yellow" role="status">
          {t('webhook.secret.once', { name })}
        </Alert>
        <code className={classes.text}>{secret}</code>
        <p className={classes.use}>
          {t('webhook.secret.use')} <code>webhook-signature</code>
        </p>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret} label={t('webhook.secret.copy')} withText />
          <Button onClick={onClose}>{t('webhook.secret.done')}</Button>
        </Group>
      </div>
    </Modal>
  );
}
