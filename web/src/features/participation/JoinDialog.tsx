import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DetailedGame } from '@vexil/contract/game';
import type { Team } from '@vexil/contract/team';
import { teamNameLengthMax } from '@vexil/contract/team.limits';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text';
import { DialogForm } from '../../ui/DialogForm';
import { FormModal } from '../../ui/FormModal';
import { nameWithKind } from '../../ui/KindBadge';
import { OwnFields } from '../../ui/OwnFields';
import { QueryState } from '../../ui/QueryState';
import { ListSkeleton } from '../../ui/skeletons';
import { joinCheckQuery, ownTeamsQuery } from './join.queries';
import { RulesField } from './RulesField';
import { type JoinCheck, newTeam, teamByCode, useJoinForm } from './use-join-form';

export type JoinDialogProps = { game: DetailedGame; opened: boolean; onClose: () => void };

export default function JoinDialog({ game, opened, onClose }: JoinDialogProps) {
  const t = useText('participation');
  const teams = useQuery({ ...ownTeamsQuery(), enabled: opened && !game.individual });
  const check = useQuery({ ...joinCheckQuery(game.id), enabled: opened });
  // The challenges take the place of the panel that asked to join, and of this dialog.
  useEffect(() => focusContent, []);
  const failed = [teams, check].find((query) => query.isError && !query.data);
  const known = game.individual ? [] : teams.data;
  return (
    <FormModal opened={opened} onClose={onClose} title={t('participation.dialog.title', { game: game.title })}>
      {failed && <QueryState query={failed} />}
      {!failed && !(known && check.data) && <ListSkeleton count={2} />}
      {known && check.data && <JoinForm game={game} teams={known} check={check.data} onClose={onClose} />}
    </FormModal>
  );
}

function focusContent() {
  if (document.activeElement === document.body) document.getElementById('content')?.focus({ preventScroll: true });
}

type JoinFormProps = { game: DetailedGame; teams: Team[]; check: JoinCheck; onClose: () => void };

function JoinForm({ game, teams, check, onClose }: JoinFormProps) {
  const t = useText('participation');
  const { form, divisionId, divisions, division, fixedDivision, codeNeeded } = useJoinForm({
    game,
    teams,
    check,
    onJoined: onClose,
  });
  return (
    <DialogForm form={form} submitLabel={t('participation.dialog.submit')}>
      <div className="dimmed">
        <p>{t('participation.dialog.lead')}</p>
        {game.limit > 0 && !game.individual && <p>{t('participation.dialog.leadLimit')}</p>}
      </div>
      {!game.individual && <TeamFields form={form} teams={teams} />}
      {divisions.length > 0 && (
        <Select
          label={t('participation.dialog.division')}
          description={fixedDivision ? t('participation.dialog.divisionFixed') : undefined}
          placeholder={t('participation.dialog.divisionChoose')}
          readOnly={fixedDivision}
          data={divisions.map(({ id, name, kind }) => ({
            value: String(id),
            label: nameWithKind(name, kind && t(`ui.kind.${kind}`)),
          }))}
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
      <OwnFields
        fields={game.fields}
        values={form.values.fields}
        error={form.errors.fields}
        onChange={(fields) => form.set('fields', fields)}
      />
      {division && (
        <RulesField
          key={division.id}
          title={t('participation.rule.title', { division: division.name })}
          text={division.ruleText}
          hash={division.ruleHash}
          label={t('participation.rule.accept')}
          opened
          value={form.values.acceptedRule}
          error={form.errors.acceptedRule}
          onChange={(hash) => form.set('acceptedRule', hash)}
        />
      )}
      <RulesField
        title={t('participation.rules.title')}
        text={game.rules}
        hash={game.rulesHash}
        label={t('participation.rules.accept')}
        value={form.values.acceptedRules}
        error={form.errors.acceptedRules}
        onChange={(hash) => form.set('acceptedRules', hash)}
      />
    </DialogForm>
  );
}

type TeamFieldsProps = { form: ReturnType<typeof useJoinForm>['form']; teams: Team[] };

/** One of the own teams, or another: with a name, or with the code of its captain. */
function TeamFields({ form, teams }: TeamFieldsProps) {
  const t = useText('participation', 'team');
  const others = [
    { value: newTeam, label: t('participation.dialog.newTeam') },
    { value: teamByCode, label: t('participation.dialog.byCode') },
  ];
  const { teamId } = form.values;
  return (
    <>
      {teams.length === 0 ? (
        <SegmentedControl
          fullWidth
          aria-label={t('participation.dialog.team')}
          data={others}
          value={teamId}
          onChange={(id) => form.set('teamId', id)}
        />
      ) : (
        <Select
          label={t('participation.dialog.team')}
          description={t('participation.dialog.teamHint')}
          data={[...teams.map(({ id, name }) => ({ value: String(id), label: name ?? String(id) })), ...others]}
          {...form.field('teamId')}
          onChange={(id) => form.set('teamId', id ?? '')}
        />
      )}
      {teamId === newTeam && (
        <TextInput
          label={t('participation.dialog.name')}
          description={t('team.field.nameHint', { count: teamNameLengthMax })}
          maxLength={teamNameLengthMax}
          autoComplete="off"
          data-autofocus
          {...form.text('name')}
        />
      )}
      {teamId === teamByCode && (
        <TextInput
          label={t('team.join.code')}
          description={t('team.join.codeHint')}
          autoComplete="off"
          spellCheck={false}
          classNames={{ input: 'mono' }}
          {...form.text('code')}
        />
      )}
    </>
  );
}
