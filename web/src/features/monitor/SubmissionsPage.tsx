import { Select } from '@mantine/core';
import type { Submission } from '@vexil/contract/submission';
import { answerResults, vias } from '@vexil/db/enums/submission';
import { useText } from '../../i18n/use-text';
import { ExportButton } from './ExportButton';
import { Feed, FeedState } from './Feed';
import { FeedFilters } from './FeedFilters';
import { ShowFlags } from './FlagText';
import { fetchAll } from './fetch-all';
import classes from './Monitor.module.css';
import { fetchSubmissions, useSubmissions } from './monitor.queries';
import type { OnFeedSearch, SubmissionsSearch } from './monitor-search';
import { SubmissionRow } from './SubmissionRow';
import { verdictIcons } from './VerdictBadge';

const columns = ['time', 'verdict', 'team', 'member', 'challenge', 'flag', 'number', 'via'] as const;

type SubmissionsPageProps = {
  gameId: number;
  canEdit: boolean;
  search: SubmissionsSearch;
  onSearch: OnFeedSearch<SubmissionsSearch>;
};

export function SubmissionsPage({ gameId, canEdit, search, onSearch }: SubmissionsPageProps) {
  const t = useText('monitor');
  const feed = useSubmissions(gameId, search);
  const kinds = answerResults.map((name) => {
    const Icon = verdictIcons[name];
    return {
      name,
      label: t(`monitor.verdict.${name}`),
      icon: <Icon size={14} stroke={2.25} className={classes.kindIcon} data-verdict={name} />,
    };
  });
  return (
    <>
      <FeedFilters
        gameId={gameId}
        kinds={kinds}
        kindsLabel={t('monitor.filter.verdict')}
        search={search}
        onSearch={onSearch}
        place="submissions"
        state={<FeedState feed={feed} />}
        exportButton={
          <>
            <ShowFlags />
            <ExportButton
              name={`game-${gameId}-submissions`}
              header={columns.map((column) => t(`monitor.column.${column}`))}
              cellsOf={({ time, status, team, user, challenge, answer, id, via }: Submission) => [
                new Date(time).toISOString(),
                t(`monitor.verdict.${status}`),
                ...[team, user, challenge, answer, id, t(`monitor.via.${via}`)],
              ]}
              fetchRows={(onCount, signal) =>
                fetchAll((page) => fetchSubmissions(gameId, search, page, signal), onCount)
              }
            />
          </>
        }
      >
        <Select
          className={classes.select}
          aria-label={t('monitor.column.via')}
          placeholder={t('monitor.filter.via')}
          data-set={search.via || undefined}
          clearable
          data={vias.map((via) => ({ value: via, label: t(`monitor.via.${via}`) }))}
          value={search.via ?? null}
          onChange={(via) => onSearch({ via: vias.find((one) => one === via) })}
        />
      </FeedFilters>
      <Feed
        feed={feed}
        title={t('monitor.tabs.submissions')}
        isFiltered={Object.values(search).some((value) => value !== undefined)}
        empty={{ title: t('monitor.submissions.empty'), hint: t('monitor.submissions.emptyHint') }}
        head={
          <div className={`${classes.submission} ${classes.head}`} aria-hidden>
            <span>{t('monitor.column.time')}</span>
            <span>{t('monitor.column.verdict')}</span>
            <span>{t('monitor.column.team')}</span>
            <span>{t('monitor.column.member')}</span>
            <span>{t('monitor.column.challenge')}</span>
            <span>{t('monitor.column.flag')}</span>
          </div>
        }
        renderRow={(row) => (
          <SubmissionRow key={row.id} gameId={gameId} row={row} canEdit={canEdit} onSearch={onSearch} />
        )}
      />
    </>
  );
}
