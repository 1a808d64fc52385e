import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

/** The colour schemes to choose from. */
export const schemes = [
  { value: 'dark', label: 'shell.theme.dark', icon: IconMoon },
  { value: 'light', label: 'shell.theme.light', icon: IconSun },
  { value: 'auto', label: 'shell.theme.auto', icon: IconDeviceDesktop },
] as const;
