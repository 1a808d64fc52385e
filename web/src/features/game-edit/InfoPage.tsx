import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { Fold } from '../../ui/Fold';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { SectionIndex } from '../../ui/SectionIndex';
import { AgentsSection } from './AgentsSection';
import { CategoriesSection } from './CategoriesSection';
import { DangerSection } from './DangerSection';
import { ExportsSection } from './ExportsSection';
import { gameQuery } from './game-edit.queries';
import classes from './InfoPage.module.css';
import { BasicsSection, JoiningSection, RulesSection, TimesSection, WriteupSection } from './InfoSections';
import { type InfoValues, retentionFields, useInfoForm } from './info-form';
import { KeySection } from './KeySection';
import { PosterSection } from './PosterSection';
import { RetentionSection } from './RetentionSection';
import { ScoringSection } from './ScoringSection';

// In the order of the page, which is that of the keyboard.
const sections: { id: SectionId; fields: (keyof InfoValues)[] }[] = [
  { id: 'basics', fields: ['title', 'summary', 'visible'] },
  { id: 'poster', fields: [] },
  { id: 'times', fields: ['start', 'end', 'freezeTime', 'practiceMode'] },
  { id: 'joining', fields: ['acceptWithoutReview', 'inviteCode', 'individual', 'teamMemberCountLimit'] },
  {
    id: 'scoring',
    fields: [
      'bloodFixed',
      ...(['pointsFirst', 'pointsSecond', 'pointsThird'] as const),
      'bloodFirst',
      'bloodSecond',
      'bloodThird',
      'boardVisibility',
      'hintsMayGoBelowZero',
      'containerCountLimit',
    ],
  },
  { id: 'writeups', fields: ['writeupRequired', 'writeupDeadline'] },
  { id: 'rules', fields: ['content', 'rules', 'fields', 'writeupNote'] },
  { id: 'agents', fields: ['allowsMcp'] },
  { id: 'categories', fields: ['customCategories'] },
  { id: 'retention', fields: [...retentionFields] },
  { id: 'exports', fields: [] },
  { id: 'key', fields: [] },
  { id: 'danger', fields: [] },
];
type SectionId =
  | 'basics'
  | 'poster'
  | 'times'
  | 'joining'
  | 'agents'
  | 'scoring'
  | 'rules'
  | 'writeups'
  | 'categories'
  | 'retention'
  | 'key'
  | 'exports'
  | 'danger';

type InfoPageProps = { id: number; sheets: ReactNode; consents: ReactNode };

export function InfoPage({ id, sheets, consents }: InfoPageProps) {
  const t = useText('game-edit');
  const game = useSuspenseQuery(gameQuery(id)).data;
  const form = useInfoForm(game);
  useKeys([{ keys: 'mod+s', label: t('ui.form.save'), run: () => void form.submit() }]);
  const titled = (section: SectionId) => ({ id: section, title: t(`game-edit.section.${section}`) });
  return (
    <SectionIndex
      label={t('game-edit.section.label')}
      changedLabel={t('game-edit.section.changed')}
      sections={sections.map(({ id: section, fields }) => ({
        id: section,
        label: t(`game-edit.section.${section}`),
        changed: fields.some((field) => form.changed.includes(field)),
      }))}
    >
      <div className={classes.facts}>
        <div className={classes.column}>
          <BasicsSection form={form} {...titled('basics')} />
          <PosterSection game={game} {...titled('poster')} />
        </div>
        <div className={classes.column}>
          <TimesSection form={form} game={game} {...titled('times')} />
          <JoiningSection form={form} {...titled('joining')} />
        </div>
        <div className={classes.column}>
          <ScoringSection form={form} {...titled('scoring')} />
          <WriteupSection form={form} {...titled('writeups')} />
        </div>
        <RulesSection form={form} game={game} consents={consents} {...titled('rules')} />
      </div>
      <Fold
        title={t('game-edit.section.more')}
        wanted={(['customCategories', ...retentionFields] as const).some((name) => form.errors[name] !== undefined)}
        note={(['agents', 'categories', 'retention', 'exports', 'key', 'danger'] as const)
          .map((section) => t(`game-edit.section.${section}`))
          .join(' · ')}
      >
        <div className={classes.column}>
          <AgentsSection form={form} gameId={id} {...titled('agents')} />
          <CategoriesSection form={form} {...titled('categories')} />
          <RetentionSection form={form} game={game} {...titled('retention')} />
          <div className={classes.columns}>
            <ExportsSection game={game} sheets={sheets} {...titled('exports')} />
            <div className={classes.column}>
              <KeySection game={game} {...titled('key')} />
              <DangerSection game={game} {...titled('danger')} />
            </div>
          </div>
        </div>
      </Fold>
      <FormBar form={form} onSave={form.submit} />
      <ConflictDialog {...form.conflict} />
    </SectionIndex>
  );
}
