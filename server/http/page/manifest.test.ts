import { standardSettings } from '@vexil/contract/settings';
import { describe, expect, it } from 'vitest';
import { manifestOf } from './manifest';

const built = {
  name: 'Vexil',
  short_name: 'Vexil',
  description: 'Built text.',
  theme_color: '#0c0f16',
  icons: [{ src: '/icons/192.png', sizes: '192x192' }],
};
const having = (globalConfig: Partial<typeof standardSettings.globalConfig>) => ({
  ...standardSettings,
  globalConfig: { ...standardSettings.globalConfig, ...globalConfig },
});

describe('the manifest', () => {
  it('has the name, the words, the colour and the logo that were set', () => {
    const set = { title: 'Cup', description: 'Come and play', customTheme: '#aa3300', faviconHash: 'a'.repeat(64) };
    expect(manifestOf(built, having(set))).toMatchObject({
      name: 'Cup',
      short_name: 'Cup',
      description: 'Come and play',
      theme_color: '#aa3300',
      icons: [{ src: '/favicon.webp' }],
    });
  });

  it("has the product's own where nothing was set", () => {
    expect(manifestOf(built, having({ description: null, customTheme: '' }))).toEqual(built);
  });
});
