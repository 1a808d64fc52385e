import { Radio } from '@mantine/core';
import {
  type GameTemplate,
  gameTemplates,
  type TemplateDivision,
  type TemplateName,
  templateNames,
} from '@vexil/rules/game-template.rules';
import { unpackBloodBonus } from '@vexil/rules/score.rules';
import { type ReactNode, useId } from 'react';
import { useText } from '../../i18n/use-text';
import { formatSpan } from '../../ui/format-span';
import classes from './NewGame.module.css';

type DivisionNames = Record<TemplateDivision, string>;

type TemplateChoiceProps = {
  value: TemplateName;
  onChange: (name: TemplateName) => void;
  divisionNames: DivisionNames;
};

/** The templates, each in a sentence, and what the chosen one sets. */
export function TemplateChoice({ value, onChange, divisionNames }: TemplateChoiceProps) {
  const t = useText('game-tools');
  return (
    <div className={classes.template}>
      <Radio.Group
        aria-label={t('game-tools.begin.template')}
        value={value}
        onChange={(chosen) => onChange(chosen as TemplateName)}
      >
        <div className="column gap-12">
          {templateNames.map((name) => (
            <Radio
              key={name}
              value={name}
              label={t(`game-tools.template.${name}.name`)}
              description={t(`game-tools.template.${name}.about`)}
            />
          ))}
        </div>
      </Radio.Group>
      <TemplateFacts template={gameTemplates[value]} divisionNames={divisionNames} />
    </div>
  );
}

type TemplateFactsProps = { template: GameTemplate; divisionNames: DivisionNames };

function TemplateFacts({ template, divisionNames }: TemplateFactsProps) {
  const t = useText('game-edit', 'game-tools');
  const id = useId();
  return (
    <section className={classes.facts} aria-labelledby={id}>
      <h3 id={id}>{t('game-tools.facts.title')}</h3>
      <dl>
        <Fact name={t('game-edit.info.teamMemberCountLimit')}>{template.teamMemberCountLimit}</Fact>
        <Fact name={t('game-edit.section.joining')}>{t(`game-tools.facts.${joiningOf(template)}`)}</Fact>
        {template.divisions.length > 0 && (
          <Fact name={t('game-edit.frame.divisions')}>
            {template.divisions.map(({ name, hasInviteCode }) => (
              <div key={name}>
                {hasInviteCode ? t('game-tools.facts.withCode', { name: divisionNames[name] }) : divisionNames[name]}
              </div>
            ))}
          </Fact>
        )}
        <Moments template={template} />
        <Fact name={t('game-tools.facts.bonus')}>
          {template.bloodBonus === 0 ? t('game-tools.facts.noBonus') : percentages(template.bloodBonus)}
        </Fact>
      </dl>
      <p>{t('game-tools.facts.later')}</p>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

function Moments({ template }: { template: GameTemplate }) {
  const t = useText('game-edit', 'game-tools');
  const { freezeBeforeEndMs, writeupAfterEndMs, practiceMode } = template;
  return (
    <>
      <Fact name={t('game-edit.info.freezeTime')}>
        {freezeBeforeEndMs === null
          ? t('game-tools.facts.noFreeze')
          : t('game-tools.facts.freeze', { span: formatSpan(freezeBeforeEndMs) })}
      </Fact>
      <Fact name={t('game-edit.section.writeups')}>
        {writeupAfterEndMs === null
          ? t('game-tools.facts.noWriteups')
          : t('game-tools.facts.writeups', { span: formatSpan(writeupAfterEndMs) })}
      </Fact>
      <Fact name={t('game-tools.facts.after')}>
        {t(practiceMode ? 'game-tools.facts.practice' : 'game-tools.facts.noPractice')}
      </Fact>
    </>
  );
}

function joiningOf({ acceptWithoutReview, hasInviteCode }: GameTemplate): 'review' | 'code' | 'open' {
  if (!acceptWithoutReview) return 'review';
  return hasInviteCode ? 'code' : 'open';
}

function percentages(bloodBonus: number): string {
  const { first, second, third } = unpackBloodBonus(bloodBonus);
  return [first, second, third].map((thousandths) => `${thousandths / 10} %`).join(' · ');
}
