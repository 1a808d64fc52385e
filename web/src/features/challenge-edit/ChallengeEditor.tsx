import { Button } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { hasContainer } from '@vexil/db/enums/challenge';
import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ConflictDialog } from '../../ui/ConflictDialog';
import { FormBar } from '../../ui/FormBar';
import { useKeys } from '../../ui/keys';
import { Panel } from '../../ui/Panel';
import { SectionIndex } from '../../ui/SectionIndex';
import { toastSuccess } from '../../ui/toast';
import { AttachmentSection } from './AttachmentSection';
import classes from './ChallengeEditor.module.css';
import { ContainerSection } from './ContainerSection';
import { challengeQuery, gameQuery } from './challenge-edit.queries';
import { type ChallengeValues, useChallengeForm } from './challenge-form';
import { optionFields } from './container-options-form';
import { DeleteSection } from './DeleteSection';
import { DescriptionSection } from './DescriptionSection';
import { HintsField } from './HintsField';
import { PreviewDialog } from './PreviewDialog';
import { ScoreSection } from './ScoreSection';
import { SubmissionsSection } from './SubmissionsSection';

const fieldsOf = {
  description: ['title', 'category', 'content'],
  submissions: ['submissionLimit', 'releaseUtc', 'deadlineUtc'],
  score: ['originalScore', 'minScoreRate', 'difficulty', 'bloodBonus'],
  hints: ['hints'],
  container: [
    'containerImage',
    'exposePort',
    'memoryLimit',
    'cpuCount',
    'storageLimit',
    'readOnlyRoot',
    'tmpfsSize',
    'networkMode',
    'enableTrafficCapture',
    ...optionFields,
  ],
  solver: [],
  flags: [],
  attachment: ['fileName', 'remoteUrl'],
  delete: [],
} satisfies Record<string, (keyof ChallengeValues)[]>;
type SectionId = keyof typeof fieldsOf;

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
    ...(['description', 'submissions', 'score'] as const),
    ...(isContainer ? (['hints', 'solver', 'container'] as const) : []),
    ...(hasSharedFlags ? (['flags'] as const) : []),
    ...(isContainer ? (['attachment', 'delete'] as const) : (['attachment', 'hints', 'delete'] as const)),
  ];
  const titled = (id: SectionId) => ({ id, title: t(`challenge-edit.section.${id}`) });
  const hints = (
    <Panel {...titled('hints')} dense>
      <HintsField form={form} announces={challenge.isEnabled} game={game} />
    </Panel>
  );
  return (
    <SectionIndex
      above
      label={t('challenge-edit.section.label')}
      changedLabel={t('challenge-edit.section.changed')}
      sections={sections.map((id) => ({
        id,
        label: t(`challenge-edit.section.${id}`),
        changed: fieldsOf[id].some((field) => form.changed.includes(field)),
      }))}
    >
      <DescriptionSection
        form={form}
        challenge={challenge}
        {...titled('description')}
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
            onClick={() => setPreviewing(true)}
          >
            {t('challenge-edit.preview.open')}
          </Button>
        }
      />
      {/* What one weighs against each other stands in one view: times, attempts, points and the container. */}
      <div className={classes.columns}>
        <div className={classes.column}>
          <SubmissionsSection form={form} isEnabled={challenge.isEnabled} {...titled('submissions')} />
          <ScoreSection form={form} challenge={challenge} {...titled('score')} />
          {isContainer && hints}
          {/* Beside the container, which is as tall as all of these. */}
          {isContainer && solver}
        </div>
        <div className={classes.column}>
          {isContainer && (
            <ContainerSection gameId={gameId} challenge={challenge} form={form} {...titled('container')} />
          )}
          {hasSharedFlags && <div id="flags">{flags}</div>}
          <AttachmentSection gameId={gameId} challenge={challenge} form={form} {...titled('attachment')} />
          {!isContainer && hints}
        </div>
      </div>
      <DeleteSection gameId={gameId} challenge={challenge} {...titled('delete')} />
      <FormBar
        changes={form.changes}
        saving={form.saving}
        failure={form.failure}
        onDiscard={form.discard}
        onSave={() => void save()}
      />
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
