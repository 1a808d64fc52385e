import { ContainerCeilings } from '@vexil/contract/ceiling';
import type { VersionedSettings } from '@vexil/contract/config-info';
import {
  AccountPolicy,
  ContainerPolicy,
  type ForeignImageRule,
  GlobalConfig,
  type Settings,
  standardSettings,
  TermsPolicy,
} from '@vexil/contract/settings';
import type { NetworkMode } from '@vexil/db/enums/container';
import type { OwnField } from '@vexil/db/enums/own-field';
import { useMemo } from 'react';
import type { z } from 'zod';
import { ApiError } from '../../api/api-error';
import type { TextKey } from '../../i18n/texts';
import { useText } from '../../i18n/use-text';
import type { ConflictDialogProps } from '../../ui/ConflictDialog';
import { describeIssue } from '../../ui/describe-issue';
import { type Form, labelsOf } from '../../ui/use-form';
import { useVersionedForm } from '../../ui/use-versioned-form';
import { useAdoptSettings, useUpdateSettings } from './config-admin.queries';
import { fieldId } from './setting-fields';

type Numeric = number | string;

export type SettingsValues = {
  allowRegister: boolean;
  activeOnRegister: boolean;
  emailConfirmationRequired: boolean;
  emailDomainList: string[];
  factorRequiredOf: AccountPolicy['factorRequiredOf'];
  factorRequiredFrom: number | null;
  fields: OwnField[];
  useCaptcha: boolean;
  title: string;
  slogan: string;
  description: string;
  footerInfo: string;
  customTheme: string;
  foreignImages: ForeignImageRule;
  defaultLifetime: Numeric;
  extensionDuration: Numeric;
  renewalWindow: Numeric;
  autoDestroyOnLimitReached: boolean;
  memoryMiB: Numeric;
  cores: Numeric;
  storageMiB: Numeric;
  lifetimeMinutes: Numeric;
  instancesMax: Numeric;
  networkModes: string[];
  imageRegistries: string[];
  runtimes: string[];
  terms: string;
  privacy: string;
  eligibility: string;
};
export type SettingsForm = Form<SettingsValues> & { conflict: ConflictDialogProps };
type Name = keyof SettingsValues;

const sections = {
  accountPolicy: AccountPolicy,
  globalConfig: GlobalConfig,
  containerPolicy: ContainerPolicy,
  containerCeilings: ContainerCeilings,
  termsPolicy: TermsPolicy,
};

/** The fields by the section that the server keeps them in. */
const fieldsOf: Record<keyof typeof sections, Name[]> = {
  accountPolicy: [
    'allowRegister',
    'activeOnRegister',
    'emailConfirmationRequired',
    'emailDomainList',
    'useCaptcha',
    ...(['factorRequiredOf', 'factorRequiredFrom', 'fields'] as const),
  ],
  globalConfig: ['title', 'slogan', 'description', 'footerInfo', 'customTheme', 'foreignImages'],
  containerPolicy: ['defaultLifetime', 'extensionDuration', 'renewalWindow', 'autoDestroyOnLimitReached'],
  containerCeilings: [
    ...(['memoryMiB', 'cores', 'storageMiB', 'lifetimeMinutes', 'instancesMax'] as const),
    ...(['networkModes', 'imageRegistries', 'runtimes'] as const),
  ],
  termsPolicy: ['terms', 'privacy', 'eligibility'],
};

const homes = Object.fromEntries(
  (Object.keys(sections) as (keyof typeof sections)[]).flatMap((section) =>
    fieldsOf[section].map((name) => {
      const member = name === 'cores' ? 'cpuTenths' : name;
      const shape: Record<string, z.ZodType> = sections[section].shape;
      return [name, { section, member, schema: shape[member] }];
    }),
  ),
) as Record<Name, { section: keyof Settings; member: string; schema: z.ZodType }>;

const listOf = (text: string) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

/** While name and slogan of the specification are set, pages show our own. */
const ownWords = (name: 'title' | 'slogan', value: string) =>
  value === standardSettings.globalConfig[name] ? '' : value;

