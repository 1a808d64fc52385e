import { IconPhotoOff } from '@tabler/icons-react';
import { type MouseEvent, useState } from 'react';
import { useText } from '../i18n/use-text';
import { useForeignImages } from './foreign-images';
import classes from './Markdown.module.css';
import { imageAddress } from './markdown-address';

type ImageProps = { source: string; alt: string; title?: string };

/**
 * A picture of ours. One of another host waits for a click, because loading it reveals the reader to that host; where
 * the platform refuses such pictures, its address is there as text.
 */
export function MarkdownImage({ source, alt, title }: ImageProps) {
  const [wanted, setWanted] = useState(false);
  const rule = useForeignImages();
  const address = imageAddress(source);
  if (!address) return alt;
  if (!address.isOwn && rule === 'refuse') return <RefusedImage href={address.href} alt={alt} />;
  if (!address.isOwn && !wanted) {
    return <ForeignImage host={address.host} alt={alt} onShow={() => setWanted(true)} />;
  }
  return (
    <img src={address.href} alt={alt} title={title} loading="lazy" decoding="async" referrerPolicy="no-referrer" />
  );
}

function RefusedImage({ href, alt }: { href: string; alt: string }) {
  const t = useText('markdown');
  return (
    <span className={classes.refused}>
      <IconPhotoOff />
      <span>
        {alt && <strong>{alt}</strong>}
        {t('markdown.image.refused')} <span className="anywhere">{href}</span>
      </span>
    </span>
  );
}

function ForeignImage({ host, alt, onShow }: { host: string; alt: string; onShow: () => void }) {
  const t = useText('markdown');
  // The picture may be what a link is made of, which is not meant by this click.
  const show = (event: MouseEvent) => {
    event.preventDefault();
    onShow();
  };
  return (
    <button type="button" className={classes.foreign} onClick={show} data-hint={t('markdown.image.why')}>
      <IconPhotoOff />
      <span>
        {alt && <strong>{alt}</strong>}
        {t('markdown.image.load', { host })}
      </span>
    </button>
  );
}
