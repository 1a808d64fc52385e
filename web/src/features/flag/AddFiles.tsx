import { Button, Select, Textarea } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { useState } from 'react';
import { useUploadLimit } from '../../api/use-upload-limit';
import { useText } from '../../i18n/use-text';
import { FileDrop } from '../../ui/FileDrop';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { FileReport } from './FileReport';
import classes from './Flags.module.css';
import { type FlagSource, flagSources, matchFiles, readFlagList } from './file-matching';
import { UploadList } from './UploadList';
import type { UploadItem } from './upload-queue';
import { useUploadQueue } from './use-upload-queue';

/** Nothing is sent before it was said which file gets which flag. */
export function AddFiles({ gameId, challenge }: { gameId: number; challenge: ChallengeEdit }) {
  const t = useText('flag');
  const sizeBytesMax = useUploadLimit('attachmentBytesMax');
  const { queue, view } = useUploadQueue(gameId, challenge);
  const [source, setSource] = useState<FlagSource>('name');
  const [list, setList] = useState('');
  const { items } = view;
  const chosen = items.filter(({ state }) => state === 'chosen');
  const lines = source === 'list' ? readFlagList(list) : [];
  const matched = matchFiles({
    files: chosen.map(({ file }) => file),
    source,
    lines,
    known: challenge.flags,
    sizeBytesMax,
    sent: new Set(items.filter(({ state }) => state !== 'chosen').map(({ flag }) => flag)),
  });
  const matchOf = new Map(chosen.map(({ id }, index) => [id, matched.files[index] ?? {}]));
  const good = chosen.filter(({ id }) => !matchOf.get(id)?.problem);
  const busy = items.some(({ state }) => state === 'waiting' || state === 'sending');
  const open = items.some(({ state }) => state !== 'done');
  return (
    <div className="stack gap-12">
      <p className={classes.words}>{t('flag.files.help')}</p>
      <SourceFields source={source} onSource={setSource} list={list} onList={setList} />
      <FileDrop multiple anySize sizeBytesMax={sizeBytesMax} onFiles={(files) => queue.add(files)} />
      {(items.length > 0 || lines.length > 0) && (
        <FileReport items={items} matchOf={matchOf} lines={lines} flagsWithoutFile={matched.flagsWithoutFile} />
      )}
      {chosen.length > 0 && (
        <div className="flex end gap-8 above-12">
          <Button variant="default" onClick={() => queue.remove(idsOf(chosen))}>
            {t('flag.files.clear')}
          </Button>
          <Button
            leftSection={<IconUpload />}
            onClick={() => queue.start(new Map(good.map(({ id }) => [id, matchOf.get(id)?.flag ?? ''])))}
            disabled={good.length === 0}
          >
            {t('flag.files.submit', { count: good.length })}
          </Button>
        </div>
      )}
      {items.length > 0 && <UploadList queue={queue} view={view} matchOf={matchOf} />}
      <LeaveGuard active={open || list.trim() !== ''} {...(busy ? { text: t('flag.queue.leave') } : {})} />
    </div>
  );
}

const idsOf = (items: readonly UploadItem[]) => items.map(({ id }) => id);

type SourceFieldsProps = {
  source: FlagSource;
  onSource: (source: FlagSource) => void;
  list: string;
  onList: (list: string) => void;
};

function SourceFields({ source, onSource, list, onList }: SourceFieldsProps) {
  const t = useText('flag');
  return (
    <>
      <Select
        className={classes.source}
        label={t('flag.source.label')}
        value={source}
        onChange={(value) => value && onSource(value)}
        data={flagSources.map((value) => ({ value, label: t(`flag.source.${value}`) }))}
      />
      {source === 'list' && (
        <Textarea
          label={t('flag.source.lines')}
          description={t('flag.source.linesHelp')}
          classNames={{ input: classes.input }}
          placeholder={'one.zip flag{one}\ntwo.zip flag{two}'}
          minRows={4}
          maxRows={12}
          spellCheck={false}
          value={list}
          onChange={(event) => onList(event.currentTarget.value)}
        />
      )}
    </>
  );
}
