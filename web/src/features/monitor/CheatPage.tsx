import { IconArrowRight, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useLanguage, useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { Panel } from '../../ui/Panel';
import { ListSkeleton } from '../../ui/skeletons';
import { RelativeTime, Time } from '../../ui/Time';
import classes from './Cheat.module.css';
import { CheatSide, type Rights } from './CheatSide';
import { type CheatCase, hasSubmission } from './cheat-cases';
import { formatSpan } from './format-span';
import { historyQuery, useCheatCases } from './monitor.queries';
import type { CheatSearch } from './monitor-search';

type CheatPageProps = { gameId: number; rights: Rights; search: CheatSearch };

/** Flags that belong to another team: who handed them in, and whose they are. */
export function CheatPage({ gameId, rights, search }: CheatPageProps) {
  const t = useText('monitor');
  const { query, cases } = useCheatCases(gameId, { enabled: true });
  const shown = cases.find((each) => hasSubmission(each, search.case)) ?? cases[0];
  if (!shown) {
    return (
      <Panel flush>
        {query.isPending && <ListSkeleton count={4} />}
        <FailedQuery query={query} />
        {query.isSuccess && (
          <EmptyState
            icon={<IconShieldCheck size={28} stroke={1.75} />}
            title={t('monitor.case.empty')}
            hint={t('monitor.case.emptyHint')}
          />
        )}
      </Panel>
    );
  }
  return (
    <div className={classes.page}>
      <Panel flush title={t('monitor.tabs.cheating')} className={classes.cases}>
        <ul className={classes.list}>
          {cases.map((each) => (
            <CaseLink key={each.id} gameId={gameId} cheatCase={each} active={each === shown} />
          ))}
        </ul>
      </Panel>
      <section className={classes.case} aria-label={t('monitor.case.title', { challenge: shown.challenge })}>
        <Evidence gameId={gameId} cheatCase={shown} />
        <div className={classes.sides}>
          <CheatSide key={`sender ${shown.id}`} gameId={gameId} cheatCase={shown} side="sender" rights={rights} />
          <CheatSide key={`owner ${shown.id}`} gameId={gameId} cheatCase={shown} side="owner" rights={rights} />
        </div>
      </section>
    </div>
  );
}

function CaseLink({ gameId, cheatCase, active }: { gameId: number; cheatCase: CheatCase; active: boolean }) {
  const t = useText('monitor');
  const { id, sender, owner, challenge, submissions } = cheatCase;
  return (
    <li>
      <Link
        to="/games/$id/monitor/cheatinfo"
        params={{ id: gameId }}
        search={{ case: id }}
        resetScroll={false}
        className={classes.caseLink}
        aria-current={active || undefined}
      >
        <span className={classes.pair}>
          <span>{sender.team.name}</span>
          <IconArrowRight size={14} stroke={1.75} aria-hidden />
          <span className="visually-hidden">{t('monitor.case.usedFlagOf')}</span>
          <span>{owner.team.name}</span>
        </span>
        <span className={classes.about}>
          <span className={classes.aboutName}>{challenge}</span>
          {submissions.length > 1 && <span>{t('monitor.case.times', { count: submissions.length })}</span>}
          {submissions[0] && <RelativeTime at={submissions[0].time} className={classes.ago} />}
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

/** The flag, and how long after its owner the sender had it. */
function Evidence({ gameId, cheatCase }: { gameId: number; cheatCase: CheatCase }) {
  const t = useText('monitor');
  const language = useLanguage();
  const { owner, challenge, challengeId, submissions } = cheatCase;
  const { data: history } = useQuery(historyQuery(gameId, owner.team.id, challengeId));
  const first = submissions.at(-1);
  if (!first) return null;
  const solvedAt = history?.findLast(({ status }) => status === 'Accepted')?.time;
  const lead = solvedAt === undefined ? undefined : first.time - solvedAt;
  return (
    <Panel className={classes.evidence}>
      <h3 className={classes.challengeName}>{challenge}</h3>
      <dl className={classes.proof}>
        <div>
          <dt>{t('monitor.column.flag')}</dt>
          <dd className={classes.proofFlag}>
            <code>{first.answer}</code>
            <CopyButton value={first.answer} label={t('monitor.row.copyFlag')} />
          </dd>
        </div>
        <div>
          <dt>{t('monitor.case.sentAt')}</dt>
          <dd>
            <Time at={first.time} format="exact" withZone />
          </dd>
        </div>
        <div>
          <dt>{t('monitor.case.solvedAt')}</dt>
          <dd>
            {solvedAt === undefined ? t('monitor.case.notSolved') : <Time at={solvedAt} format="exact" withZone />}
          </dd>
        </div>
        {lead !== undefined && (
          <div>
            <dt>{t(lead >= 0 ? 'monitor.case.after' : 'monitor.case.before')}</dt>
            <dd className="figures">{formatSpan(Math.abs(lead), language)}</dd>
          </div>
        )}
      </dl>
    </Panel>
  );
}
