import { Alert, Button, Modal } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { DataTable, MainCell } from '../../ui/DataTable';
import { FailureAlert } from '../../ui/FailureAlert';
import { Pager } from '../../ui/Pager';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import classes from './Judging.module.css';
import {
  isComputing,
  isOpen,
  type RejudgedSubmission,
  type RejudgedTeam,
  type Rejudging,
  rowsPerPage,
  teamsPerPage,
  useApply,
  useDiscard,
  useRejudgedSubmissions,
  useRejudgedTeams,
} from './rejudging.queries';
import { useScope, useSummary } from './rejudging.words';

type RejudgeReviewProps = { gameId: number; draft: Rejudging; opened: boolean; onClose: () => void };

/** What a draft would change, as a review: the sum, who gains and loses, then each submission. */
export function RejudgeReview({ gameId, draft, opened, onClose }: RejudgeReviewProps) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="xl"
      title={draft.reason}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Review gameId={gameId} draft={draft} onClose={onClose} />
    </Modal>
  );
}

function Review({ gameId, draft, onClose }: Omit<RejudgeReviewProps, 'opened'>) {
  const t = useText('judging');
  return (
    <div className="grid gap-16">
      <div className="grid gap-4">
        <p className="dimmed text-13">
          {[useScope(draft), ...(draft.takeBack ? [t('judging.rejudge.takeBack')] : [])].join(' · ')}
        </p>
        <p>{useSummary(draft)}</p>
      </div>
      {draft.state === 'Outdated' && <Alert color="yellow">{t('judging.rejudge.outdated')}</Alert>}
      {draft.keptCount > 0 && <Alert color="blue">{t('judging.rejudge.kept', { count: draft.keptCount })}</Alert>}
      <Bloods draft={draft} />
      {draft.state !== 'Discarded' && !isComputing(draft) && (
        <>
          {draft.teamCount > 0 && <Teams gameId={gameId} draft={draft} />}
          {draft.changedCount > 0 && <Submissions gameId={gameId} draft={draft} />}
        </>
      )}
      {isOpen(draft) && <Decision gameId={gameId} draft={draft} onClose={onClose} />}
    </div>
  );
}

const medals = ['🥇', '🥈', '🥉'] as const;

