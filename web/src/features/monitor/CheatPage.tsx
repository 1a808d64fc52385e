import { IconArrowRight, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { formatSpan } from '../../ui/format-span';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import { useRowKeys } from '../../ui/use-row-keys';
import classes from './Cheat.module.css';
import { CheatSide, type Rights } from './CheatSide';
import { CheatTraffic } from './CheatTraffic';
import { addressOfCase, type CheatCase, isNamed, latestOf } from './cheat-cases';
import { ExportButton } from './ExportButton';
import { Canaries } from './Findings';
import { WholeFlag } from './FlagText';
import { cutRows } from './fetch-all';
import { fetchCases, historyQuery, useCheatCases } from './monitor.queries';
import type { CheatSearch } from './monitor-search';

type CheatPageProps = { gameId: number; rights: Rights; search: CheatSearch };

/** Flags that belong to another team: who handed them in, and whose they are. */
export function CheatPage({ gameId, rights, search }: CheatPageProps) {
  const t = useText('monitor');
  const rows = useRowKeys<HTMLUListElement>();
  const { query, cases } = useCheatCases(gameId, { enabled: true });
  const shown = cases.find((each) => isNamed(each, search)) ?? cases[0];
  if (!shown) {
    return (
      <div className="grid gap-12">
        <Canaries gameId={gameId} />
        <Panel flush>
          <QueryState query={query} pending={<ListSkeleton count={4} />} />
          {query.isSuccess && (
            <EmptyState icon={<IconShieldCheck />} title={t('monitor.case.empty')} hint={t('monitor.case.emptyHint')} />
          )}
        </Panel>
      </div>
    );
  }
  return (
    <div className={classes.page}>
      <div className="grid gap-12 shrinks">
        <Canaries gameId={gameId} />
        <Panel
          flush
          title={t('monitor.tabs.cheating')}
          actions={<CasesExport gameId={gameId} />}
          className={classes.cases}
        >
          <ul {...rows} className={classes.list}>
            {cases.map((each) => (
              <CaseLink key={each.key} gameId={gameId} cheatCase={each} active={each === shown} />
            ))}
          </ul>
        </Panel>
      </div>
      <section className="grid gap-12 shrinks" aria-label={t('monitor.case.title', { challenge: shown.challenge })}>
        <Evidence gameId={gameId} cheatCase={shown} />
        {shown.traffic.length > 0 && <CheatTraffic traffic={shown.traffic} />}
        <div className={classes.sides}>
          <CheatSide key={`sender ${shown.key}`} gameId={gameId} cheatCase={shown} side="sender" rights={rights} />
          <CheatSide key={`owner ${shown.key}`} gameId={gameId} cheatCase={shown} side="owner" rights={rights} />
        </div>
      </section>
    </div>
  );
}

function CasesExport({ gameId }: { gameId: number }) {
  const t = useText('monitor');
  return (
    <ExportButton
      name={`game-${gameId}-shared-flags`}
      header={[
        t('monitor.column.time'),
        t('monitor.case.sender'),
        t('monitor.column.member'),
        t('monitor.case.owner'),
        t('monitor.column.challenge'),
        t('monitor.column.flag'),
        t('monitor.case.inTraffic'),
      ]}
      cellsOf={(cells: string[]) => cells}
      fetchRows={async (_, signal) => cutRows((await fetchCases(gameId, signal)).flatMap(rowsOf))}
    />
  );
}

const timeOf = ({ time }: { time: number }) => new Date(time).toISOString();

/** One line for each time that the flag was handed in or seen in traffic. */
const rowsOf = ({ sender, owner, challenge, submissions, traffic }: CheatCase): string[][] => [
  ...submissions.map((row) => [timeOf(row), sender.team.name, row.user, owner.team.name, challenge, row.answer, '']),
  ...traffic.map((row) => [timeOf(row), sender.team.name, '', owner.team.name, challenge, '', row.fileName]),
];

function CaseLink({ gameId, cheatCase, active }: { gameId: number; cheatCase: CheatCase; active: boolean }) {
  const t = useText('monitor');
  const { sender, owner, challenge, submissions, traffic } = cheatCase;
  return (
    <li>
      <Link
        to="/games/$id/monitor/cheatinfo"
        params={{ id: gameId }}
        search={addressOfCase(cheatCase)}
        resetScroll={false}
        data-row
        className={classes.caseLink}
        aria-current={active || undefined}
      >
        <span className={classes.pair}>
          <span>{sender.team.name}</span>
          <IconArrowRight size={14} />
          <span className="visually-hidden">
            {t(submissions.length > 0 ? 'monitor.case.usedFlagOf' : 'monitor.case.carriedFlagOf')}
          </span>
          <span>{owner.team.name}</span>
        </span>
        <span className={classes.about}>
          <span className="anywhere">{challenge}</span>
          {submissions.length > 1 && <span>{t('monitor.case.times', { count: submissions.length })}</span>}
          {traffic.length > 0 && <span>{t('monitor.case.inTraffic')}</span>}
          <RelativeTime at={latestOf(cheatCase)} className="push" />
        </span>
        {sender.status === 'Suspended' && (
          <span className={classes.status} data-status="Suspended">
            {t('monitor.status.Suspended')}
          </span>
        )}
      </Link>
    </li>
  );
}

/** The flag where it was handed in, and how long after its owner the sender had it. */
function Evidence({ gameId, cheatCase }: { gameId: number; cheatCase: CheatCase }) {
  const t = useText('monitor');
  const { owner, challenge, challengeId, submissions, traffic } = cheatCase;
  const { data: history } = useQuery(historyQuery(gameId, owner.team.id, challengeId));
  const first = submissions.at(-1);
  const firstAt = first?.time ?? traffic.at(-1)?.time;
  if (firstAt === undefined) return null;
  const solvedAt = history?.findLast(({ status }) => status === 'Accepted')?.time;
  const lead = solvedAt === undefined ? undefined : firstAt - solvedAt;
  return (
    <Panel>
      <h3 className="below-8 anywhere text-20 semibold display">{challenge}</h3>
      <dl className={classes.proof}>
        {first && (
          <div className={classes.proofWhole}>
            <dt>{t('monitor.column.flag')}</dt>
            <dd className={classes.proofFlag}>
              <WholeFlag {...first} />
            </dd>
          </div>
        )}
        <div>
          <dt>{t(first ? 'monitor.case.sentAt' : 'monitor.case.carriedAt')}</dt>
          <dd>
            <Time at={firstAt} format="exact" withZone />
          </dd>
        </div>
        <div>
          <dt>{t('monitor.case.solvedAt')}</dt>
          <dd>{solvedAt === undefined ? t('monitor.case.notSolved') : <Time at={solvedAt} format="exact" />}</dd>
        </div>
        {lead !== undefined && (
          <div>
            <dt>{t(lead >= 0 ? 'monitor.case.after' : 'monitor.case.before')}</dt>
            <dd className="figures">{formatSpan(Math.abs(lead))}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
