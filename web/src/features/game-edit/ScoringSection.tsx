import { NativeSelect, NumberInput, Switch } from '@mantine/core';
import { bloodPointsMax } from '@vexil/contract/wire';
import { type BoardVisibility, boardVisibilities } from '@vexil/db/enums/game';
import { bloodScore } from '@vexil/rules/score.rules';
import { useText } from '../../i18n/use-text';
import { BloodMark } from '../../ui/BloodMark';
import { Panel } from '../../ui/Panel';
import classes from './InfoPage.module.css';
import type { InfoForm } from './info-form';

const sampleScore = 1000;
const fields = [
  { name: 'bloodFirst', rank: 1 },
  { name: 'bloodSecond', rank: 2 },
  { name: 'bloodThird', rank: 3 },
] as const;

export function ScoringSection({ form, id, title }: { form: InfoForm; id: string; title: string }) {
  const t = useText('game-edit');
  return (
    <Panel id={id} title={title} dense>
      <div className={classes.stack}>
        <BloodFields form={form} />
        <NativeSelect
          {...form.field('boardVisibility')}
          description={t('game-edit.info.boardHelp')}
          data={boardVisibilities.map((value) => ({ value, label: t(`game-edit.info.board.${value}`) }))}
          onChange={({ currentTarget }) => form.set('boardVisibility', currentTarget.value as BoardVisibility)}
        />
        <Switch {...form.toggle('hintsMayGoBelowZero')} description={t('game-edit.info.hintsBelowHelp')} />
        <NumberInput {...form.field('containerCountLimit')} description={t('game-edit.info.containerHelp')} min={0} />
      </div>
    </Panel>
  );
}

export function BloodFields({ form }: { form: InfoForm }) {
  const t = useText('game-edit');
  const sample = (name: (typeof fields)[number]['name']) => {
    const percentage = Number(form.values[name]);
    if (form.values[name] === '' || Number.isNaN(percentage)) return '\u00a0';
    return t('game-edit.info.bloodSample', {
      score: sampleScore,
      points: bloodScore(sampleScore, Math.round(percentage * 10)),
    });
  };
  const fixed = <Switch {...form.toggle('bloodFixed')} description={t('game-edit.info.bloodFixedHelp')} />;
  if (form.values.bloodFixed) {
    return (
      <>
        {fixed}
        <div className={classes.triple}>
          {(['pointsFirst', 'pointsSecond', 'pointsThird'] as const).map((name, index) => (
            <NumberInput
              key={name}
              {...form.field(name)}
              leftSection={<BloodMark rank={(index + 1) as 1 | 2 | 3} />}
              min={0}
              max={bloodPointsMax}
            />
          ))}
        </div>
      </>
    );
  }
  return (
    <>
      {fixed}
      <p className={classes.help}>{t('game-edit.info.bloodHelp')}</p>
      <div className={classes.triple}>
        {fields.map(({ name, rank }) => (
          <NumberInput
            key={name}
            {...form.field(name)}
            description={sample(name)}
            leftSection={<BloodMark rank={rank} />}
            suffix=" %"
            min={0}
            max={100}
            step={0.5}
            allowDecimal
            decimalScale={1}
          />
        ))}
      </div>
    </>
  );
}
