import { ActionIcon, Alert, Button, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconBulb, IconPlus, IconTrash } from '@tabler/icons-react';
import type { GameInfo } from '@vexil/contract/game';
import { gamePhase } from '@vexil/rules/phase.rules';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import { useNow } from '../../ui/use-now';
import classes from './ChallengeEditor.module.css';
import type { ChallengeForm } from './challenge-form';

type HintsSectionProps = {
  form: ChallengeForm;
  /** Whether players can see the challenge; changed hints then send a notice. */
  announces: boolean;
  game: GameInfo;
  id: string;
  title: string;
};

export function HintsSection({ form, announces, game, id, title }: HintsSectionProps) {
  const t = useText('challenge-edit');
  const runs = gamePhase(game, useNow()) === 'Running';
  const hints = form.values.hints;
  const put = (next: string[]) => form.set('hints', next);
  const swap = (one: number, other: number) =>
    put(hints.map((hint, index) => (index === one ? hints[other] : index === other ? hints[one] : hint) ?? ''));
  return (
    <Panel
      id={id}
      title={title}
      dense
      actions={
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => put([...hints, ''])}
        >
          {t('challenge-edit.hints.add')}
        </Button>
      }
    >
      <div className={classes.stack}>
        {hints.length === 0 && <p className={classes.words}>{t('challenge-edit.hints.empty')}</p>}
        {hints.length > 0 && (
          <ol className={classes.hints}>
            {hints.map((hint, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: hints are plain strings, and their fields have no state
              <li key={index} className={classes.hint}>
                <Textarea
                  aria-label={t('challenge-edit.hints.name', { number: index + 1 })}
                  placeholder={t('challenge-edit.hints.placeholder')}
                  value={hint}
                  onChange={(event) => put(hints.map((old, at) => (at === index ? event.currentTarget.value : old)))}
                  minRows={1}
                  maxRows={6}
                />
                <span className={classes.hintTools}>
                  <HintTool
                    label={t('challenge-edit.hints.up', { number: index + 1 })}
                    disabled={index === 0}
                    onClick={() => swap(index, index - 1)}
                  >
                    <IconArrowUp />
                  </HintTool>
                  <HintTool
                    label={t('challenge-edit.hints.down', { number: index + 1 })}
                    disabled={index === hints.length - 1}
                    onClick={() => swap(index, index + 1)}
                  >
                    <IconArrowDown />
                  </HintTool>
                  <HintTool
                    label={t('challenge-edit.hints.remove', { number: index + 1 })}
                    onClick={() => put(hints.filter((_, at) => at !== index))}
                  >
                    <IconTrash />
                  </HintTool>
                </span>
              </li>
            ))}
          </ol>
        )}
        {form.errors.hints && (
          <p className="danger text-12" role="alert">
            {form.errors.hints}
          </p>
        )}
        {form.changed.includes('hints') && announces && runs && (
          <Alert color="blue" icon={<IconBulb aria-hidden />}>
            {t('challenge-edit.hints.announces')}
          </Alert>
        )}
      </div>
    </Panel>
  );
}

type HintToolProps = { label: string; disabled?: boolean; onClick: () => void; children: ReactNode };

function HintTool({ label, disabled, onClick, children }: HintToolProps) {
  return (
    <ActionIcon data-hint={disabled ? undefined : label} aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </ActionIcon>
  );
}
