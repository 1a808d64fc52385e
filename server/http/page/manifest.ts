import type { Settings } from '@vexil/contract/settings';
import { platformName } from '@vexil/rules/config.rules';

export const manifestPath = '/site.webmanifest';

export interface Manifest {
  name: string;
  short_name: string;
  description: string;
  theme_color: string;
  icons: { src: string; sizes: string; type?: string; purpose?: string }[];
}

/** The built manifest with the name, the words, the colour and the logo of the settings. */
export function manifestOf(built: Manifest, { globalConfig }: Settings): Manifest {
  const name = platformName(globalConfig.title);
  return {
    ...built,
    name,
    short_name: name,
    description: globalConfig.description ?? built.description,
    theme_color: globalConfig.customTheme || built.theme_color,
    // A moving logo is a GIF under the same name, so no type is given.
    icons: globalConfig.faviconHash ? [{ src: '/favicon.webp', sizes: '192x192 256x256' }] : built.icons,
  };
}
