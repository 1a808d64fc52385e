import { Alert, Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconSend } from '@tabler/icons-react';
import { canReceiveMail } from '@vexil/rules/email.rules';
import { type FormEvent, useRef, useState } from 'react';
import { describeError } from '../../api/describe-error';
import { fieldErrors } from '../../api/field-errors';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { Panel } from '../../ui/Panel';
import { useTestMail } from './config-admin.queries';
import classes from './Settings.module.css';

type MailSectionProps = { hasMail: boolean; ownEmail: string; id?: string; title?: string };

export function MailSection({ id, title, ...props }: MailSectionProps) {
  return (
    <Panel id={id} title={title} dense>
      <MailTest {...props} />
    </Panel>
  );
}

export function MailTest({ hasMail, ownEmail }: Pick<MailSectionProps, 'hasMail' | 'ownEmail'>) {
  const t = useText('config-admin');
  const [to, setTo] = useState(canReceiveMail(ownEmail) ? ownEmail : '');
  const [missing, setMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const test = useTestMail();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isEmpty = to.trim() === '';
    setMissing(isEmpty);
    if (isEmpty) field.current?.focus();
    else test.mutate(to.trim());
  };
  const wrong = missing ? t('ui.invalid.required') : fieldErrors(test.error).to;
  return (
    <div className={classes.stack}>
      <p className={classes.help}>{t(hasMail ? 'config-admin.mail.help' : 'config-admin.mail.missing')}</p>
      {hasMail && (
        <form className={classes.row} onSubmit={submit} noValidate>
          <TextInput
            ref={field}
            className={classes.grow}
            type="email"
            label={t('config-admin.mail.to')}
            value={to}
            onChange={(event) => {
              setTo(event.currentTarget.value);
              setMissing(false);
            }}
            error={wrong}
          />
          <Button type="submit" variant="default" loading={test.isPending} leftSection={<IconSend />}>
            {t('config-admin.mail.send')}
          </Button>
        </form>
      )}
      <FailureAlert>{test.isError && !wrong && describeError(test.error)}</FailureAlert>
      {test.data && (
        <Alert
          color={test.data.problem === null ? 'green' : 'red'}
          role="status"
          icon={test.data.problem === null ? <IconCheck /> : <IconAlertTriangle />}
        >
          {t(`config-admin.mail.result.${test.data.problem ?? 'sent'}`, { to: test.variables })}
          {test.data.answer && <p className={`${classes.answer} mono`}>{test.data.answer}</p>}
        </Alert>
      )}
    </div>
  );
}
