import { Progress } from '@mantine/core';
import { IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import { fileAddress } from './capture.queries';
import classes from './Finder.module.css';
import { type CaptureMatch, isRunning, searchQuery } from './search.queries';
import { useSearchNames } from './use-search-names';

/** By file, in the order in which they were found. */
function groupByFile(matches: readonly CaptureMatch[]): Map<string, CaptureMatch[]> {
  const files = new Map<string, CaptureMatch[]>();
  for (const match of matches) {
    const key = `${match.challengeId}/${match.participationId}/${match.fileName}`;
    const known = files.get(key);
    if (known) known.push(match);
    else files.set(key, [match]);
  }
  return files;
}

export function FinderMatches({ gameId, searchId }: { gameId: number; searchId: string }) {
  const t = useText('capture');
  const { patternOf } = useSearchNames();
  const query = useQuery(searchQuery(gameId, searchId));
  const { data } = query;
  const title = data ? t('capture.find.results', { pattern: patternOf(data) }) : t('capture.find.title');
  return (
    <Panel flush title={title} className={classes.whole}>
      <QueryState query={query} pending={<ListSkeleton count={3} />} />
      {data && isRunning(data) && (
        <Progress
          value={data.filesTotal > 0 ? (100 * data.filesDone) / data.filesTotal : 0}
          size="sm"
          className={classes.progress}
          aria-label={t('capture.find.progress', { done: data.filesDone, total: data.filesTotal })}
        />
      )}
      {data?.state === 'done' && data.matches.length === 0 && (
        <EmptyState icon={<IconSearchOff />} title={t('capture.find.none')} />
      )}
      {data && [...groupByFile(data.matches)].map(([key, matches]) => <FileMatches key={key} matches={matches} />)}
    </Panel>
  );
}

function FileMatches({ matches }: { matches: CaptureMatch[] }) {
  const t = useText('capture');
  const { scopeOf } = useSearchNames();
  const [first] = matches;
  if (!first) return null;
  const { challengeId, participationId, fileName } = first;
  return (
    <section className="line-above">
      <header className={classes.fileHead}>
        <h3 className="text-14 semibold">{scopeOf(first)}</h3>
        <a href={fileAddress({ challengeId, partId: participationId }, fileName)} download className="mono">
          {fileName}
        </a>
        <span className={`${classes.about} figures`}>{t('capture.find.matches', { count: matches.length })}</span>
      </header>
      <ul>
        {matches.map((match) => (
          <Match key={`${match.stream} ${match.side} ${match.offset} ${match.owner}`} match={match} />
        ))}
      </ul>
    </section>
  );
}

function Match({ match }: { match: CaptureMatch }) {
  const t = useText('capture');
  const { stream, packet, offset, side, time, filter, before, content, after, owner, isForeign } = match;
  return (
    <li className={classes.match}>
      {content === null ? (
        <span className={isForeign ? 'danger semibold' : undefined}>
          {owner === null ? t('capture.find.ownerGone') : t('capture.find.owner', { owner })}
        </span>
      ) : (
        <code className={classes.excerpt}>
          {before}
          <mark>{content}</mark>
          {after}
        </code>
      )}
      <span className={classes.about}>
        {t(`capture.find.side.${side}`)} · <Time at={time} format="exact" /> ·{' '}
        {t('capture.find.place', { stream, packet, offset })}
      </span>
      <CopyButton value={filter} label={t('capture.find.copyFilter', { filter })} />
    </li>
  );
}
