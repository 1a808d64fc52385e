import { Checkbox, Select, Switch, TextInput } from '@mantine/core';
import { WebhookCreateBody, WebhookUpdateBody } from '@vexil/contract/webhook';
import { webhookNameLengthMax } from '@vexil/contract/webhook.limits';
import {
  privateWebhookKinds,
  type WebhookFormat,
  type WebhookKind,
  webhookFormats,
  webhookKinds,
} from '@vexil/db/enums/webhook';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import classes from './Webhooks.module.css';
import { useCreateWebhook, useGameChoices, useUpdateWebhook, type Webhook } from './webhook.queries';

type Values = {
  name: string;
  format: WebhookFormat;
  address: string;
  chatId: string;
  kinds: WebhookKind[];
  /** Empty for all games. */
  gameId: string;
  isPrivate: boolean;
  isEnabled: boolean;
};

const emptyValues: Values = {
  name: '',
  format: 'Json',
  address: '',
  chatId: '',
  kinds: ['Blood', 'Notice'],
  gameId: '',
  isPrivate: false,
  isEnabled: true,
};

const valuesOf = (webhook: Webhook): Values => ({
  name: webhook.name,
  format: webhook.format,
  address: '',
  chatId: webhook.chatId ?? '',
  kinds: webhook.kinds,
  gameId: webhook.gameId === null ? '' : String(webhook.gameId),
  isPrivate: webhook.isPrivate,
  isEnabled: webhook.isEnabled,
});

/** Without the format, which stays; an empty address stays as well. */
const bodyOf = (values: Values) => ({
  name: values.name,
  chatId: values.format === 'Telegram' ? values.chatId : null,
  kinds: values.kinds.filter((kind) => isPossible(kind, values)),
  gameId: values.gameId === '' ? null : Number(values.gameId),
  isPrivate: values.isPrivate,
  isEnabled: values.isEnabled,
  address: values.address.trim(),
});

const isPrivateKind = (kind: WebhookKind) => (privateWebhookKinds as readonly WebhookKind[]).includes(kind);

/** The state of the platform belongs to no game. */
const isPossible = (kind: WebhookKind, { isPrivate, gameId }: Pick<Values, 'isPrivate' | 'gameId'>) =>
  (isPrivate || !isPrivateKind(kind)) && (kind !== 'Health' || gameId === '');

const examples: Record<WebhookFormat, string> = {
  Json: 'https://example.org/hook',
  Discord: 'https://discord.com/api/webhooks/…',
  Slack: 'https://hooks.slack.com/services/…',
  Telegram: 'https://api.telegram.org/bot…/sendMessage',
};

type WebhookDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** A new one where it is left out. */
  webhook?: Webhook | undefined;
  onSecret: (shown: { name: string; secret: string }) => void;
};

/** Mount a new one each time. */
export function WebhookDialog({ opened, onClose, webhook, onSecret }: WebhookDialogProps) {
  const t = useText('webhook');
  const create = useCreateWebhook();
  const update = useUpdateWebhook(webhook?.id ?? '');
  const games = useGameChoices();
  const form = useForm({
    base: webhook ? valuesOf(webhook) : emptyValues,
    whole: true,
    bodyOf: (_, values) => {
      const { address, ...body } = bodyOf(values);
      return webhook ? { ...body, address: address || null } : { ...body, address, format: values.format };
    },
    schema: webhook ? WebhookUpdateBody : WebhookCreateBody,
    check: ({ kinds, isPrivate, gameId, format, chatId }) => ({
      kinds: kinds.some((kind) => isPossible(kind, { isPrivate, gameId })) ? null : t('webhook.noKind'),
      chatId: format === 'Telegram' && chatId.trim() === '' ? t('webhook.noChat') : null,
    }),
    fieldOf: { 'webhook.addressRefused': 'address', 'webhook.chatMissing': 'chatId', 'game.notFound': 'gameId' },
    save: async (body, values) => {
      if (webhook) {
        await update.mutateAsync(body);
      } else {
        const { secret } = await create.mutateAsync({ ...body, address: body.address ?? '', format: values.format });
        onSecret({ name: values.name, secret });
      }
      onClose();
    },
  });
  const { values } = form;
  const gameChoices = (games.data?.data ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  const toggleKind = (kind: WebhookKind) =>
    form.set(
      'kinds',
      values.kinds.includes(kind) ? values.kinds.filter((other) => other !== kind) : [...values.kinds, kind],
    );
  return (
    <FormModal
      opened={opened}
      form={form}
      onClose={onClose}
      size="lg"
      title={webhook ? t('webhook.edit.title', { name: webhook.name }) : t('webhook.create')}
    >
      <DialogForm form={form} submitLabel={t(webhook ? 'webhook.edit.save' : 'webhook.add')}>
        <div className={classes.fields}>
          <TextInput label={t('webhook.name')} maxLength={webhookNameLengthMax} data-autofocus {...form.text('name')} />
          <Select
            label={t('webhook.formatLabel')}
            data={webhookFormats.map((format) => ({ value: format, label: t(`webhook.format.${format}`) }))}
            disabled={webhook !== undefined}
            value={values.format}
            onChange={(format) => format && form.set('format', format)}
          />
        </div>
        <TextInput
          label={t('webhook.address')}
          description={t(webhook ? 'webhook.addressKept' : 'webhook.addressHelp', { host: webhook?.host ?? '' })}
          placeholder={examples[values.format]}
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          {...form.text('address')}
        />
        {values.format === 'Telegram' && (
          <TextInput label={t('webhook.chat')} description={t('webhook.chatHelp')} {...form.text('chatId')} />
        )}
        <Select
          label={t('webhook.game')}
          data={[{ value: '', label: t('webhook.allGames') }, ...gameChoices]}
          searchable
          value={values.gameId}
          onChange={(gameId) => form.set('gameId', gameId ?? '')}
          error={form.errors.gameId}
        />
        <Switch label={t('webhook.isPrivate')} description={t('webhook.privateHelp')} {...form.toggle('isPrivate')} />
        <fieldset className={classes.kinds}>
          <legend>{t('webhook.kinds')}</legend>
          {webhookKinds.map((kind) => (
            <Checkbox
              key={kind}
              label={t(`webhook.kind.${kind}`)}
              disabled={!isPossible(kind, values)}
              checked={values.kinds.includes(kind) && isPossible(kind, values)}
              onChange={() => toggleKind(kind)}
            />
          ))}
          {form.errors.kinds && (
            <p className={classes.error} role="alert">
              {form.errors.kinds}
            </p>
          )}
        </fieldset>
        {webhook && <Switch label={t('webhook.isEnabled')} {...form.toggle('isEnabled')} />}
      </DialogForm>
    </FormModal>
  );
}
