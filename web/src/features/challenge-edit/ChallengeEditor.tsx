import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { hasContainer, isDynamic } from '@vexil/db/enums/challenge';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { Fold } from '../../ui/Fold';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { SectionIndex } from '../../ui/SectionIndex';
import { AttachmentSection } from './AttachmentSection';
import classes from './ChallengeEditor.module.css';
import { ContainerOptionsSection } from './ContainerOptionsSection';
import { ContainerSection } from './ContainerSection';
import { challengeQuery, gameQuery } from './challenge-edit.queries';
import { type ChallengeValues, hasListedFlags, useChallengeForm } from './challenge-form';
import { optionFields } from './container-options-form';
import { DeleteSection } from './DeleteSection';
import { DescriptionSection } from './DescriptionSection';
import { FlagSection } from './FlagSection';
import { HintsSection } from './HintsSection';
import { PreviewDialog } from './PreviewDialog';
import { RequiresSection } from './RequiresSection';
import { ScoreSection } from './ScoreSection';
import { SubmissionsSection } from './SubmissionsSection';

const fieldsOf = {
  description: ['title', 'category', 'content', 'connection', 'author', 'tags', 'topics'],
  submissions: ['submissionLimit', 'releaseUtc', 'deadlineUtc'],
  score: ['curve', 'originalScore', 'minScoreRate', 'difficulty', 'minimumScore', 'decay', 'bloodBonus'],
  requires: ['requires', 'requiredCount', 'lockedShown', 'next'],
  hints: ['hintList'],
  container: ['containerImage', 'exposePort', 'memoryLimit', 'cpuCount', 'storageLimit', 'networkMode'],
  options: ['readOnlyRoot', 'tmpfsSize', 'enableTrafficCapture', ...optionFields],
  solver: [],
  flags: ['flag'],
  attachment: ['fileName'],
  delete: [],
} satisfies Record<string, (keyof ChallengeValues)[]>;
type SectionId = keyof typeof fieldsOf;
/** Of a challenge with containers. */
const folded = ['options', 'solver', 'attachment', 'delete'] as const satisfies SectionId[];

type ChallengeEditorProps = {
  gameId: number;
  challengeId: number;
  /** Several flags of a challenge that has them for all teams; others have a page for theirs. */
  flags: ReactNode;
  /** Adds more than the one that is a field. */
  moreFlags: ReactNode;
  /** Of a challenge with containers. */
  solver: ReactNode;
};

export function ChallengeEditor({ gameId, challengeId, flags, moreFlags, solver }: ChallengeEditorProps) {
  const t = useText('challenge-edit');
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const challenge = useSuspenseQuery(challengeQuery(gameId, challengeId)).data;
  const form = useChallengeForm(gameId, challenge);
  const [previewing, setPreviewing] = useState(false);
  useKeys([{ keys: 'mod+s', label: t('ui.form.save'), run: () => void form.submit() }]);
  const isContainer = hasContainer(challenge.type);
  // In the order of the page, which is that of the keyboard.
  const sections: SectionId[] = [
    'description',
    'requires',
    ...(isContainer ? (['container'] as const) : []),
    ...(isDynamic(challenge.type) ? [] : (['flags'] as const)),
    ...(isContainer ? [] : (['attachment'] as const)),
    ...(['score', 'submissions', 'hints'] as const),
    ...(isContainer ? folded : (['delete'] as const)),
  ];
  const titled = (id: SectionId) => ({ id, title: t(`challenge-edit.section.${id}`) });
  const attachment = <AttachmentSection gameId={gameId} challenge={challenge} form={form} {...titled('attachment')} />;
  const deletion = <DeleteSection gameId={gameId} challenge={challenge} {...titled('delete')} />;
  const sharedFlags = hasListedFlags(challenge) ? (
    <div id="flags">{flags}</div>
  ) : (
    <FlagSection form={form} more={moreFlags} {...titled('flags')} />
  );
  return (
    <SectionIndex
      label={t('challenge-edit.section.label')}
      changedLabel={t('challenge-edit.section.changed')}
      sections={sections.map((id) => ({
        id,
        label: t(`challenge-edit.section.${id}`),
        changed: fieldsOf[id].some((field) => form.changed.includes(field)),
      }))}
    >
      <div className={classes.column}>
        <DescriptionSection
          form={form}
          game={game}
          challenge={challenge}
          {...titled('description')}
          actions={
            <Button size="xs" variant="default" leftSection={<IconEye size={16} />} onClick={() => setPreviewing(true)}>
              {t('challenge-edit.preview.open')}
            </Button>
          }
        >
          <RequiresSection form={form} gameId={gameId} challengeId={challengeId} {...titled('requires')} />
        </DescriptionSection>
        <div className={classes.columns}>
          <div className={classes.column}>
            {isContainer && (
              <ContainerSection gameId={gameId} challenge={challenge} form={form} {...titled('container')} />
            )}
            {!isDynamic(challenge.type) && sharedFlags}
            {!isContainer && attachment}
          </div>
          <div className={classes.column}>
            <ScoreSection form={form} challenge={challenge} {...titled('score')} />
          </div>
          <div className={classes.column}>
            <SubmissionsSection form={form} isEnabled={challenge.isEnabled} {...titled('submissions')} />
            <HintsSection form={form} announces={challenge.isEnabled} game={game} {...titled('hints')} />
            {!isContainer && deletion}
          </div>
        </div>
      </div>
      {isContainer && (
        <Fold
          title={t('challenge-edit.section.more')}
          note={folded.map((section) => t(`challenge-edit.section.${section}`)).join(' · ')}
          wanted={folded.some((section) => fieldsOf[section].some((field) => form.errors[field] !== undefined))}
        >
          <div className={classes.pairOfColumns}>
            <ContainerOptionsSection form={form} type={challenge.type} {...titled('options')} />
            <div className={classes.column}>
              {solver}
              {attachment}
              {deletion}
            </div>
          </div>
        </Fold>
      )}
      <FormBar form={form} onSave={form.submit} />
      <ConflictDialog {...form.conflict} />
      <PreviewDialog
        opened={previewing}
        onClose={() => setPreviewing(false)}
        game={game}
        challenge={challenge}
        values={form.values}
      />
    </SectionIndex>
  );
}
