import type { DetailedGame } from '@vexil/contract/game';
import type { participationEndpoints } from '@vexil/contract/participation.endpoints';
import type { Team } from '@vexil/contract/team';
import { inviteCodeIn, parseInviteCode } from '@vexil/rules/invite-code.rules';
import type { ReplyOf } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { type Answers, answersOf, answersTo, fieldsProblem } from '../../ui/own-fields';
import { useForm } from '../../ui/use-form';
import { type TeamChoice, useJoin, useTeamOf } from './join.queries';

export type JoinCheck = ReplyOf<typeof participationEndpoints.check>;
/** In place of the id of a team. */
export const newTeam = 'new';
export const teamByCode = 'code';

/** Ids as strings, as selects need them; empty if nothing is selected. */
type Values = {
  teamId: string;
  name: string;
  code: string;
  divisionId: string;
  inviteCode: string;
  acceptedRules: string;
  fields: Answers;
  acceptedRule: string;
};

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
  'participation.rulesNotAccepted': 'acceptedRules',
  'participation.ruleNotAccepted': 'acceptedRule',
  'team.captainLimit': 'name',
  'account.nameReserved': 'name',
  'team.inviteInvalid': 'code',
  'team.alreadyMember': 'code',
} as const;

function choiceOf({ teamId, name, code }: Values): TeamChoice {
  if (teamId === newTeam) return { name: name.trim() };
  return teamId === teamByCode ? { code: inviteCodeIn(code) } : { id: Number(teamId) };
}

/** A team that has already joined keeps its division. */
export function useJoinForm({ game, teams, check, onJoined }: JoinFormInput) {
  const t = useText('participation', 'team');
  const join = useJoin(game.id);
  const teamOf = useTeamOf();
  const divisionOf = (teamId: string) => check.joinedTeams.find(({ id }) => String(id) === teamId)?.division;
  /** What an earlier request to join has made. */
  const alone = String(check.joinedTeams[0]?.id ?? 'none');
  const joinable = game.divisions.filter(({ id }) => check.joinableDivisions.includes(id));
  const isOpen = ({ id }: { id: number }) => (check.openDivisions ?? []).includes(id);
  const onlyOf = (list: { id: number }[]) => (list.length === 1 ? String(list[0]?.id) : undefined);

  const form = useForm({
    base: {
      teamId: game.individual ? alone : teams.length === 0 ? newTeam : teams.length === 1 ? String(teams[0]?.id) : '',
      name: '',
      code: '',
      divisionId: onlyOf(joinable) ?? onlyOf(joinable.filter(isOpen)) ?? '',
      inviteCode: '',
      acceptedRules: '',
      // Of an earlier request to join.
      fields: answersOf(game.fieldValues),
      acceptedRule: '',
    },
    whole: true,
    check: (values) => ({
      teamId: values.teamId ? null : t('participation.dialog.teamMissing'),
      name: values.teamId === newTeam && !values.name.trim() ? t('participation.dialog.nameMissing') : null,
      code:
        values.teamId === teamByCode && !parseInviteCode(inviteCodeIn(values.code)) ? t('team.join.malformed') : null,
      divisionId:
        divisionsFor(values.teamId).length > 0 && !divisionIdOf(values)
          ? t('participation.dialog.divisionMissing')
          : null,
      acceptedRules: missing(game.rulesHash, values.acceptedRules),
      acceptedRule: missing(divisionIn(values)?.ruleHash, values.acceptedRule),
      fields: fieldsProblem(game.fields, values.fields, t),
      inviteCode: needsCode(values) && !values.inviteCode.trim() ? t('participation.dialog.codeMissing') : null,
    }),
    fieldOf,
    save: async (_, values) => {
      const teamId = game.individual ? undefined : await teamOf(choiceOf(values));
      // Where the game refuses it, the team is there nevertheless and is not founded twice.
      if (teamId !== undefined) form.set('teamId', String(teamId));
      const divisionId = divisionIdOf(values);
      await join.mutateAsync({
        ...(teamId !== undefined && { teamId }),
        divisionId: divisionId ? Number(divisionId) : null,
        inviteCode: needsCode(values) ? values.inviteCode : null,
        ...(game.rulesHash !== null && { acceptedRules: values.acceptedRules }),
        ...(game.fields.length > 0 && { fields: answersTo(game.fields, values.fields) }),
        ...(divisionIn(values)?.ruleHash && { acceptRule: values.acceptedRule }),
      });
      onJoined();
    },
  });

  function divisionIdOf({ teamId, divisionId }: Values): string {
    const fixed = divisionOf(teamId);
    return fixed === undefined ? divisionId : String(fixed);
  }
  function divisionIn(values: Values) {
    return game.divisions.find(({ id }) => String(id) === divisionIdOf(values));
  }
  const missing = (hash: string | null | undefined, ticked: string) =>
    hash == null || ticked === hash ? null : t('participation.rules.missing');
  function divisionsFor(teamId: string) {
    const fixed = divisionOf(teamId);
    return fixed === undefined ? joinable : game.divisions.filter(({ id }) => id === fixed);
  }
  function needsCode(values: Values): boolean {
    const division = divisionIn(values);
    return division ? division.inviteCodeRequired && !isOpen(division) : game.inviteCodeRequired;
  }

  return {
    form,
    divisionId: divisionIdOf(form.values),
    divisions: divisionsFor(form.values.teamId),
    division: divisionIn(form.values),
    fixedDivision: divisionOf(form.values.teamId) !== undefined,
    codeNeeded: needsCode(form.values),
  };
}
