import { Switch } from '@mantine/core';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { challengeScore, type ScoreCurve } from '@vexil/rules/score-curve.rules';
import { useText } from '../../i18n/use-text';
import { Panel } from '../../ui/Panel';
import classes from './ChallengeEditor.module.css';
import { CurveFields } from './CurveFields';
import { type ChallengeForm, curveOf } from './challenge-form';
import { ScoreChart } from './ScoreChart';
import { describeCurve } from './score-words';

const sampleSolves = [1, 2, 5, 10, 20, 50, 100];

export function ScoreSection({ form, challenge, id, title }: ScoreSectionProps) {
  const t = useText('challenge-edit');
  const curve = curveOf(form.values);
  const solves = challenge.acceptedCount;
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <CurveFields
          kind={form.values.curve}
          onKind={(kind) => form.set('curve', kind)}
          field={form.field}
          curve={curve}
        />
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