function Bloods({ draft: { bloods } }: { draft: Rejudging }) {
  const t = useText('judging');
  if (bloods.length === 0) return null;
  const line = (names: readonly string[]) => names.map((name, place) => `${medals[place]} ${name}`).join(' ') || '–';
  return (
    <section aria-label={t('judging.rejudge.bloods')}>
      <h3>{t('judging.rejudge.bloods')}</h3>
      <ul>
        {bloods.map(({ challengeId, title, before, after }) => (
          <li key={challengeId}>
            <strong>{title}</strong>: {line(before)} → {line(after)}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Teams({ gameId, draft }: { gameId: number; draft: Rejudging }) {
  const t = useText('judging');
  const [page, setPage] = useState(1);
  const query = useRejudgedTeams(gameId, draft.id, page);
  const { data = [], total = 0 } = query.data ?? {};
  return (
    <section>
      <h3>{t('judging.rejudge.teams', { count: draft.teamCount })}</h3>
      <QueryState query={query} pending={<ListSkeleton count={3} />} />
      {data.length > 0 && (
        <DataTable
          label={t('judging.rejudge.teams', { count: draft.teamCount })}
          head={[t('judging.team'), t('judging.points'), t('judging.rejudge.rank')]}
          isOld={query.isPlaceholderData}
        >
          {data.map((team) => (
            <TeamRow key={team.teamId} team={team} />
          ))}
        </DataTable>
      )}
      <Pager page={page} pageCount={Math.ceil(total / teamsPerPage)} onPage={(next = 1) => setPage(next)} />
    </section>
  );
}

/** What stays is said once. */
const changed = (before: number, after: number) => (before === after ? after : `${before} → ${after}`);

function TeamRow({ team: { name, scoreBefore, scoreAfter, rankBefore, rankAfter } }: { team: RejudgedTeam }) {
  const t = useText('judging');
  return (
    <tr className={classes.row}>
      <td data-wide>{name}</td>
      <td
        data-narrow
        data-label={t('judging.points')}
        className={`figures ${scoreAfter === scoreBefore ? '' : classes.points}`}
        data-fine={scoreAfter < scoreBefore}
      >
        {changed(scoreBefore, scoreAfter)}
      </td>
      <td data-narrow data-label={t('judging.rejudge.rank')} className="figures">
        {changed(rankBefore, rankAfter)}
      </td>
    </tr>
  );
}

function Submissions({ gameId, draft }: { gameId: number; draft: Rejudging }) {
  const t = useText('judging');
  const [page, setPage] = useState(1);
  const [areShown, setShown] = useState(false);
  const query = useRejudgedSubmissions(gameId, draft.id, page);
  const { data = [], total = 0 } = query.data ?? {};
  const title = t('judging.rejudge.submissions', { count: draft.changedCount });
  const Icon = areShown ? IconEyeOff : IconEye;
  return (
    <section>
      <div className="row wrap between gap-8">
        <h3>{title}</h3>
        <Button
          variant="default"
          size="compact-sm"
          aria-pressed={areShown}
          leftSection={<Icon />}
          onClick={() => setShown(!areShown)}
        >
          {t('judging.rejudge.answers')}
        </Button>
      </div>
      <QueryState query={query} pending={<ListSkeleton count={3} />} />
      {data.length > 0 && (
        <DataTable
          label={title}
          head={[
            t('judging.team'),
            t('judging.rejudge.challenge'),
            t('judging.rejudge.verdict'),
            t('judging.rejudge.at'),
          ]}
          isOld={query.isPlaceholderData}
        >
          {data.map((row) => (
            <SubmissionRow key={row.id} row={row} isShown={areShown} />
          ))}
        </DataTable>
      )}
      <Pager page={page} pageCount={Math.ceil(total / rowsPerPage)} onPage={(next = 1) => setPage(next)} />
    </section>
  );
}

/** A right flag is seen only when it is asked for: control rooms are filmed. */
function SubmissionRow({ row, isShown }: { row: RejudgedSubmission; isShown: boolean }) {
  const t = useText('judging');
  const { team, user, challenge, answer, before, after, time } = row;
  return (
    <tr className={classes.row}>
      <td data-wide>
        <MainCell name={team} detail={isShown ? <code>{answer.replace(/\s/g, '·')}</code> : user} />
      </td>
      <td data-label={t('judging.rejudge.challenge')}>{challenge}</td>
      <td data-narrow data-label={t('judging.rejudge.verdict')}>
        {t(`judging.verdict.${before}`)} → <strong>{t(`judging.verdict.${after}`)}</strong>
      </td>
      <td data-narrow data-label={t('judging.rejudge.at')}>
        <Time at={time} format="short" />
      </td>
    </tr>
  );
}

function Decision({ gameId, draft, onClose }: { gameId: number; draft: Rejudging; onClose: () => void }) {
  const t = useText('judging');
  const apply = useApply(gameId);
  const discard = useDiscard(gameId);
  const action = useMutation({ mutationFn: (run: () => Promise<unknown>) => run(), onSuccess: onClose });
  const isReady = draft.state === 'Ready';
  return (
    <>
      {isReady && draft.changedCount > 0 && <p className="dimmed">{t('judging.rejudge.applyHelp')}</p>}
      <FailureAlert error={action.error} />
      <div className={classes.decision}>
        <Button
          variant="default"
          disabled={action.isPending}
          onClick={() => action.mutate(() => discard.mutateAsync(draft.id))}
        >
          {t('judging.rejudge.discard')}
        </Button>
        <Button
          disabled={!isReady || draft.changedCount === 0}
          loading={apply.isPending || isComputing(draft)}
          onClick={() => action.mutate(() => apply.mutateAsync(draft.id))}
        >
          {t('judging.rejudge.apply')}
        </Button>
      </div>
    </>
  );
}
