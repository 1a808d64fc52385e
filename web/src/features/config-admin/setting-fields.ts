import type { SettingsValues } from './settings-form';

/** The sections of the settings page in their order, with the fields that each has. */
export const settingSections = [
  { id: 'branding', fields: ['title', 'slogan', 'description', 'footerInfo', 'customTheme'] },
  { id: 'logo', fields: [] },
  { id: 'privacy', fields: ['foreignImages'] },
  { id: 'mail', fields: [] },
  {
    id: 'accounts',
    fields: [
      ...(['allowRegister', 'activeOnRegister', 'emailConfirmationRequired', 'emailDomainList', 'useCaptcha'] as const),
      ...(['factorRequiredOf', 'factorRequiredFrom'] as const),
    ],
  },
  { id: 'signIn', fields: [] },
  { id: 'terms', fields: ['terms', 'privacy', 'eligibility'] },
  { id: 'fields', fields: ['fields'] },
  { id: 'mailTexts', fields: [] },
  {
    id: 'containers',
    fields: ['defaultLifetime', 'extensionDuration', 'renewalWindow', 'autoDestroyOnLimitReached'],
  },
  {
    id: 'ceilings',
    fields: [
      ...(['memoryMiB', 'cores', 'storageMiB', 'lifetimeMinutes', 'instancesMax'] as const),
      ...(['networkModes', 'imageRegistries', 'runtimes'] as const),
    ],
  },
] as const satisfies readonly { id: string; fields: readonly (keyof SettingsValues)[] }[];

/** Links to the page name the field after the `#`. */
export const fieldId = (name: string) => `setting-${name}`;
