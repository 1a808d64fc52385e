import { Select, TextInput } from '@mantine/core';
import { IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { DetailedGame } from '@vexil/contract/game';
import type { Team } from '@vexil/contract/team';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { EmptyState } from '../../ui/EmptyState';
import { FormModal } from '../../ui/FormModal';
import { LinkButton } from '../../ui/links';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { joinCheckQuery, ownTeamsQuery } from './participation.queries';
import { type JoinCheck, useJoinForm } from './use-join-form';

export type JoinDialogProps = { game: DetailedGame; opened: boolean; onClose: () => void };

export default function JoinDialog({ game, opened, onClose }: JoinDialogProps) {
  const t = useText('participation');
  const teams = useQuery({ ...ownTeamsQuery(), enabled: opened });
  const check = useQuery({ ...joinCheckQuery(game.id), enabled: opened });
  // The challenges take the place of the panel that asked to join, and of this dialog.
  useEffect(() => focusContent, []);
  const failed = [teams, check].find((query) => query.isError && !query.data);
  return (
    <FormModal opened={opened} onClose={onClose} title={t('participation.dialog.title', { game: game.title })}>
      {failed && <QueryState query={failed} />}
      {!failed && !(teams.data && check.data) && <ListSkeleton count={2} />}
      {teams.data?.length === 0 && (
        <EmptyState
          icon={<IconUsersPlus size={28} />}
          title={t('participation.dialog.noTeam')}
          hint={t('participation.dialog.noTeamHint')}
          action={
            <LinkButton to="/teams" search={{ game: game.id }}>
              {t('participation.dialog.toTeams')}
            </LinkButton>
          }
        />
      )}
      {teams.data && teams.data.length > 0 && check.data && (
        <JoinForm game={game} teams={teams.data} check={check.data} onClose={onClose} />
      )}
    </FormModal>
  );
}

function focusContent() {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
}

type JoinFormProps = { game: DetailedGame; teams: Team[]; check: JoinCheck; onClose: () => void };

function JoinForm({ game, teams, check, onClose }: JoinFormProps) {
  const t = useText('participation');
  const { form, divisionId, divisions, fixedDivision, codeNeeded } = useJoinForm({
    game,
    teams,
    check,
    onJoined: onClose,
  });
  return (
    <DialogForm form={form} submitLabel={t('participation.dialog.submit')}>
      <div>
        <p className="dimmed">{t('participation.dialog.lead')}</p>
        {game.limit > 0 && <p className="dimmed">{t('participation.dialog.leadLimit')}</p>}
      </div>
      <Select
        label={t('participation.dialog.team')}
        description={t('participation.dialog.teamHint')}
        data={teams.map(({ id, name }) => ({ value: String(id), label: name ?? String(id) }))}
        {...form.field('teamId')}
        onChange={(id) => form.set('teamId', id ?? '')}
      />
      {divisions.length > 0 && (
        <Select
          label={t('participation.dialog.division')}
          description={fixedDivision ? t('participation.dialog.divisionFixed') : undefined}
          placeholder={t('participation.dialog.divisionChoose')}
          readOnly={fixedDivision}
          data={divisions.map(({ id, name }) => ({ value: String(id), label: name }))}
          {...form.field('divisionId')}
          value={divisionId}
          onChange={(id) => form.set('divisionId', id ?? '')}
        />
      )}
      {codeNeeded && (
        <TextInput
          label={t('participation.dialog.code')}
          description={t('participation.dialog.codeHint')}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...form.text('inviteCode')}
        />
      )}
    </DialogForm>
  );
}
