import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { formatBytes } from '../../ui/format-bytes';
import classes from './AttachmentLink.module.css';

type AttachmentLinkProps = { url: string; sizeBytes: number | null };

function nameOf(url: string): string {
  const last = url.split(/[?#]/)[0]?.split('/').pop() ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

export function AttachmentLink({ url, sizeBytes }: AttachmentLinkProps) {
  const t = useText('challenge');
  const isOwn = url.startsWith('/');
  const host = isOwn || !URL.canParse(url) ? '' : new URL(url).host;
  const Icon = isOwn ? IconDownload : IconExternalLink;
  return (
    <a
      href={url}
      className={classes.file}
      {...(isOwn ? { download: nameOf(url) } : { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <Icon aria-hidden />
      <span className="shrinks anywhere">{nameOf(url) || t('challenge.detail.attachment')}</span>
      <span className="figures rigid push dimmed text-13">
        {isOwn ? sizeBytes !== null && formatBytes(sizeBytes) : t('challenge.detail.elsewhere', { host: host || url })}
      </span>
    </a>
  );
}
