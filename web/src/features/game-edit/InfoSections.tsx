import { ActionIcon, Alert, NumberInput, Switch, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconDice5 } from '@tabler/icons-react';
import type { GameInfo } from '@vexil/contract/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { Fold } from '../../ui/Fold';
import { MarkdownField } from '../../ui/MarkdownField';
import { MomentField } from '../../ui/MomentField';
import { OwnFieldsEditor } from '../../ui/OwnFieldsEditor';
import { Panel } from '../../ui/Panel';
import { randomCode } from '../../ui/random-code';
import { useNow } from '../../ui/use-now';
import { Freeze } from './Freeze';
import classes from './InfoPage.module.css';
import type { InfoForm } from './info-form';

type SectionProps = { form: InfoForm; id: string; title: string };

export function BasicsSection({ form, id, title }: SectionProps) {
  const t = useText('game-edit');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <TextInput {...form.text('title')} />
        <Switch id="visibility" {...form.toggle('visible')} description={t('game-edit.info.visibleHelp')} />
        <MarkdownField {...form.field('summary')} help={t('game-edit.info.summaryHelp')} minRows={2} maxRows={3} />
      </div>
    </Panel>
  );
}

export function TimesSection({ form, id, title, game }: SectionProps & { game: GameInfo }) {
  const t = useText('game-edit');
  const now = useNow();
  const touched = form.changed.includes('start') || form.changed.includes('end');
  const runs = gamePhase(game, now) === 'Running';
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <MomentField {...form.field('start')} />
        <MomentField {...form.field('end')} />
        {touched && runs && (
          <Alert color="yellow" icon={<IconAlertTriangle />}>
            {t('game-edit.info.timesRunning')}
          </Alert>
        )}
        <MomentField {...form.field('freezeTime')} empty={t('game-edit.info.freezeNever')} />
        {(form.values.freezeTime !== null || game.freezeTime !== null) && (
          <Freeze game={game} isSet={form.values.freezeTime !== null} />
        )}
        <Switch {...form.toggle('practiceMode')} description={t('game-edit.info.practiceHelp')} />
      </div>
    </Panel>
  );
}

export function JoiningSection({ form, id, title }: SectionProps) {
  const t = useText('game-edit');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <Switch {...form.toggle('acceptWithoutReview')} description={t('game-edit.info.acceptHelp')} />
        <div className={classes.code}>
          <TextInput
            {...form.text('inviteCode')}
            description={t('game-edit.info.inviteHelp')}
            classNames={{ input: 'mono' }}
            autoComplete="off"
            rightSectionWidth={68}
            rightSection={
              <span className={classes.tools}>
                <ActionIcon
                  data-hint={t('game-edit.info.inviteDice')}
                  size={28}
                  aria-label={t('game-edit.info.inviteDice')}
                  onClick={() => form.set('inviteCode', randomCode())}
                >
                  <IconDice5 />
                </ActionIcon>
                {form.values.inviteCode !== '' && (
                  <CopyButton value={form.values.inviteCode} label={t('game-edit.info.inviteCopy')} />
                )}
              </span>
            }
          />
          {!form.values.individual && (
            <NumberInput {...form.field('teamMemberCountLimit')} description={t('game-edit.info.memberHelp')} min={0} />
          )}
        </div>
        <Switch {...form.toggle('individual')} description={t('game-edit.info.individualHelp')} />
      </div>
    </Panel>
  );
}

type RulesSectionProps = SectionProps & { game: GameInfo; consents: ReactNode };

export function RulesSection({ form, id, title, game, consents }: RulesSectionProps) {
  const t = useText('game-edit');
  const { label, ...fields } = form.field('fields');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <MarkdownField {...form.field('content')} help={t('game-edit.info.contentHelp')} minRows={14} maxRows={14} />
        <Fold title={t('game-edit.info.rules')} wanted={form.values.rules !== '' || form.errors.rules !== undefined}>
          <MarkdownField {...form.field('rules')} help={t('game-edit.info.rulesHelp')} maxRows={14} />
          {consents}
        </Fold>
        <Fold title={label} wanted={fields.value.length > 0 || fields.error !== undefined}>
          <OwnFieldsEditor {...fields} stored={game.fields} />
        </Fold>
        {form.values.writeupRequired && (
          <MarkdownField
            {...form.field('writeupNote')}
            help={t('game-edit.info.writeupNoteHelp')}
            minRows={6}
            maxRows={6}
          />
        )}
      </div>
    </Panel>
  );
}

export function WriteupSection({ form, id, title }: SectionProps) {
  const t = useText('game-edit');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <Switch {...form.toggle('writeupRequired')} description={t('game-edit.info.writeupHelp')} />
        {form.values.writeupRequired && <MomentField {...form.field('writeupDeadline')} />}
      </div>
    </Panel>
  );
}
