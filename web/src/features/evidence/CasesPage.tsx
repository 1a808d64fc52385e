import { Chip } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CaseInfo } from '@vexil/contract/evidence';
import type { Finding } from '@vexil/contract/submission';
import { findingReasons } from '@vexil/db/enums/evidence';
import { useLanguage, useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { formatSpan } from '../../ui/format-span';
import { FilterSelect, ListFilters } from '../../ui/ListFilters';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime } from '../../ui/Time';
import { useRowKeys } from '../../ui/use-row-keys';
import type { CasesSearch } from './cases-search';
import classes from './Evidence.module.css';
import { casesQuery, findingsQuery, pageSize, readReason } from './evidence.queries';
import { TeamCase } from './TeamCase';

type CasesPageProps = { gameId: number; canDecide: boolean; search: CasesSearch };

/** What staff should look into at the left, and the team that it is about. */
export function CasesPage({ gameId, canDecide, search }: CasesPageProps) {
  const t = useText('evidence');
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <Findings gameId={gameId} search={search} />
        <Cases gameId={gameId} search={search} />
      </div>
      {search.team === undefined ? (
        <Panel>
          <EmptyState
            icon={<IconShieldCheck size={28} />}
            title={t('evidence.choose.title')}
            hint={t('evidence.choose.hint')}
          />
        </Panel>
      ) : (
        <TeamCase key={search.team} gameId={gameId} participationId={search.team} canDecide={canDecide} />
      )}
    </div>
  );
}

function Findings({ gameId, search }: { gameId: number; search: CasesSearch }) {
  const t = useText('evidence');
  const navigate = useNavigate();
  const rows = useRowKeys<HTMLUListElement>();
  const query = useQuery(findingsQuery(gameId, search));
  const change = (next: Partial<CasesSearch>) =>
    void navigate({
      to: '/games/$id/monitor/cases',
      params: { id: gameId },
      search: { ...search, page: undefined, ...next },
      replace: true,
    });
  const { team, only, page = 1 } = search;
  const reason = readReason(search.reason);
  return (
    <Panel title={t('evidence.findings')}>
      <ListFilters>
        <FilterSelect
          label={t('evidence.filter.reason')}
          placeholder={t('evidence.filter.reason')}
          value={reason}
          onChange={(value) => change({ reason: value })}
          data={findingReasons.map((value) => ({ value, label: t(`evidence.reason.${value}`) }))}
        />
        {team !== undefined && (
          <Chip size="xs" checked={only !== undefined} onChange={(on) => change({ only: on ? 'team' : undefined })}>
            {t('evidence.filter.team')}
          </Chip>
        )}
      </ListFilters>
      <QueryState query={query} pending={<ListSkeleton count={4} />} />
      {query.data?.total === 0 && (
        <p className="dimmed text-13">{t(reason || only ? 'evidence.noneHere' : 'evidence.none')}</p>
      )}
      <ul {...rows} className={classes.list}>
        {query.data?.data.map((finding) => (
          <FindingRow key={finding.key} gameId={gameId} finding={finding} search={search} />
        ))}
      </ul>
      <Pager
        page={page}
        pageCount={Math.ceil((query.data?.total ?? 0) / pageSize)}
        onPage={(next) => change({ page: next })}
      />
    </Panel>
  );
}

function FindingRow({ gameId, finding, search }: { gameId: number; finding: Finding; search: CasesSearch }) {
  const t = useText('evidence');
  const language = useLanguage();
  const { reason, team, other, challenge, time, spanMs, boundMs, count } = finding;
  const words = {
    span: formatSpan(spanMs ?? 0, language),
    bound: formatSpan(boundMs ?? 0, language),
    number: count ?? 0,
  };
  return (
    <li>
      <Link
        to="/games/$id/monitor/cases"
        params={{ id: gameId }}
        search={{ ...search, team: team.participationId }}
        resetScroll={false}
        data-row
        className={classes.row}
        aria-current={team.participationId === search.team || undefined}
      >
        <span className="semibold">{t(`evidence.reason.${reason}`)}</span>
        <span className="anywhere">
          {team.name}
          {other && ` · ${other.name}`}
        </span>
        <span className={classes.about}>
          {challenge !== null && <span className="anywhere">{challenge}</span>}
          <RelativeTime at={time} className="push" />
        </span>
        <span className="dimmed text-12">{t(`evidence.why.${reason}`, words)}</span>
      </Link>
    </li>
  );
}

function Cases({ gameId, search }: { gameId: number; search: CasesSearch }) {
  const t = useText('evidence');
  const query = useQuery(casesQuery(gameId));
  if (query.data?.total === 0) return null;
  return (
    <Panel title={t('evidence.cases')}>
      <QueryState query={query} pending={<ListSkeleton count={2} />} />
      <ul className={classes.list}>
        {query.data?.data.map((one) => (
          <CaseRow key={one.id} gameId={gameId} info={one} search={search} />
        ))}
      </ul>
    </Panel>
  );
}

function CaseRow({ gameId, info, search }: { gameId: number; info: CaseInfo; search: CasesSearch }) {
  const t = useText('evidence');
  const { team, state, unanswered, updatedAt } = info;
  return (
    <li>
      <Link
        to="/games/$id/monitor/cases"
        params={{ id: gameId }}
        search={{ ...search, team: team.participationId }}
        resetScroll={false}
        className={classes.row}
        aria-current={team.participationId === search.team || undefined}
      >
        <span className="anywhere semibold">{team.name}</span>
        <span className={classes.about}>
          <span>{t(`evidence.state.${state}`)}</span>
          {unanswered > 0 && <span>{t('evidence.unanswered', { number: unanswered })}</span>}
          <RelativeTime at={updatedAt} className="push" />
        </span>
      </Link>
    </li>
  );
}
