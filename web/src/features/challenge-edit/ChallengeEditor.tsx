import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { hasContainer } from '@vexil/db/enums/challenge';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { Fold } from '../../ui/Fold';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { SectionIndex } from '../../ui/SectionIndex';
import { toastSuccess } from '../../ui/toast';
import { AttachmentSection } from './AttachmentSection';
import classes from './ChallengeEditor.module.css';
import { ContainerOptionsSection } from './ContainerOptionsSection';
import { ContainerSection } from './ContainerSection';
import { challengeQuery, gameQuery } from './challenge-edit.queries';
import { type ChallengeValues, useChallengeForm } from './challenge-form';
import { optionFields } from './container-options-form';
import { DeleteSection } from './DeleteSection';
import { DescriptionSection } from './DescriptionSection';
import { HintsSection } from './HintsSection';
import { PreviewDialog } from './PreviewDialog';
import { ScoreSection } from './ScoreSection';
import { SubmissionsSection } from './SubmissionsSection';

const fieldsOf = {
  description: ['title', 'category', 'content'],
  submissions: ['submissionLimit', 'releaseUtc', 'deadlineUtc'],
  score: ['curve', 'originalScore', 'minScoreRate', 'difficulty', 'minimumScore', 'decay', 'bloodBonus'],
  hints: ['hints'],
  container: ['containerImage', 'exposePort', 'memoryLimit', 'cpuCount', 'storageLimit', 'networkMode'],
  options: ['readOnlyRoot', 'tmpfsSize', 'enableTrafficCapture', ...optionFields],
  solver: [],
  flags: [],
  attachment: ['fileName', 'remoteUrl'],
  delete: [],
} satisfies Record<string, (keyof ChallengeValues)[]>;
type SectionId = keyof typeof fieldsOf;
/** Of a challenge with containers. */
const folded = ['options', 'solver', 'attachment', 'delete'] as const satisfies SectionId[];

type ChallengeEditorProps = {
  gameId: number;
  challengeId: number;
  /** The flags of a challenge that has them for all teams; others have a page for theirs. */
  flags: ReactNode;
  /** Of a challenge with containers. */
  solver: ReactNode;
};

export function ChallengeEditor({ gameId, challengeId, flags, solver }: ChallengeEditorProps) {
  const t = useText('challenge-edit');
  const game = useSuspenseQuery(gameQuery(gameId)).data;
  const challenge = useSuspenseQuery(challengeQuery(gameId, challengeId)).data;
  const form = useChallengeForm(gameId, challenge);
  const [previewing, setPreviewing] = useState(false);
  const save = async () => {
    if (form.changed.length > 0 && (await form.submit())) toastSuccess(t('challenge-edit.saved'));
  };
  useKeys([{ keys: 'mod+s', label: t('ui.form.save'), run: () => void save() }]);
  const isContainer = hasContainer(challenge.type);
  const hasSharedFlags = challenge.type === 'StaticAttachment' || challenge.type === 'StaticContainer';
  // In the order of the page, which is that of the keyboard.
  const sections: SectionId[] = [
    ...(['description', 'submissions', 'score', 'hints'] as const),
    ...(isContainer ? (['container'] as const) : []),
    ...(hasSharedFlags ? (['flags'] as const) : []),
    ...(isContainer ? (['options', 'solver', 'attachment', 'delete'] as const) : (['attachment', 'delete'] as const)),
  ];
  const titled = (id: SectionId) => ({ id, title: t(`challenge-edit.section.${id}`) });
  const attachment = <AttachmentSection gameId={gameId} challenge={challenge} form={form} {...titled('attachment')} />;
  const deletion = <DeleteSection gameId={gameId} challenge={challenge} {...titled('delete')} />;
  const sharedFlags = hasSharedFlags && <div id="flags">{flags}</div>;
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
      {/* What one weighs against each other stands in one view: the text, times, points and the container. */}
      <div className={classes.columns}>
        <div className={`${classes.column} ${classes.texts}`}>
          <DescriptionSection
            form={form}
            challenge={challenge}
            {...titled('description')}
            actions={
              <Button
                size="xs"
                variant="default"
                leftSection={<IconEye size={16} aria-hidden />}
                onClick={() => setPreviewing(true)}
              >
                {t('challenge-edit.preview.open')}
              </Button>
            }
          />
          <SubmissionsSection form={form} isEnabled={challenge.isEnabled} {...titled('submissions')} />
        </div>
        <div className={classes.column}>
          <ScoreSection form={form} challenge={challenge} {...titled('score')} />
          <HintsSection form={form} announces={challenge.isEnabled} game={game} {...titled('hints')} />
        </div>
        <div className={classes.column}>
          {isContainer && (
            <ContainerSection gameId={gameId} challenge={challenge} form={form} {...titled('container')} />
          )}
          {!isContainer && sharedFlags}
          {!isContainer && attachment}
          {!isContainer && deletion}
        </div>
      </div>
      {isContainer && sharedFlags}
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
      <FormBar form={form} onSave={save} />
      <ConflictDialog {...form.conflict} />
      <PreviewDialog
        opened={previewing}
        onClose={() => setPreviewing(false)}
        gameId={gameId}
        challenge={challenge}
        values={form.values}
      />
    </SectionIndex>
  );
}
