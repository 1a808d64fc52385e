import { PasswordInput, Select, Switch, TagsInput, TextInput } from '@mantine/core';
import type { VersionedSettings } from '@vexil/contract/config-info';
import { ProvidersBody, type StoredProvider } from '@vexil/contract/sign-in';
import { presets } from '@vexil/contract/sign-in.presets';
import { type ProviderIcon, providerIcons, providerKinds } from '@vexil/db/enums/sign-in';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { useForm } from '../../ui/use-form';
import { useUpdateSettings } from './config-admin.queries';
import { ProviderRules } from './ProviderRules';
import classes from './Settings.module.css';

type Values = Omit<StoredProvider, 'hasSecret'> & { clientSecret: string };

const valuesOf = ({ hasSecret: _, ...provider }: StoredProvider): Values => ({ ...provider, clientSecret: '' });

const ofKind = (kind: Values['kind']) => ({ ...presets[kind], kind, id: kind === 'oidc' ? '' : kind });

const emptyValues: Values = {
  ...ofKind('oidc'),
  ...{ clientId: '', clientSecret: '', groupsClaim: 'groups', domains: [], groups: [], rules: [] },
  ...{ makesAccounts: true, linksByEmail: false, takesTeam: false, isEnabled: true },
};

type ProviderDialogProps = {
  opened: boolean;
  onClose: () => void;
  settings: Pick<VersionedSettings, 'signInProviders' | 'version'>;
  /** A new one where it is left out. */
  provider: StoredProvider | undefined;
};

export default function ProviderDialog({ opened, onClose, settings, provider }: ProviderDialogProps) {
  const t = useText('sign-in');
  const iconLabel = (icon: ProviderIcon) =>
    icon === 'key' || icon === 'school' || icon === 'building' || icon === 'flag'
      ? t(`sign-in.icon.${icon}`)
      : presets[icon].name;
  const update = useUpdateSettings();
  const { signInProviders: all, version } = settings;
  const form = useForm<Values, Values>({
    base: provider ? valuesOf(provider) : emptyValues,
    whole: true,
    schema: ProvidersBody.element,
    fieldOf: { 'config.issuerPrivate': 'issuer', 'game.notFound': 'rules', 'division.notFound': 'rules' },
    check: ({ id, issuer }) => ({
      id: !provider && all.some((one) => one.id === id) ? t('sign-in.settings.taken') : null,
      issuer: all.some((one) => one !== provider && one.issuer === issuer) ? t('sign-in.settings.taken') : null,
    }),
    save: async ({ clientSecret, ...body }) => {
      const edited = { ...body, clientSecret: clientSecret || null };
      const signInProviders = provider ? all.map((one) => (one === provider ? edited : one)) : [...all, edited];
      await update.mutateAsync({ signInProviders, version });
    },
  });
  const { values, set } = form;
  const toggle = (name: 'makesAccounts' | 'linksByEmail' | 'takesTeam' | 'isEnabled') => (
    <Switch
      label={t(`sign-in.field.${name}`)}
      checked={values[name]}
      onChange={(event) => set(name, event.currentTarget.checked)}
    />
  );
  const callback = `${window.location.origin}/api/account/callback/${values.id || '…'}`;
  return (
    <FormModal
      opened={opened}
      form={form}
      onClose={onClose}
      size="lg"
      title={provider ? t('sign-in.settings.editOf', { name: provider.name }) : t('sign-in.settings.add')}
    >
      <DialogForm form={form} submitLabel={t('sign-in.settings.save')} onSaved={onClose}>
        <div className={classes.columns}>
          <Select
            label={t('sign-in.field.kind')}
            data={providerKinds.map((value) => ({ value, label: presets[value].name || t('sign-in.kind.oidc') }))}
            disabled={provider !== undefined}
            value={values.kind}
            onChange={(kind) => {
              for (const [name, value] of Object.entries(kind ? ofKind(kind) : {})) set(name as 'name', value);
            }}
          />
          <TextInput label={t('sign-in.field.name')} maxLength={64} {...form.text('name')} />
          <TextInput
            label={t('sign-in.field.id')}
            description={t('sign-in.field.idHelp', { callback })}
            maxLength={32}
            disabled={provider !== undefined}
            {...form.text('id')}
          />
          <Select
            label={t('sign-in.field.icon')}
            data={providerIcons.map((value) => ({ value, label: iconLabel(value) }))}
            value={values.icon}
            onChange={(icon) => icon && set('icon', icon)}
          />
        </div>
        <TextInput
          label={t('sign-in.field.issuer')}
          description={t('sign-in.field.issuerHelp')}
          type="url"
          {...form.text('issuer')}
        />
        <div className={classes.columns}>
          <TextInput label={t('sign-in.field.clientId')} {...form.text('clientId')} />
          <PasswordInput
            label={t('sign-in.field.clientSecret')}
            placeholder={provider?.hasSecret ? t('sign-in.field.secretKept') : undefined}
            autoComplete="off"
            {...form.text('clientSecret')}
          />
          <TextInput label={t('sign-in.field.scopes')} {...form.text('scopes')} />
          <TextInput label={t('sign-in.field.groupsClaim')} {...form.text('groupsClaim')} />
          <TagsInput label={t('sign-in.field.domains')} acceptValueOnBlur {...form.field('domains')} />
          <TagsInput label={t('sign-in.field.groups')} acceptValueOnBlur {...form.field('groups')} />
        </div>
        {toggle('makesAccounts')}
        {toggle('linksByEmail')}
        {values.kind === 'ctftime' && toggle('takesTeam')}
        {toggle('isEnabled')}
        <ProviderRules rules={values.rules} error={form.errors.rules} onChange={(rules) => set('rules', rules)} />
      </DialogForm>
    </FormModal>
  );
}
