import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { inviteCodeIn, parseInviteCode } from '@vexil/rules/invite-code.rules';
import { type FormEvent, useState } from 'react';
import { describeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { codeField } from '../../ui/code-field';
import { DialogActions } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { teamsQuery, useJoinTeam } from './team.queries';

type JoinTeamDialogProps = {
  opened: boolean;
  onClose: () => void;
  /** From a join link. */
  code: string | undefined;
  onJoined: (teamId: number | undefined) => void;
};

export function JoinTeamDialog({ opened, onClose, code, onJoined }: JoinTeamDialogProps) {
  const t = useText('team');
  const { data: teams = [] } = useQuery(teamsQuery());
  const [typed, setTyped] = useState(code ?? '');
  const [malformed, setMalformed] = useState(false);
  const [known, setKnown] = useState(code);
  if (known !== code) {
    setKnown(code);
    if (code !== undefined) setTyped(code);
  }
  const join = useJoinTeam();
  const pasted = inviteCodeIn(typed);
  const invite = parseInviteCode(pasted);
  const name = invite?.name;
  const member = teams.find(({ id }) => id === invite?.teamId);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMalformed(!invite);
    if (!invite || join.isPending) return;
    join.mutate(pasted, {
      onSuccess: (team) => {
        setTyped('');
        onJoined(team?.id);
      },
    });
  };
  const close = () => {
    setTyped(code ?? '');
    setMalformed(false);
    join.reset();
    onClose();
  };
  const error = malformed ? t('team.join.malformed') : join.isError ? describeError(join.error) : undefined;
  return (
    <FormModal
      opened={opened}
      onClose={close}
      unsaved={typed !== (code ?? '')}
      saving={join.isPending}
      title={name ? t('team.join.titleOf', { team: name }) : t('team.join.title')}
    >
      <form onSubmit={submit} noValidate>
        <div className="column gap-16">
          <p className="dimmed">{t('team.join.lead')}</p>
          <TextInput
            label={t('team.join.code')}
            description={member ? t('team.join.already', { team: member.name ?? '' }) : t('team.join.codeHint')}
            {...codeField}
            data-autofocus
            value={typed}
            error={error}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setMalformed(false);
              join.reset();
            }}
          />
          <DialogActions submitLabel={t('team.join.submit')} saving={join.isPending} />
        </div>
      </form>
    </FormModal>
  );
}
