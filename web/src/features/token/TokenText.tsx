import { Alert, Button, Group } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import classes from './Tokens.module.css';

type TokenTextProps = { text: string; name: string; onClose: () => void };

export function TokenText({ text, name, onClose }: TokenTextProps) {
  const t = useText('token');
  return (
    <div className={classes.form}>
      <Alert color="yellow" role="status">
        {t('token.text.once', { name })}
      </Alert>
      <code className={classes.text}>{text}</code>
      <p className={classes.use}>
        {t('token.text.use')} <code>Authorization: Bearer …</code>
      </p>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={text} label={t('token.text.copy')} withText />
        <Button onClick={onClose}>{t('token.text.done')}</Button>
      </Group>
    </div>
  );
}
