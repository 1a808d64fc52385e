import { assetUrl } from '@vexil/rules/asset.rules';
import type { CSSProperties } from 'react';
import { useText } from '../../i18n/use-text';
import { darkShade, isHexColour, lightShade, paletteOf } from '../../theme/palette';
import { accentPalette } from '../../theme/theme';
import { onFilled, surfaces } from '../../theme/tokens';
import { Markdown } from '../../ui/Markdown';
import { Pennant } from '../../ui/Pennant';
import classes from './Settings.module.css';

type BrandPreviewProps = {
  title: string;
  slogan: string;
  colour: string;
  footer: string;
  logoHash: string | null;
  faviconHash: string | null;
};

const schemes = ['dark', 'light'] as const;
const shades = { dark: darkShade, light: lightShade };

/** What players will see in both schemes. */
export function BrandPreview({ title, slogan, colour, footer, logoHash, faviconHash }: BrandPreviewProps) {
  const t = useText('config-admin');
  const palette = isHexColour(colour) ? paletteOf(colour) : accentPalette;
  return (
    <div className={classes.previews}>
      {schemes.map((scheme) => {
        const accent = palette[shades[scheme]] ?? '';
        const style = {
          '--preview-page': surfaces.page[scheme],
          '--preview-panel': surfaces.panel[scheme],
          '--preview-line': surfaces.line[scheme],
          '--preview-text': surfaces.text[scheme],
          '--preview-dimmed': surfaces.dimmed[scheme],
          '--preview-accent': accent,
          '--preview-link': palette[scheme === 'dark' ? 4 : lightShade] ?? accent,
          '--preview-on': onFilled[scheme],
        } as CSSProperties;
        return (
          <section
            key={scheme}
            className={classes.preview}
            style={style}
            aria-label={t(`config-admin.preview.${scheme}`)}
          >
            <div className={classes.tab}>
              <img
                src={faviconHash ? assetUrl(faviconHash, 'favicon') : '/favicon.svg'}
                alt=""
                width={16}
                height={16}
              />
              <span>{title}</span>
            </div>
            <div className={classes.brand}>
              {logoHash ? <img src={assetUrl(logoHash, 'logo')} alt="" /> : <Pennant size={26} />}
              <span>{title}</span>
            </div>
            <p className={classes.slogan}>{slogan}</p>
            <div className={classes.sample}>
              <span className={classes.button}>{t('config-admin.preview.button')}</span>
              <span className={classes.link}>{t('config-admin.preview.link')}</span>
            </div>
            {footer.trim() !== '' && (
              <div className={classes.footer}>
                <Markdown source={footer} />
              </div>
            )}
          </section>
        );
      })}
    </div>
  );
}
