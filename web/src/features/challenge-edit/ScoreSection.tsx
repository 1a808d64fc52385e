import { NumberInput, Slider, Switch } from '@mantine/core';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeScore, minimumScore, type ScoreCurve } from '@vexil/rules/score.rules';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import classes from './ChallengeEditor.module.css';
import type { ChallengeForm, ChallengeValues } from './challenge-form';
import { ScoreChart } from './ScoreChart';
import { describeCurve } from './score-words';

const order: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];
const sampleSolves = [1, 2, 5, 10, 20, 50, 100];

export function ScoreSection({ form, challenge, id, title }: ScoreSectionProps) {
  const t = useText('challenge-edit');
  const curve = curveOf(form.values);
  const solves = challenge.acceptedCount;
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <div className={classes.triple}>
          <NumberInput
            {...form.field('originalScore')}
            description={t('challenge-edit.help.originalScore')}
            inputWrapperOrder={order}
            min={0}
            max={1_000_000}
            step={50}
            clampBehavior="none"
            allowDecimal={false}
          />
          <div className={classes.minimum}>
            <NumberInput
              {...form.field('minScoreRate')}
              description={curve ? t('challenge-edit.help.minScoreRate', { points: minimumScore(curve) }) : '\u00a0'}
              inputWrapperOrder={order}
              suffix=" %"
              min={0}
              max={100}
              step={5}
              decimalScale={2}
              clampBehavior="none"
            />
            <Slider
              label={null}
              thumbLabel={t('challenge-edit.field.minScoreRate')}
              value={Number(form.values.minScoreRate) || 0}
              onChange={(value) => form.set('minScoreRate', value)}
            />
          </div>
          <NumberInput
            {...form.field('difficulty')}
            description={t('challenge-edit.help.difficulty')}
            inputWrapperOrder={order}
            min={0.1}
            step={1}
            decimalScale={2}
            clampBehavior="none"
          />
        </div>
        {curve && <CurveWords curve={curve} />}
        {curve && (
          <div className={classes.curve}>
            <ScoreChart curve={curve} solves={solves} />
            <table className={`${classes.samples} figures`}>
              <caption className="visually-hidden">{t('challenge-edit.score.table')}</caption>
              <tbody>
                <tr>
                  <th scope="row">{t('challenge-edit.score.solves')}</th>
                  {sampleSolves.map((count) => (
                    <td key={count}>{count}</td>
                  ))}
                </tr>
                <tr>
                  <th scope="row">{t('challenge-edit.score.points')}</th>
                  {sampleSolves.map((count) => (
                    <td key={count}>{challengeScore(curve, count)}</td>
                  ))}
                </tr>
              </tbody>
            </table>
          </div>
        )}
        <Switch {...form.toggle('bloodBonus')} description={t('challenge-edit.help.bloodBonus')} />
      </div>
    </Panel>
  );
}

function CurveWords({ curve }: { curve: ScoreCurve }) {
  const t = useText('challenge-edit');
  const { original, half, floor } = describeCurve(curve);
  return (
    <p className={`${classes.curveWords} figures`}>
      {half
        ? t('challenge-edit.score.words', { original, count: half.solves, points: half.points, floor })
        : t('challenge-edit.score.flat', { points: original })}
    </p>
  );
}

type ScoreSectionProps = { form: ChallengeForm; challenge: ChallengeEdit; id: string; title: string };

/** The curve for the current input; undefined while the input is invalid. */
function curveOf({ originalScore, minScoreRate, difficulty }: ChallengeValues): ScoreCurve | undefined {
  if ([originalScore, minScoreRate, difficulty].some((value) => value === '')) return undefined;
  const curve = {
    originalScore: Number(originalScore),
    minScoreRate: Number(minScoreRate) / 100,
    difficulty: Number(difficulty),
  };
  const sound = curve.originalScore >= 0 && curve.minScoreRate >= 0 && curve.minScoreRate <= 1 && curve.difficulty > 0;
  return sound && Object.values(curve).every(Number.isFinite) ? curve : undefined;
}
