import { Select } from '@mantine/core';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ChallengeDetail as Challenge } from '@vexil/contract/challenge';
import type { DetailedGame } from '@vexil/contract/game';
import { hasContainer, isDynamic } from '@vexil/db/enums/challenge';
import type { ComponentProps } from 'react';
import { ChallengeDetail } from '../../../features/challenge/ChallengeDetail';
import { ChallengesPage } from '../../../features/challenge/ChallengesPage';
import { ChallengesSkeleton } from '../../../features/challenge/ChallengesSkeleton';
import { previewQuery } from '../../../features/challenge/challenge.queries';
import { useFrozen } from '../../../features/game/use-frozen';
import { useText } from '../../../i18n/use-text';
import { EmptyState } from '../../../ui/EmptyState';
import { FailedState } from '../../../ui/FailedState';
import { Panel } from '../../../ui/Panel';

const noTeam = { id: 0, solvedChallenges: [] };
const noInstances = new Set<number>();

type StaffChallengesProps = Pick<ComponentProps<typeof ChallengesPage>, 'search' | 'onSearch'> & { game: DetailedGame };

/** What players read, for staff: nothing can be answered or started here. */
export default function StaffChallenges({ game, search, onSearch }: StaffChallengesProps) {
  const t = useText('challenge');
  const preview = useQuery(previewQuery(game.id, search.division));
  const frozen = useFrozen(game);
  if (!preview.data) {
    return preview.error ? (
      <FailedState
        title={t('challenge.failed')}
        error={preview.error}
        onRetry={() => void preview.refetch()}
        retrying={preview.isFetching}
      />
    ) : (
      <ChallengesSkeleton />
    );
  }
  const { challenges, statements } = preview.data;
  const listed = Object.values(challenges).flat();
  return (
    <ChallengesPage
      gameId={game.id}
      details={{ challenges, rank: noTeam }}
      running={noInstances}
      bloodsOpen={false}
      search={search}
      onSearch={onSearch}
      dock={
        <div className="row wrap gap-8-12 below-12 dimmed text-13">
          <IconEye size={16} />
          {t('challenge.staff.lead')}
          {game.divisions.length > 0 && (
            <Select
              aria-label={t('challenge.staff.division')}
              placeholder={t('challenge.staff.noDivision')}
              clearable
              value={search.division === undefined ? null : String(search.division)}
              onChange={(id) => onSearch({ ...search, division: id === null ? undefined : Number(id) })}
              data={game.divisions.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
          )}
        </div>
      }
      overview={
        <Panel>
          <EmptyState icon={<IconEye />} title={t('challenge.staff.choose')} hint={t('challenge.staff.hint')} />
        </Panel>
      }
      detail={(challengeId, around) => {
        const statement = statements.find(({ id }) => id === challengeId);
        return statement ? (
          <ChallengeDetail
            query={{ ...preview, data: statement }}
            summary={listed.find(({ id }) => id === challengeId)}
            frozen={frozen}
            {...around}
            more={() => null}
            instance={(challenge) => <OwnOfTeam challenge={challenge} />}
            flagField={() => <p className="dimmed text-13">{t('challenge.staff.readOnly')}</p>}
          />
        ) : (
          <Panel>
            <EmptyState
              icon={<IconEyeOff />}
              title={t('challenge.staff.unseen')}
              hint={t('challenge.staff.unseenHint')}
            />
          </Panel>
        );
      }}
    />
  );
}

/** What each team gets for itself. */
function OwnOfTeam({ challenge: { type } }: { challenge: Challenge }) {
  const t = useText('challenge');
  if (hasContainer(type)) return <p className="dimmed">{t('challenge.staff.instance')}</p>;
  return isDynamic(type) ? <p className="dimmed">{t('challenge.staff.file')}</p> : null;
}
