import { Button } from '@mantine/core';
import { IconArrowBackUp, IconFileImport, IconPlus, IconScale } from '@tabler/icons-react';
import { signedPoints } from '@vexil/rules/award.rules';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { DataTable, MainCell } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { RowTool } from '../../ui/RowTool';
import { ListSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import { useAsked } from '../../ui/use-asked';
import { AwardDialog } from './AwardDialog';
import { ImportDialog } from './ImportDialog';
import classes from './Judging.module.css';
import { type Award, pageSize, useAwards, useTakeBack, useTeams } from './judging.queries';
import { RejudgePanel } from './RejudgePanel';

/** `rejudge` is a challenge whose flags changed. */
type JudgingSearch = { page?: number | undefined; rejudge?: number | undefined };

type JudgingPageProps = {
  gameId: number;
  search: JudgingSearch;
  onSearch: (search: JudgingSearch) => void;
};

type Asked = { what: 'give' | 'import' } | { what: 'takeBack'; award: Award };

export function JudgingPage({ gameId, search: { page = 1, rejudge }, onSearch }: JudgingPageProps) {
  const t = useText('judging');
  const awards = useAwards(gameId, page);
  const teams = useTeams(gameId).data ?? [];
  const takeBack = useTakeBack(gameId);
  const { subject, opened, number, ask, close } = useAsked<Asked>();
  const dialog = { gameId, teams, opened, onClose: close };
  const { data = [], total = 0 } = awards.data ?? {};
  return (
    <div className="grid gap-12">
      <RejudgePanel gameId={gameId} teams={teams} rejudge={rejudge} onLeave={() => onSearch({ page })} />
      <Panel
        flush
        title={t('judging.title')}
        actions={
          <>
            <Button variant="default" leftSection={<IconFileImport />} onClick={() => ask({ what: 'import' })}>
              {t('judging.csv.title')}
            </Button>
            <Button leftSection={<IconPlus />} onClick={() => ask({ what: 'give' })}>
              {t('judging.give')}
            </Button>
          </>
        }
      >
        <QueryState query={awards} pending={<ListSkeleton count={4} />} />
        {awards.data && total === 0 && (
          <EmptyState icon={<IconScale />} title={t('judging.empty')} hint={t('judging.emptyHint')} />
        )}
        {data.length > 0 && (
          <DataTable
            label={t('judging.title')}
            head={[t('judging.team'), t('judging.points'), t('judging.reason'), t('judging.at'), t('judging.by'), '']}
            isOld={awards.isPlaceholderData}
          >
            {data.map((award) => (
              <AwardRow key={award.id} award={award} onTakeBack={() => ask({ what: 'takeBack', award })} />
            ))}
          </DataTable>
        )}
      </Panel>
      <Pager page={page} pageCount={Math.ceil(total / pageSize)} onPage={(next) => onSearch({ page: next })} />
      {subject?.what === 'give' && <AwardDialog key={number} {...dialog} />}
      {subject?.what === 'import' && <ImportDialog key={number} {...dialog} />}
      {subject?.what === 'takeBack' && (
        <ConfirmDialog
          opened={opened}
          onClose={close}
          title={t('judging.back.title', {
            points: signedPoints(subject.award.points),
            team: subject.award.teamName,
          })}
          confirmLabel={t('judging.back.action')}
          danger
          onConfirm={() => takeBack.mutateAsync(subject.award.id)}
        >
          {t('judging.back.text')}
        </ConfirmDialog>
      )}
    </div>
  );
}

function AwardRow({ award, onTakeBack }: { award: Award; onTakeBack: () => void }) {
  const t = useText('judging');
  const { teamName, points, reason, challengeTitle, label, at, userName, reversedAt, reversedBy } = award;
  const isBack = reversedAt !== null;
  const by = userName ?? t('judging.gone');
  return (
    <tr className={classes.row} data-back={isBack || undefined}>
      <td data-wide>
        <MainCell name={teamName} detail={label} />
      </td>
      <td data-narrow data-label={t('judging.points')} className={`figures ${classes.points}`} data-fine={points < 0}>
        {signedPoints(points)}
      </td>
      <td data-wide data-label={t('judging.reason')}>
        {[reason, challengeTitle].filter(Boolean).join(': ')}
      </td>
      <td data-narrow data-label={t('judging.at')}>
        <Time at={at} format="short" />
      </td>
      <td data-label={t('judging.by')}>
        {isBack ? t('judging.back.by', { name: reversedBy ?? t('judging.gone') }) : by}
      </td>
      <td data-narrow data-tools>
        <RowTool label={t('judging.back.action')} name={`${teamName} ${points}`} disabled={isBack} onClick={onTakeBack}>
          <IconArrowBackUp />
        </RowTool>
      </td>
    </tr>
  );
}
