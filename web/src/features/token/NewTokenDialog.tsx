import { Alert, Select, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { defaultScopes, type Scope } from '@vexil/contract/scope.rules';
import { GameTokenBody, TokenCreateBody } from '@vexil/contract/token';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import { ScopeTable } from './ScopeTable';
import { gameAreas, scopeAreas } from './scope-areas';
import classes from './Tokens.module.css';
import { TokenText } from './TokenText';
import { useCreateToken } from './token.queries';

type Values = { name: string; days: string; scopes: Scope[] };

/** In days; 0 means no expiry. */
const lifetimes = ['1', '7', '30', '90', '365', '0'] as const;
const initialValues: Values = { name: '', days: '30', scopes: [...defaultScopes] };
const ofGame: Values = { ...initialValues, scopes: ['award:write'] };

type NewTokenDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** Of a token that is for one game. */
  gameId?: number;
};

/** Creates a token and shows it once. Mount a new one for each token. */
export function NewTokenDialog({ opened, onClose, gameId }: NewTokenDialogProps) {
  const t = useText('token');
  const create = useCreateToken(gameId);
  const [text, setText] = useState<string>();
  const form = useForm({
    base: gameId === undefined ? initialValues : ofGame,
    whole: true,
    bodyOf: (_, { name, days, scopes }) => ({ name, expiresIn: Number(days), scopes }),
    schema: gameId === undefined ? TokenCreateBody : GameTokenBody,
    fieldOf: { 'token.expiryTooFar': 'days' },
    save: async (body) => setText((await create.mutateAsync(body)).token),
  });
  return (
    <FormModal
      opened={opened}
      unsaved={form.changed.length > 0 && text === undefined}
      saving={form.saving}
      onClose={onClose}
      size="lg"
      title={t(text === undefined ? 'token.new.title' : 'token.text.title')}
    >
      {text !== undefined ? (
        <TokenText text={text} name={form.values.name} />
      ) : (
        <DialogForm form={form} submitLabel={t('token.new.create')}>
          <div className={classes.fields}>
            <TextInput
              label={t('token.new.name')}
              placeholder={t('token.new.nameExample')}
              maxLength={128}
              data-autofocus
              {...form.text('name')}
            />
            <Select
              label={t('token.new.lifetime')}
              data={lifetimes.map((days) => ({ value: days, label: t(`token.days.${days}`) }))}
              value={form.values.days}
              onChange={(days) => days && form.set('days', days)}
              error={form.errors.days}
            />
          </div>
          <ScopeTable
            areas={gameId === undefined ? scopeAreas : gameAreas}
            value={form.values.scopes}
            onChange={(scopes) => form.set('scopes', scopes)}
            error={form.errors.scopes ? t('token.scopes.none') : null}
          />
          {form.values.scopes.includes('admin:write') && (
            <Alert color="yellow" icon={<IconAlertTriangle />}>
              {t('token.new.powerful')}
            </Alert>
          )}
        </DialogForm>
      )}
    </FormModal>
  );
}
