import { IconDownload, IconExternalLink } from '@tabler/icons-react';
import type { ChallengeDetail } from '@vexil/contract/challenge';
import { attachmentName } from '@vexil/rules/asset.rules';
import { useText } from '../../i18n/use-text';
import { formatBytes } from '../../ui/format-bytes';
import classes from './Attachments.module.css';

type Files = ChallengeDetail['context']['files'];

export function Attachments({ files }: { files: Files }) {
  if (files.length === 0) return null;
  return (
    <ul className={classes.files}>
      {files.map((file) => (
        <li key={file.name}>
          <AttachmentLink {...file} />
        </li>
      ))}
    </ul>
  );
}

function AttachmentLink({ name, url, size }: Files[number]) {
  const t = useText('challenge');
  const isOwn = url.startsWith('/');
  const host = isOwn || !URL.canParse(url) ? '' : new URL(url).host;
  const Icon = isOwn ? IconDownload : IconExternalLink;
  return (
    <a
      href={url}
      className={classes.file}
      {...(isOwn ? { download: name } : { target: '_blank', rel: 'noopener noreferrer' })}
    >
      <Icon />
      <span className="shrinks anywhere">{name === attachmentName ? t('challenge.detail.attachment') : name}</span>
      <span className="figures rigid push dimmed text-13">
        {isOwn ? size !== null && formatBytes(size) : t('challenge.detail.elsewhere', { host: host || url })}
      </span>
    </a>
  );
}