const valuesOf = ({
  accountPolicy,
  globalConfig,
  containerPolicy,
  termsPolicy,
  containerCeilings: { cpuTenths, imageRegistries, ...ceilings },
}: Settings): SettingsValues => ({
  ...accountPolicy,
  emailDomainList: listOf(accountPolicy.emailDomainList),
  factorRequiredFrom: accountPolicy.factorRequiredFrom || null,
  title: ownWords('title', globalConfig.title),
  slogan: ownWords('slogan', globalConfig.slogan),
  description: globalConfig.description ?? '',
  footerInfo: globalConfig.footerInfo ?? '',
  customTheme: globalConfig.customTheme ?? '',
  foreignImages: globalConfig.foreignImages,
  defaultLifetime: containerPolicy.defaultLifetime,
  extensionDuration: containerPolicy.extensionDuration,
  renewalWindow: containerPolicy.renewalWindow,
  autoDestroyOnLimitReached: containerPolicy.autoDestroyOnLimitReached,
  ...termsPolicy,
  ...ceilings,
  cores: cpuTenths / 10,
  imageRegistries: listOf(imageRegistries),
});

/** As the server keeps it. */
function stored(name: Name, value: unknown): unknown {
  if (name === 'emailDomainList' || name === 'imageRegistries') return (value as string[]).join(',');
  if (name === 'factorRequiredFrom') return value ?? 0;
  if (name === 'cores') return value === '' ? value : Math.round(Number(value) * 10);
  if ((name === 'title' || name === 'slogan') && value === '') return standardSettings.globalConfig[name];
  return value;
}

const namesIn = (fields: object) => Object.keys(fields) as Name[];

function bodyOf(fields: Partial<SettingsValues>) {
  const body: Partial<Record<keyof Settings, Record<string, unknown>>> = {};
  for (const name of namesIn(fields)) {
    const { section, member } = homes[name];
    body[section] = { ...body[section], [member]: stored(name, fields[name]) };
  }
  return body;
}

const nameOf = (path: string) =>
  namesIn(homes).find((name) => {
    const own = `${homes[name].section}.${homes[name].member}`;
    return path === own || path.startsWith(`${own}.`);
  }) ?? path;

/** The refusal names members of sections, the form its fields. */
function byField(error: unknown): unknown {
  if (!(error instanceof ApiError) || !Array.isArray(error.details)) return error;
  const details = error.details.map((detail: { path: string }) => ({ ...detail, path: nameOf(detail.path) }));
  return new ApiError({ title: error.message, status: error.status, code: error.code, details });
}

export function useSettingsForm(settings: VersionedSettings): SettingsForm {
  const t = useText('config-admin');
  const update = useUpdateSettings();
  const base = useMemo(() => valuesOf(settings), [settings]);
  const form = useVersionedForm<VersionedSettings, SettingsValues, ReturnType<typeof bodyOf>>({
    stored: settings,
    base,
    valuesOf,
    labels: labelsOf(base, (name) => t(`config-admin.field.${name}` as TextKey<'config-admin'>)),
    bodyOf,
    check: (values, fields) => {
      const found: Partial<Record<Name, string>> = {};
      for (const name of namesIn(fields)) {
        const value = stored(name, values[name]);
        const issue = homes[name].schema.safeParse(value).error?.issues[0];
        if (!issue) continue;
        found[name] = name === 'customTheme' ? t('shell.accent.invalid') : describeIssue(issue, values[name], t);
      }
      return found;
    },
    send: async (body, version) => {
      try {
        await update.mutateAsync({ ...body, version } as Parameters<typeof update.mutateAsync>[0]);
      } catch (error) {
        throw byField(error);
      }
    },
    adopt: useAdoptSettings(),
    show: {
      factorRequiredOf: (value: AccountPolicy['factorRequiredOf']) => t(`config-admin.factorRequiredOf.${value}`),
      fields: (list: OwnField[]) => list.map((field) => field.name).join(', '),
      foreignImages: (value: ForeignImageRule) => t(`config-admin.foreignImages.${value}`),
      networkModes: (modes: NetworkMode[]) => modes.map((mode) => t(`config-admin.network.${mode}`)).join('\n'),
    },
  }) as unknown as SettingsForm;
  return {
    ...form,
    field: (name) => ({ id: fieldId(name), ...form.field(name) }),
    text: (name) => ({ id: fieldId(name), ...form.text(name) }),
    toggle: (name) => ({ id: fieldId(name), ...form.toggle(name) }),
  };
}
