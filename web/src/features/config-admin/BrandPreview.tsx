import { IconCheck } from '@tabler/icons-react';
import { assetUrl } from '@vexil/rules/asset.rules';
import type { CSSProperties } from 'react';
import { useText } from '../../i18n/use-text';
import { contrast } from '../../theme/oklch';
import { darkShade, isHexColour, lightShade, paletteOf } from '../../theme/palette';
import { accentPalette } from '../../theme/theme';
import { onFilled, surfaces } from '../../theme/tokens';
import classes from './Settings.module.css';

type BrandPreviewProps = { title: string; slogan: string; colour: string; logoHash: string | null };

const schemes = ['dark', 'light'] as const;
const shades = { dark: darkShade, light: lightShade };

/** What players will see in both schemes, and whether they can read it. */
export function BrandPreview({ title, slogan, colour, logoHash }: BrandPreviewProps) {
  const t = useText('config-admin');
  const palette = isHexColour(colour) ? paletteOf(colour) : accentPalette;
  return (
    <div className={classes.previews}>
      {schemes.map((scheme) => {
        const accent = palette[shades[scheme]] ?? '';
        const link = palette[scheme === 'dark' ? 4 : lightShade] ?? accent;
        const style = {
          '--preview-page': surfaces.page[scheme],
          '--preview-line': surfaces.line[scheme],
          '--preview-text': surfaces.text[scheme],
          '--preview-dimmed': surfaces.dimmed[scheme],
          '--preview-accent': accent,
          '--preview-link': link,
          '--preview-on': onFilled[scheme],
        } as CSSProperties;
        const ratio = Math.min(contrast(accent, onFilled[scheme]), contrast(link, surfaces.page[scheme]));
        return (
          <section
            key={scheme}
            className={classes.preview}
            style={style}
            aria-label={t(`config-admin.preview.${scheme}`)}
          >
            <div className={classes.brand}>
              {logoHash && <img src={assetUrl(logoHash, 'logo')} alt="" />}
              <span>{title || '—'}</span>
            </div>
            <p className={classes.slogan}>{slogan}</p>
            <div className={classes.sample}>
              <span className={classes.button}>{t('config-admin.preview.button')}</span>
              <span className={classes.link}>{t('config-admin.preview.link')}</span>
            </div>
            <p className={`${classes.ratio} figures`}>
              {ratio >= 4.5 && <IconCheck size={14} stroke={2.5} aria-hidden />}
              {t(ratio >= 4.5 ? 'config-admin.preview.readable' : 'config-admin.preview.weak', {
                ratio: ratio.toFixed(1),
              })}
            </p>
          </section>
        );
      })}
    </div>
  );
}
