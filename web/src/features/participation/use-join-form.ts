import { useForm } from '@mantine/form';
import type { DetailedGame } from '@vexil/contract/game';
import type { participationEndpoints } from '@vexil/contract/participation.endpoints';
import type { Team } from '@vexil/contract/team';
import { useEffect } from 'react';
import type { ReplyOf } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { useJoin } from './participation.queries';

export type JoinCheck = ReplyOf<typeof participationEndpoints.check>;
/** Ids as strings, as selects need them; empty if nothing is selected. */
type Values = { teamId: string; divisionId: string; inviteCode: string };

type JoinFormInput = { game: DetailedGame; teams: readonly Team[]; check: JoinCheck; onJoined: () => void };

const fieldOf = {
  'participation.teamNotFound': 'teamId',
  'participation.notTeamMember': 'teamId',
  'participation.teamSuspended': 'teamId',
  'participation.memberLimit': 'teamId',
  'participation.divisionRequired': 'divisionId',
  'participation.divisionNotJoinable': 'divisionId',
  'participation.divisionFixed': 'divisionId',
  'participation.inviteCodeWrong': 'inviteCode',
} as const;

/** A team that has already joined keeps its division. */
export function useJoinForm({ game, teams, check, onJoined }: JoinFormInput) {
  const t = useText('participation');
  const join = useJoin(game.id);
  const divisionOf = (teamId: string) => check.joinedTeams.find(({ id }) => String(id) === teamId)?.division;
  const joinable = game.divisions.filter(({ id }) => check.joinableDivisions.includes(id));
  const first = teams.length === 1 ? String(teams[0]?.id ?? '') : '';

  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: {
      teamId: first,
      divisionId: String(divisionOf(first) ?? (joinable.length === 1 ? joinable[0]?.id : undefined) ?? ''),
      inviteCode: '',
    },
    validate: (values) => ({
      teamId: values.teamId ? null : t('participation.dialog.teamMissing'),
      divisionId:
        divisionsFor(values.teamId).length > 0 && !values.divisionId ? t('participation.dialog.divisionMissing') : null,
      inviteCode: needsCode(values) && !values.inviteCode.trim() ? t('participation.dialog.codeMissing') : null,
    }),
  });
  const { failure, show, clear } = useFormFailure(form, fieldOf);

  const entered = divisionOf(form.values.teamId);
  const { setFieldValue } = form;
  const isSet = entered === undefined || form.values.divisionId === String(entered);
  useEffect(() => {
    if (!isSet) setFieldValue('divisionId', String(entered));
  }, [isSet, entered, setFieldValue]);

  function divisionsFor(teamId: string) {
    const fixed = divisionOf(teamId);
    return fixed === undefined ? joinable : game.divisions.filter(({ id }) => id === fixed);
  }
  function needsCode({ divisionId }: Values): boolean {
    const division = game.divisions.find(({ id }) => String(id) === divisionId);
    return division ? division.inviteCodeRequired : game.inviteCodeRequired;
  }

  const submit = form.onSubmit((values) => {
    clear();
    join.mutate(
      {
        teamId: Number(values.teamId),
        divisionId: values.divisionId ? Number(values.divisionId) : null,
        inviteCode: needsCode(values) ? values.inviteCode : null,
      },
      { onSuccess: onJoined, onError: show },
    );
  });
  return {
    form,
    failure,
    submit,
    joining: join.isPending,
    divisions: divisionsFor(form.values.teamId),
    fixedDivision: entered !== undefined,
    codeNeeded: needsCode(form.values),
  };
}
