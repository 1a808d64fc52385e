import { Alert, Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { defaultScopes, type Scope } from '@vexil/contract/scope.rules';
import { TokenCreateBody } from '@vexil/contract/token';
import { useState } from 'react';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { useSchemaForm } from '../../ui/schema-form';
import { ScopeTable } from './ScopeTable';
import classes from './Tokens.module.css';
import { TokenText } from './TokenText';
import { useCreateToken } from './token.queries';

type Values = { name: string; days: string; scopes: Scope[] };

/** In days; 0 means no expiry. */
const lifetimes = ['1', '7', '30', '90', '365', '0'] as const;
const initialValues: Values = { name: '', days: '30', scopes: [...defaultScopes] };

const bodyOf = ({ name, days, scopes }: Values) => ({ name, expiresIn: Number(days), scopes });

/** Creates a token and shows it once. Mount a new one for each token. */
export function NewTokenDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useText('token');
  const create = useCreateToken();
  const [text, setText] = useState<string>();
  const form = useSchemaForm<Values>(TokenCreateBody, { initialValues, prepare: bodyOf });
  const { failure, show, clear } = useFormFailure(form, { 'token.expiryTooFar': 'days' });
  const submit = form.onSubmit(
    (values) => {
      clear();
      create.mutate(bodyOf(values), { onSuccess: ({ token }) => setText(token), onError: show });
    },
    // On phones the error may be out of view.
    (errors) => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
  );
  return (
    <Modal
      opened={opened}
      // A click outside must not discard the token or the input.
      closeOnClickOutside={false}
      closeOnEscape={text === undefined}
      onClose={onClose}
      size="lg"
      title={t(text === undefined ? 'token.new.title' : 'token.text.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      {text !== undefined ? (
        <TokenText text={text} name={form.values.name} onClose={onClose} />
      ) : (
        <form className={classes.form} onSubmit={submit} noValidate>
          {failure && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <div className={classes.fields}>
            <TextInput
              label={t('token.new.name')}
              placeholder={t('token.new.nameExample')}
              maxLength={128}
              data-autofocus
              {...form.getInputProps('name')}
            />
            <Select
              label={t('token.new.lifetime')}
              data={lifetimes.map((days) => ({ value: days, label: t(`token.days.${days}`) }))}
              allowDeselect={false}
              {...form.getInputProps('days')}
            />
          </div>
          <ScopeTable
            value={form.values.scopes}
            onChange={(scopes) => {
              form.setFieldValue('scopes', scopes);
              form.clearFieldError('scopes');
            }}
            error={form.errors.scopes ? t('token.scopes.none') : null}
          />
          {form.values.scopes.includes('admin:write') && (
            <Alert color="yellow" icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}>
              {t('token.new.powerful')}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={create.isPending}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t('token.new.create')}
            </Button>
          </Group>
        </form>
      )}
    </Modal>
  );
}
