import { Alert, Button, NumberInput, Textarea, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconBulb, IconPlus, IconTrash } from '@tabler/icons-react';
import { awardPointsMax } from '@vexil/contract/award.limits';
import { hintTitleLengthMax } from '@vexil/contract/challenge';
import type { GameInfo } from '@vexil/contract/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { MomentField } from '../../ui/MomentField';
import { Panel } from '../../ui/Panel';
import { useNow } from '../../ui/use-now';
import classes from './ChallengeEditor.module.css';
import type { ChallengeForm, HintDraft } from './challenge-form';
import { Tool } from './Tool';

type HintsSectionProps = {
  form: ChallengeForm;
  /** Whether players can see the challenge; changed hints then send a notice. */
  announces: boolean;
  game: GameInfo;
  id: string;
  title: string;
};

const empty: HintDraft = { title: '', content: '', cost: 0, releaseUtc: null };

export function HintsSection({ form, announces, game, id, title }: HintsSectionProps) {
  const t = useText('challenge-edit');
  const runs = gamePhase(game, useNow()) === 'Running';
  const hints = form.values.hintList;
  const put = (next: HintDraft[]) => form.set('hintList', next);
  const swap = (one: number, other: number) =>
    put(hints.flatMap((hint, index) => (index === one ? hints[other] : index === other ? hints[one] : hint) ?? []));
  return (
    <Panel
      id={id}
      title={title}
      dense
      actions={
        <Button size="xs" variant="default" leftSection={<IconPlus size={16} />} onClick={() => put([...hints, empty])}>
          {t('challenge-edit.hints.add')}
        </Button>
      }
    >
      <div className={classes.stack}>
        {hints.length === 0 && <p className={classes.words}>{t('challenge-edit.hints.empty')}</p>}
        {hints.length > 0 && (
          <ol className={classes.hints}>
            {hints.map((hint, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: new hints have no number, and their fields have no state
              <li key={index} className={classes.hint}>
                <HintFields
                  number={index + 1}
                  hint={hint}
                  onChange={(change) => put(hints.map((old, at) => (at === index ? { ...old, ...change } : old)))}
                />
                <span className={classes.hintTools}>
                  <Tool
                    label={t('challenge-edit.hints.up', { number: index + 1 })}
                    disabled={index === 0}
                    onClick={() => swap(index, index - 1)}
                  >
                    <IconArrowUp />
                  </Tool>
                  <Tool
                    label={t('challenge-edit.hints.down', { number: index + 1 })}
                    disabled={index === hints.length - 1}
                    onClick={() => swap(index, index + 1)}
                  >
                    <IconArrowDown />
                  </Tool>
                  <Tool
                    label={t('challenge-edit.hints.remove', { number: index + 1 })}
                    onClick={() => put(hints.filter((_, at) => at !== index))}
                  >
                    <IconTrash />
                  </Tool>
                </span>
              </li>
            ))}
          </ol>
        )}
        {form.errors.hintList && (
          <p className="danger text-12" role="alert">
            {form.errors.hintList}
          </p>
        )}
        {form.changed.includes('hintList') && announces && runs && (
          <Alert color="blue" icon={<IconBulb />}>
            {t('challenge-edit.hints.announces')}
          </Alert>
        )}
      </div>
    </Panel>
  );
}

type HintFieldsProps = { number: number; hint: HintDraft; onChange: (change: Partial<HintDraft>) => void };

function HintFields({ number, hint, onChange }: HintFieldsProps) {
  const t = useText('challenge-edit');
  const { title, cost, releaseUtc } = hint;
  const isSpecial = title !== '' || Number(cost) !== 0 || releaseUtc !== null;
  // Stays open while what is in it is emptied.
  const [isOpen, setOpen] = useState(isSpecial);
  return (
    <div className={classes.hintFields}>
      <Textarea
        aria-label={t('challenge-edit.hints.name', { number })}
        placeholder={t('challenge-edit.hints.placeholder')}
        value={hint.content}
        onChange={(event) => onChange({ content: event.currentTarget.value })}
        minRows={1}
        maxRows={6}
      />
      <details open={isOpen || isSpecial} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="dimmed text-12">
          {t('challenge-edit.hints.cost')} · {t('challenge-edit.hints.release')}
        </summary>
        <div className={classes.hintOptions}>
          <TextInput
            label={t('challenge-edit.hints.title')}
            aria-label={t('challenge-edit.hints.titleOf', { number })}
            value={title}
            maxLength={hintTitleLengthMax}
            onChange={(event) => onChange({ title: event.currentTarget.value })}
          />
          <NumberInput
            label={t('challenge-edit.hints.cost')}
            aria-label={t('challenge-edit.hints.costOf', { number })}
            value={cost}
            onChange={(points) => onChange({ cost: points })}
            min={0}
            max={awardPointsMax}
          />
          <MomentField
            label={t('challenge-edit.hints.release')}
            value={releaseUtc}
            onChange={(at) => onChange({ releaseUtc: at })}
            empty={t('challenge-edit.hints.atOnce')}
          />
        </div>
      </details>
    </div>
  );
}
