import { ActionIcon, Menu, Switch } from '@mantine/core';
import { IconCrown, IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { MainCell } from '../../ui/DataTable';
import { toastFailure } from '../../ui/toast';
import type { TeamTask } from './TeamDialogs';
import { type AdminTeam, useUpdateTeam } from './team-admin.queries';

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function TeamRow({ team, onTask }: { team: AdminTeam; onTask: (task: TeamTask) => void }) {
  const t = useText('team-admin');
  const describe = useDescribeError();
  const update = useUpdateTeam();
  const name = team.name ?? '';
  const isLocked = update.isPending ? (update.variables.body.locked ?? false) : team.locked;
  const lock = (locked: boolean) =>
    update.mutate({ id: team.id, body: { locked } }, { onError: (error) => toastFailure(describe(error)) });
  return (
    <tr>
      <td data-wide>
        <MainCell
          picture={<Avatar name={name} src={team.avatar} size={32} />}
          name={name}
          detail={[`#${team.id}`, team.bio].filter(Boolean).join(' · ')}
        />
      </td>
      <td data-label={t('team-admin.captain')}>{team.members.find(({ captain }) => captain)?.userName ?? '—'}</td>
      <td data-label={t('team-admin.members')}>{team.members.map(({ userName }) => userName).join(', ')}</td>
      <td data-narrow data-label={t('team-admin.locked')}>
        <Switch
          size="sm"
          checked={isLocked}
          aria-label={t('team-admin.lock', { name })}
          onChange={(event) => lock(event.currentTarget.checked)}
        />
      </td>
      <td data-narrow data-tools>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon aria-label={t('team-admin.actions', { name })}>
              <IconDots size={18} stroke={1.75} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => onTask('edit')}>
              {t('team-admin.edit.action')}
            </Menu.Item>
            <Menu.Item
              leftSection={<IconCrown {...icon} />}
              disabled={team.members.length < 2}
              onClick={() => onTask('transfer')}
            >
              {t('team-admin.transfer.action')}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="red" leftSection={<IconTrash {...icon} />} onClick={() => onTask('delete')}>
              {t('team-admin.delete.action')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </td>
    </tr>
  );
}
