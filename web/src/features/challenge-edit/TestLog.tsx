import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { QueryState } from '../../ui/QueryState';
import { TextSkeleton } from '../../ui/skeletons';
import classes from './ChallengeEditor.module.css';
import { testLogQuery } from './challenge-edit.queries';

const followMs = 3_000;

type TestLogProps = { gameId: number; challengeId: number };

/** What the test instance wrote, fetched again every few seconds while it is followed. */
export function TestLog({ gameId, challengeId }: TestLogProps) {
  const t = useText('challenge-edit', 'container-admin');
  const [follows, setFollows] = useState(true);
  const log = useQuery({ ...testLogQuery(gameId, challengeId), refetchInterval: follows ? followMs : false });
  const text = log.data?.text;
  const output = useRef<HTMLPreElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text moves the view to its end
  useEffect(() => {
    if (follows && output.current) output.current.scrollTop = output.current.scrollHeight;
  }, [text, follows]);
  return (
    <section className={classes.log} aria-label={t('challenge-edit.test.log')}>
      <p className={classes.words}>{t('container-admin.log.help')}</p>
      <QueryState query={log} pending={<TextSkeleton lines={6} />} />
      {log.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls has to be reached with the keyboard
        <pre ref={output} className={`${classes.logText} mono`} tabIndex={0}>
          {text === null ? t('container-admin.log.noAnswer') : text || t('container-admin.log.empty')}
        </pre>
      )}
      <div className="row wrap between gap-8">
        <Switch
          label={t('challenge-edit.test.follow')}
          checked={follows}
          onChange={(event) => setFollows(event.currentTarget.checked)}
        />
        <div className="row wrap gap-8">
          {text && <CopyButton withText value={text} label={t('container-admin.log.copy')} />}
          {!follows && (
            <Button variant="default" onClick={() => void log.refetch()} loading={log.isFetching}>
              {t('container-admin.log.refresh')}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
