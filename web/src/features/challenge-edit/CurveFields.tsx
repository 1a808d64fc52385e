import { NativeSelect, NumberInput, Slider } from '@mantine/core';
import { type ScoreCurveKind, scoreCurves } from '@vexil/db/enums/challenge';
import { lowestScore, type ScoreCurve } from '@vexil/rules/score-curve.rules';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './ChallengeEditor.module.css';

type NumberField = { value: number | string; error?: ReactNode; onChange: (value: number | string) => void };
type CurveFieldsProps = {
  kind: ScoreCurveKind | '';
  onKind: (kind: ScoreCurveKind) => void;
  /** The words of the choice that keeps each curve; there without it. */
  keep?: string;
  field: (name: 'originalScore' | 'minScoreRate' | 'difficulty' | 'minimumScore' | 'decay') => NumberField;
  /** For the help of a field; undefined while the input is invalid. */
  curve?: ScoreCurve | undefined;
};

const points = { min: 0, max: 1_000_000, step: 50 };

/** The curve of one challenge, or of several at once. */
export function CurveFields({ kind, onKind, keep, field, curve }: CurveFieldsProps) {
  const t = useText('challenge-edit');
  return (
    <div className={classes.triple}>
      <NativeSelect
        className={classes.wholeLine}
        label={t('challenge-edit.field.curve')}
        description={kind ? t(`challenge-edit.curve.help.${kind}`) : '\u00a0'}
        data={[
          ...(keep ? [{ value: '', label: keep }] : []),
          ...scoreCurves.map((value) => ({ value, label: t(`challenge-edit.curve.${value}`) })),
        ]}
        value={kind}
        onChange={({ currentTarget }) => onKind(currentTarget.value as ScoreCurveKind)}
      />
      <NumberInput
        label={t('challenge-edit.field.originalScore')}
        description={t('challenge-edit.help.originalScore')}
        {...points}
        {...field('originalScore')}
      />
      {kind !== 'Static' && kind !== 'Linear' && kind !== 'Logarithmic' && <ShareFields field={field} curve={curve} />}
      {(kind === 'Linear' || kind === 'Logarithmic') && (
        <>
          <NumberInput
            label={t('challenge-edit.field.minScoreRate')}
            description={t('challenge-edit.help.minimumScore')}
            {...points}
            {...field('minimumScore')}
          />
          <NumberInput
            label={t('challenge-edit.field.difficulty')}
            description={t(`challenge-edit.help.decay.${kind}`)}
            {...points}
            step={1}
            {...field('decay')}
          />
        </>
      )}
    </div>
  );
}

function ShareFields({ field, curve }: Pick<CurveFieldsProps, 'field' | 'curve'>) {
  const t = useText('challenge-edit');
  const share = field('minScoreRate');
  return (
    <>
      <div className={classes.minimum}>
        <NumberInput
          label={t('challenge-edit.field.minScoreRate')}
          description={curve ? t('challenge-edit.help.minScoreRate', { points: lowestScore(curve) }) : '\u00a0'}
          suffix=" %"
          min={0}
          max={100}
          step={5}
          allowDecimal
          decimalScale={2}
          {...share}
        />
        <Slider
          label={null}
          thumbLabel={t('challenge-edit.field.minScoreRate')}
          value={Number(share.value) || 0}
          onChange={share.onChange}
        />
      </div>
      <NumberInput
        label={t('challenge-edit.field.difficulty')}
        description={t('challenge-edit.help.difficulty')}
        min={0.1}
        step={1}
        allowDecimal
        decimalScale={2}
        {...field('difficulty')}
      />
    </>
  );
}
