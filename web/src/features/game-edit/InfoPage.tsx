import { useSuspenseQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { SectionIndex } from '../../ui/SectionIndex';
import { toastSuccess } from '../../ui/toast';
import { DangerSection } from './DangerSection';
import { gameQuery } from './game-edit.queries';
import classes from './InfoPage.module.css';
import { BasicsSection, JoiningSection, RulesSection, TimesSection, WriteupSection } from './InfoSections';
import { type InfoValues, useInfoForm } from './info-form';
import { KeySection } from './KeySection';
import { PosterSection } from './PosterSection';
import { ScoringSection } from './ScoringSection';

const sections: { id: SectionId; fields: (keyof InfoValues)[] }[] = [
  { id: 'basics', fields: ['title', 'summary', 'hidden'] },
  { id: 'times', fields: ['start', 'end', 'freezeTime', 'practiceMode'] },
  { id: 'joining', fields: ['acceptWithoutReview', 'inviteCode', 'teamMemberCountLimit'] },
  { id: 'scoring', fields: ['bloodFirst', 'bloodSecond', 'bloodThird', 'containerCountLimit'] },
  { id: 'poster', fields: [] },
  { id: 'rules', fields: ['content'] },
  { id: 'writeups', fields: ['writeupRequired', 'writeupDeadline', 'writeupNote'] },
  { id: 'key', fields: [] },
  { id: 'danger', fields: [] },
];
type SectionId = 'basics' | 'poster' | 'times' | 'joining' | 'scoring' | 'rules' | 'writeups' | 'key' | 'danger';

export function InfoPage({ id }: { id: number }) {
  const t = useText('game-edit');
  const game = useSuspenseQuery(gameQuery(id)).data;
  const form = useInfoForm(game);
  const save = async () => {
    if (form.changed.length > 0 && (await form.submit())) toastSuccess(t('game-edit.info.saved'));
  };
  useKeys([{ keys: 'mod+s', label: t('ui.form.save'), run: () => void save() }]);
  const titled = (section: SectionId) => ({ id: section, title: t(`game-edit.section.${section}`) });
  return (
    <SectionIndex
      label={t('game-edit.section.label')}
      changedLabel={t('game-edit.section.changed')}
      above
      sections={sections.map(({ id: section, fields }) => ({
        id: section,
        label: t(`game-edit.section.${section}`),
        changed: fields.some((field) => form.changed.includes(field)),
      }))}
    >
      <div className={classes.columns}>
        <div className={classes.column}>
          <BasicsSection form={form} {...titled('basics')} />
          <TimesSection form={form} game={game} {...titled('times')} />
          <JoiningSection form={form} {...titled('joining')} />
          <ScoringSection form={form} {...titled('scoring')} />
        </div>
        <div className={classes.column}>
          <PosterSection game={game} {...titled('poster')} />
          <RulesSection form={form} {...titled('rules')} />
          <WriteupSection form={form} {...titled('writeups')} />
          <KeySection game={game} {...titled('key')} />
          <DangerSection game={game} {...titled('danger')} />
        </div>
      </div>
      <FormBar
        changes={form.changes}
        saving={form.saving}
        failure={form.failure}
        onDiscard={form.discard}
        onSave={() => void save()}
      />
      <ConflictDialog {...form.conflict} />
    </SectionIndex>
  );
}
