import { Radio, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { useRunEach } from '../../ui/run-each';
import { type AdminTeam, useMergeTeams, useTeamSearch } from './team-admin.queries';

type MergeDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** One, which goes into a team that is looked for; or several, of which one stays. */
  teams: readonly AdminTeam[];
  onMerged?: () => void;
};

const searchDelayMs = 250;
const nameOf = ({ name, id }: Pick<AdminTeam, 'name' | 'id'>) => `${name ?? ''} #${id}`;

export function MergeDialog({ opened, onClose, teams, onMerged }: MergeDialogProps) {
  const t = useText('team-admin');
  const merge = useMergeTeams();
  const each = useRunEach();
  const [first, ...rest] = teams;
  const [into, setInto] = useState<number | null>(rest.length > 0 && first ? first.id : null);
  const others = teams.filter(({ id }) => id !== into);
  const mergeInto = ({ id }: AdminTeam) => merge.mutateAsync({ id, intoTeamId: into ?? 0 });
  const run = async () => {
    const [only, ...more] = others;
    // Of one the dialog says why it is refused; of many some may be.
    if (only && more.length === 0) await mergeInto(only);
    else await each.run(others, mergeInto);
    onMerged?.();
  };
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={
        rest.length > 0
          ? t('team-admin.merge.titleMany', { number: teams.length })
          : t('team-admin.merge.title', { name: first?.name ?? '' })
      }
      confirmLabel={t('team-admin.merge.confirm')}
      danger
      disabled={into === null}
      onConfirm={run}
    >
      <p className="below-16 dimmed">{t('team-admin.merge.text')}</p>
      {rest.length > 0 ? (
        <Radio.Group label={t('team-admin.merge.stays')} value={String(into)} onChange={(id) => setInto(Number(id))}>
          <div className="column gap-8 above-8">
            {teams.map((team) => (
              <Radio
                key={team.id}
                value={String(team.id)}
                label={nameOf(team)}
                description={t('team-admin.merge.facts', { members: team.members.length, games: team.gameCount })}
              />
            ))}
          </div>
        </Radio.Group>
      ) : (
        first && <TeamSelect teamId={first.id} value={into} onChange={setInto} />
      )}
    </ConfirmDialog>
  );
}

type TeamSelectProps = { teamId: number; value: number | null; onChange: (id: number | null) => void };

function TeamSelect({ teamId, value, onChange }: TeamSelectProps) {
  const t = useText('team-admin');
  const [typed, setTyped] = useState('');
  const [hint] = useDebouncedValue(typed, searchDelayMs);
  const found = useTeamSearch(hint, teamId).data?.data ?? [];
  return (
    <Select
      label={t('team-admin.merge.into')}
      placeholder={t('team-admin.search')}
      searchable
      clearable
      data-autofocus
      value={value === null ? null : String(value)}
      onChange={(id) => onChange(id === null ? null : Number(id))}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={t('team-admin.empty')}
      // The server has searched already.
      filter={({ options }) => options}
      data={found.map((team) => ({ value: String(team.id), label: nameOf(team) }))}
    />
  );
}
