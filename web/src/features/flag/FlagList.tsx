import { ActionIcon, Button, SegmentedControl } from '@mantine/core';
import { IconFile, IconLink, IconTrash } from '@tabler/icons-react';
import type { ChallengeEdit, FlagInfo } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { CopyButton } from '../../ui/CopyButton';
import { formatBytes } from '../../ui/format-bytes';
import { NothingFound } from '../../ui/NothingFound';
import { SearchField } from '../../ui/SearchField';
import classes from './Flags.module.css';
import { useDeleteFlag } from './flag.queries';

/** Rows rendered at once; a challenge may have thousands. */
const shownAtOnce = 100;
const searchFrom = 10;

const flagUses = ['all', 'used', 'left', 'withoutFile'] as const;
type FlagUse = (typeof flagUses)[number];

function isOf({ taken, attachment }: FlagInfo, use: FlagUse): boolean {
  if (use === 'withoutFile') return attachment === null;
  return use === 'all' || taken === (use === 'used');
}

export function FlagList({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('flag');
  const remove = useDeleteFlag(gameId, challenge.id);
  const [query, setQuery] = useState('');
  const [use, setUse] = useState<FlagUse>('all');
  const [limit, setLimit] = useState(shownAtOnce);
  const [removing, setRemoving] = useState<FlagInfo>();
  const hasFiles = challenge.type === 'DynamicAttachment';
  const found = challenge.flags.filter(
    (flag) => isOf(flag, use) && flag.flag.toLowerCase().includes(query.toLowerCase()),
  );
  const right = challenge.flags.filter(({ canary }) => !canary);
  const isLast = right.length === 1 && right[0]?.id === removing?.id;
  return (
    <>
      {challenge.flags.length >= searchFrom && (
        <div className={classes.search}>
          <SearchField label={t('flag.list.search')} value={query} onChange={setQuery} />
          {hasFiles && (
            <SegmentedControl
              aria-label={t('flag.list.use.label')}
              value={use}
              onChange={setUse}
              data={flagUses.map((value) => ({ value, label: t(`flag.list.use.${value}`) }))}
            />
          )}
        </div>
      )}
      {found.length === 0 && (
        <NothingFound
          title={t('flag.list.nothingFound')}
          onClear={() => {
            setQuery('');
            setUse('all');
          }}
        />
      )}
      <ul>
        {found.slice(0, limit).map((flag) => (
          <li key={flag.id} className={classes.row}>
            <code className={classes.flag}>
              {flag.flag}
              <RuleOf {...flag} />
            </code>
            {flag.taken && <span className="dimmed text-13">{t('flag.list.taken')}</span>}
            {flag.attachments.map((attachment) => (
              <FlagFile key={attachment.id} attachment={attachment} isOnly={flag.attachments.length === 1} />
            ))}
            {hasFiles && !flag.attachment && <span className="danger text-13">{t('flag.list.withoutFile')}</span>}
            <span className={classes.tools}>
              <CopyButton value={flag.flag} label={t('flag.list.copy', { flag: flag.flag })} />
              <ActionIcon
                data-hint={t('flag.list.delete')}
                aria-label={t('flag.list.deleteFlag', { flag: flag.flag })}
                onClick={() => setRemoving(flag)}
              >
                <IconTrash />
              </ActionIcon>
            </span>
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <div className={classes.more}>
          <Button variant="default" onClick={() => setLimit(limit + shownAtOnce)}>
            {t('flag.list.more', { count: found.length - limit })}
          </Button>
        </div>
      )}
      <ConfirmDialog
        opened={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={t('flag.list.deleteTitle')}
        confirmLabel={t('flag.list.delete')}
        danger
        onConfirm={() => removing && remove.mutateAsync(removing.id)}
      >
        <p className={classes.quote}>{removing?.flag}</p>
        <p className={classes.words}>
          {t(isLast && challenge.isEnabled ? 'flag.list.deleteLastText' : 'flag.list.deleteText')}
        </p>
      </ConfirmDialog>
    </>
  );
}

function RuleOf({ match, canary }: Pick<FlagInfo, 'match' | 'canary'>) {
  const t = useText('flag');
  const words = [match !== 'Exact' && t(`flag.rule.${match}`), canary && t('flag.rule.isCanary')].filter(Boolean);
  return words.length > 0 && <span className={classes.rule}>{words.join(' · ')}</span>;
}

type FlagFileProps = { attachment: FlagInfo['attachments'][number]; isOnly: boolean };

function FlagFile({ attachment: { type, name, url, fileSize }, isOnly }: FlagFileProps) {
  const t = useText('flag');
  const Icon = type === 'Remote' ? IconLink : IconFile;
  return (
    <a href={url ?? undefined} target="_blank" rel="noopener noreferrer" className="inline-row gap-6 link text-13">
      <Icon size={16} />
      {isOnly ? t(type === 'Remote' ? 'flag.list.link' : 'flag.list.file') : name}
      {fileSize !== null && <span className="figures">{formatBytes(fileSize)}</span>}
    </a>
  );
}
