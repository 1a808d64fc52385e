import type { DetailedGame } from '@vexil/contract/game';
import type { participationEndpoints } from '@vexil/contract/participation.endpoints';
import type { Team } from '@vexil/contract/team';
import type { ReplyOf } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { useForm } from '../../ui/use-form';
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

  const form = useForm({
    base: {
      teamId: first,
      divisionId: joinable.length === 1 ? String(joinable[0]?.id) : '',
      inviteCode: '',
    },
    whole: true,
    bodyOf: (_, values) => {
      const divisionId = divisionIdOf(values);
      return {
        teamId: Number(values.teamId),
        divisionId: divisionId ? Number(divisionId) : null,
        inviteCode: needsCode(values) ? values.inviteCode : null,
      };
    },
    check: (values) => ({
      teamId: values.teamId ? null : t('participation.dialog.teamMissing'),
      divisionId:
        divisionsFor(values.teamId).length > 0 && !divisionIdOf(values)
          ? t('participation.dialog.divisionMissing')
          : null,
      inviteCode: needsCode(values) && !values.inviteCode.trim() ? t('participation.dialog.codeMissing') : null,
    }),
    fieldOf,
    save: async (body) => {
      await join.mutateAsync(body);
      onJoined();
    },
  });

  function divisionIdOf({ teamId, divisionId }: Values): string {
    const fixed = divisionOf(teamId);
    return fixed === undefined ? divisionId : String(fixed);
  }
  function divisionsFor(teamId: string) {
    const fixed = divisionOf(teamId);
    return fixed === undefined ? joinable : game.divisions.filter(({ id }) => id === fixed);
  }
  function needsCode(values: Values): boolean {
    const division = game.divisions.find(({ id }) => String(id) === divisionIdOf(values));
    return division ? division.inviteCodeRequired : game.inviteCodeRequired;
  }

  return {
    form,
    divisionId: divisionIdOf(form.values),
    divisions: divisionsFor(form.values.teamId),
    fixedDivision: divisionOf(form.values.teamId) !== undefined,
    codeNeeded: needsCode(form.values),
  };
}
