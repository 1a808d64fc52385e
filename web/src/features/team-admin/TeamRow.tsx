import { Menu } from '@mantine/core';
import { IconCrown, IconGitMerge, IconLock, IconLockOpen, IconPencil, IconTrash } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { MainCell, PickCell } from '../../ui/DataTable';
import { RowMenu } from '../../ui/RowMenu';
import { RowTool } from '../../ui/RowTool';
import { StateWord } from '../../ui/StateWord';
import { toastError } from '../../ui/toast';
import type { Selection } from '../../ui/use-selection';
import type { TeamTask } from './TeamDialogs';
import { type AdminTeam, useUpdateTeam } from './team-admin.queries';

type TeamRowProps = { team: AdminTeam; selection: Selection<number>; onTask: (task: TeamTask) => void };

export function TeamRow({ team, selection, onTask }: TeamRowProps) {
  const t = useText('team-admin');
  const update = useUpdateTeam();
  const name = team.name ?? '';
  const isLocked = update.isPending ? (update.variables.body.locked ?? false) : team.locked;
  const lock = (locked: boolean) =>
    update.mutate({ id: team.id, body: { locked } }, { onError: (error) => toastError(error) });
  return (
    <tr>
      <PickCell selection={selection} id={team.id} name={name} />
      <td data-wide>
        <MainCell
          picture={<Avatar name={name} src={team.avatar} size={32} />}
          name={name}
          detail={[`#${team.id}`, team.bio].filter(Boolean).join(' · ')}
        />
      </td>
      <td data-label={t('team-admin.captain')}>{team.members.find(({ captain }) => captain)?.userName ?? '—'}</td>
      <td data-label={t('team-admin.members')}>{team.members.map(({ userName }) => userName).join(', ')}</td>
      <td data-narrow data-label={t('team-admin.games')} className="figures">
        {team.gameCount}
      </td>
      <td data-narrow data-label={t('team-admin.locked')}>
        <StateWord icon={isLocked ? IconLock : IconLockOpen}>
          {t(isLocked ? 'team-admin.locked' : 'team-admin.unlocked')}
        </StateWord>
      </td>
      <td data-narrow data-tools="many">
        <RowTool isMain label={t('team-admin.edit.action')} name={name} onClick={() => onTask('edit')}>
          <IconPencil />
        </RowTool>
        <RowTool label={t('team-admin.delete.action')} name={name} onClick={() => onTask('delete')}>
          <IconTrash />
        </RowTool>
        <RowMenu name={name}>
          <Menu.Item leftSection={isLocked ? <IconLockOpen /> : <IconLock />} onClick={() => lock(!isLocked)}>
            {t(isLocked ? 'team-admin.many.unlock' : 'team-admin.many.lock')}
          </Menu.Item>
          <Menu.Item leftSection={<IconCrown />} disabled={team.members.length < 2} onClick={() => onTask('transfer')}>
            {t('team-admin.transfer.action')}
          </Menu.Item>
          <Menu.Item leftSection={<IconGitMerge />} onClick={() => onTask('merge')}>
            {t('team-admin.merge.action')}
          </Menu.Item>
        </RowMenu>
      </td>
    </tr>
  );
}
