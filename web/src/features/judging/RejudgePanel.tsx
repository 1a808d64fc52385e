import { Button } from '@mantine/core';
import { IconCheck, IconGavel, IconLoader2, IconPlus, IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { DataTable, MainCell } from '../../ui/DataTable';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { StateWord } from '../../ui/StateWord';
import { ListSkeleton } from '../../ui/skeletons';
import { Time } from '../../ui/Time';
import { useAsked } from '../../ui/use-asked';
import type { AwardedTeam } from './judging.queries';
import { RejudgeDialog } from './RejudgeDialog';
import { RejudgeReview } from './RejudgeReview';
import { isOpen, type Rejudging, useChallengeTitles, useRejudgings } from './rejudging.queries';
import { useScope, useSummary } from './rejudging.words';

type RejudgePanelProps = {
  gameId: number;
  teams: AwardedTeam[];
  /** A challenge whose flags changed: the dialog is open at first. */
  rejudge?: number | undefined;
  /** When that dialog is left. */
  onLeave: () => void;
};

type Asked = { draftId: number } | { challengeId: number | undefined };

export function RejudgePanel({ gameId, teams, rejudge, onLeave }: RejudgePanelProps) {
  const t = useText('judging');
  const rejudgings = useRejudgings(gameId);
  const challenges = useChallengeTitles(gameId).data ?? [];
  const { subject, opened, number, ask, close } = useAsked<Asked>(
    rejudge === undefined ? undefined : { challengeId: rejudge },
  );
  const rows = rejudgings.data?.data ?? [];
  // A game has one draft: who wants another sees the one that is open.
  const open = rows.find(isOpen);
  const asksForNew = subject !== undefined && 'challengeId' in subject && !open;
  const shown = subject && ('draftId' in subject ? rows.find(({ id }) => id === subject.draftId) : open);
  const leave = () => {
    close();
    if (rejudge !== undefined) onLeave();
  };
  return (
    <>
      <Panel
        flush
        title={t('judging.rejudge.title')}
        actions={
          <Button
            variant="default"
            leftSection={<IconPlus />}
            disabled={!rejudgings.data || open !== undefined}
            onClick={() => ask({ challengeId: undefined })}
          >
            {t('judging.rejudge.make')}
          </Button>
        }
      >
        <QueryState query={rejudgings} pending={<ListSkeleton count={2} />} />
        {rejudgings.data && rows.length === 0 && <p className="dimmed">{t('judging.rejudge.empty')}</p>}
        {rows.length > 0 && (
          <DataTable
            label={t('judging.rejudge.title')}
            head={[t('judging.reason'), t('judging.rejudge.state'), t('judging.rejudge.result'), t('judging.by'), '']}
          >
            {rows.map((row) => (
              <RejudgeRow key={row.id} row={row} onOpen={() => ask({ draftId: row.id })} />
            ))}
          </DataTable>
        )}
      </Panel>
      {rejudgings.data && asksForNew && (
        <RejudgeDialog
          key={number}
          gameId={gameId}
          teams={teams}
          challenges={challenges}
          challengeId={subject.challengeId}
          opened={opened}
          onClose={leave}
          onMade={({ id }) => ask({ draftId: id })}
        />
      )}
      {shown && <RejudgeReview gameId={gameId} draft={shown} opened={opened} onClose={leave} />}
    </>
  );
}

const icons = {
  Computing: IconLoader2,
  Outdated: IconLoader2,
  Ready: IconGavel,
  Applied: IconCheck,
  Discarded: IconTrash,
} as const;
const tones = { Ready: 'warning', Applied: 'solved' } as const;

function RejudgeRow({ row, onOpen }: { row: Rejudging; onOpen: () => void }) {
  const t = useText('judging');
  const { reason, state, createdAt, userName, closedBy } = row;
  return (
    <tr>
      <td data-wide>
        <MainCell name={reason} detail={useScope(row)} />
      </td>
      <td data-narrow data-label={t('judging.rejudge.state')}>
        <StateWord icon={icons[state]} tone={state in tones ? tones[state as keyof typeof tones] : undefined}>
          {t(`judging.rejudge.is.${state}`)}
        </StateWord>
      </td>
      <td data-label={t('judging.rejudge.result')}>{useSummary(row)}</td>
      <td data-narrow data-label={t('judging.by')}>
        <MainCell name={closedBy ?? userName ?? t('judging.gone')} detail={<Time at={createdAt} format="short" />} />
      </td>
      <td data-narrow data-tools>
        <Button variant={isOpen(row) ? 'filled' : 'default'} size="compact-sm" onClick={onOpen}>
          {t(isOpen(row) ? 'judging.rejudge.review' : 'judging.rejudge.view')}
        </Button>
      </td>
    </tr>
  );
}
