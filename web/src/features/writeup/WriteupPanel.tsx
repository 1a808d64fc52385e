import { IconCircleCheck, IconClockX, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { WriteupState } from '@vexil/contract/writeup';
import { writeupSizeBytesMax } from '@vexil/contract/writeup.limits';
import { useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { Countdown } from '../../ui/Countdown';
import { FileDrop } from '../../ui/FileDrop';
import { formatBytes } from '../../ui/format-bytes';
import { LeaveGuard } from '../../ui/LeaveGuard';
import { Markdown } from '../../ui/Markdown';
import { OnDemandConfirm } from '../../ui/OnDemandConfirm';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { TextSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import { useReached } from '../../ui/use-reached';
import classes from './WriteupPanel.module.css';
import { useUploadWriteup, writeupQuery } from './writeup.queries';

type WriteupPanelProps = { gameId: number; deadline: number };

/** Hands in the team's writeup, from the start of the game until its own deadline. */
export function WriteupPanel({ gameId, deadline }: WriteupPanelProps) {
  const t = useText('writeup');
  const writeup = useQuery(writeupQuery(gameId));
  const over = useReached(deadline + 1);
  return (
    <Panel title={t('writeup.title')} id="writeup">
      <p className={classes.deadline}>
        <span>
          {t(over ? 'writeup.wasDue' : 'writeup.due')} <Time at={deadline} withZone />
        </span>
        {!over && <Countdown until={deadline} className="bright text-20 semibold" />}
      </p>
      <QueryState query={writeup} title={t('writeup.failed')} pending={<TextSkeleton lines={3} />} />
      {writeup.data && (
        <>
          <State state={writeup.data} over={over} />
          {writeup.data.note.trim() !== '' && (
            <div className={classes.note}>
              <h3>{t('writeup.note')}</h3>
              <Markdown source={writeup.data.note} compact />
            </div>
          )}
          {!over && <Upload gameId={gameId} state={writeup.data} />}
        </>
      )}
    </Panel>
  );
}

function State({ state, over }: { state: WriteupState; over: boolean }) {
  const t = useText('writeup');
  if (!state.submitted) {
    const Icon = over ? IconClockX : IconFileText;
    return (
      <div className={classes.state} data-tone={over ? 'missed' : 'open'}>
        <Icon size={22} />
        <p>
          <strong>{t(over ? 'writeup.missed' : 'writeup.open')}</strong>
          <span>{t(over ? 'writeup.missedText' : 'writeup.openText', { max: formatBytes(writeupSizeBytesMax) })}</span>
        </p>
      </div>
    );
  }
  return (
    <div className={classes.state} data-tone="done" aria-live="polite">
      <IconCircleCheck size={22} />
      <p>
        <strong>{t('writeup.done')}</strong>
        <span>
          {state.uploadTimeUtc !== null && (
            <>
              <RelativeTime at={state.uploadTimeUtc} /> ·{' '}
            </>
          )}
          {formatBytes(state.fileSize)}
        </span>
        <span className={`mono ${classes.name}`}>{state.name}</span>
        {!over && <span>{t('writeup.doneText')}</span>}
      </p>
    </div>
  );
}

function Upload({ gameId, state }: { gameId: number; state: WriteupState }) {
  const t = useText('writeup');
  const [progress, setProgress] = useState(0);
  const [chosen, setChosen] = useState<File>();
  const [asking, setAsking] = useState(false);
  const upload = useUploadWriteup(gameId, setProgress);
  const send = (file: File) => {
    setProgress(0);
    upload.mutate(file, {});
  };
  const take = ([file]: File[]) => {
    if (!file) return;
    upload.reset();
    if (!state.submitted) return send(file);
    setChosen(file);
    setAsking(true);
  };
  return (
    <>
      <FileDrop
        accept="application/pdf,.pdf"
        sizeBytesMax={writeupSizeBytesMax}
        onFiles={take}
        progress={upload.isPending ? progress : undefined}
        error={upload.isError ? describeError(upload.error) : undefined}
      />
      <OnDemandConfirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={t('writeup.replaceTitle')}
        confirmLabel={t('writeup.replace')}
        onConfirm={async () => chosen && send(chosen)}
      >
        <p className="anywhere dimmed">
          {t('writeup.replaceText', { name: chosen?.name ?? '', size: formatBytes(chosen?.size ?? 0) })}
        </p>
      </OnDemandConfirm>
      <LeaveGuard active={upload.isPending} />
    </>
  );
}
