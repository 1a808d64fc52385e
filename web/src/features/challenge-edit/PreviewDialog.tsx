import { Button, Modal, TextInput } from '@mantine/core';
import { IconBulb, IconFileDownload, IconPlayerPlay } from '@tabler/icons-react';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import { hasContainer } from '@vexil/db/enums/challenge';
import { challengeScore } from '@vexil/rules/score.rules';
import { useText } from '../../i18n/use-text';
import { CategoryTag } from '../../ui/CategoryTag';
import { Markdown } from '../../ui/Markdown';
import { Time } from '../../ui/Time';
import classes from './ChallengeEditor.module.css';
import type { ChallengeValues } from './challenge-form';

type PreviewDialogProps = {
  opened: boolean;
  onClose: () => void;
  challenge: ChallengeEdit;
  /** Current input, saved or not. */
  values: ChallengeValues;
};

export function PreviewDialog({ opened, onClose, challenge, values }: PreviewDialogProps) {
  const t = useText('challenge-edit');
  const score = challengeScore(
    {
      originalScore: Number(values.originalScore) || 0,
      minScoreRate: (Number(values.minScoreRate) || 0) / 100,
      difficulty: Number(values.difficulty) || 1,
    },
    challenge.acceptedCount,
  );
  const limit = Number(values.submissionLimit) || 0;
  const hints = values.hints.filter((hint) => hint.trim() !== '');
  const hasFile = challenge.type === 'DynamicAttachment' || values.remoteUrl !== '' || challenge.attachment?.url;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('challenge-edit.preview.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <article className={classes.stack}>
        <header className={classes.previewHead}>
          <CategoryTag category={values.category} />
          <h3 className={classes.previewTitle}>{values.title}</h3>
          <strong className="figures">{t('challenge-edit.preview.points', { count: score })}</strong>
        </header>
        {values.content.trim() === '' ? (
          <p className={classes.words}>{t('challenge-edit.preview.noContent')}</p>
        ) : (
          <Markdown source={values.content} />
        )}
        {hints.map((hint, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hints are plain strings, two of which may be equal
          <div key={index} className={classes.previewHint}>
            <IconBulb size={18} stroke={1.75} aria-hidden />
            <Markdown source={hint} compact />
          </div>
        ))}
        <div className={classes.previewTools}>
          {hasFile && (
            <Button variant="default" disabled leftSection={<IconFileDownload size={18} stroke={1.75} aria-hidden />}>
              {t('challenge-edit.preview.attachment')}
            </Button>
          )}
          {hasContainer(challenge.type) && (
            <Button variant="default" disabled leftSection={<IconPlayerPlay size={18} stroke={1.75} aria-hidden />}>
              {t('challenge-edit.preview.instance')}
            </Button>
          )}
        </div>
        <div className={classes.previewAnswer}>
          <TextInput aria-label={t('challenge-edit.preview.flag')} placeholder="flag{…}" disabled />
          <Button disabled>{t('challenge-edit.preview.submit')}</Button>
        </div>
        <p className={classes.words}>
          {limit > 0 ? t('challenge-edit.preview.attempts', { count: limit }) : t('challenge-edit.preview.unlimited')}
          {values.deadlineUtc !== null && (
            <>
              {' · '}
              {t('challenge-edit.preview.deadline')} <Time at={values.deadlineUtc} withZone />
            </>
          )}
        </p>
      </article>
    </Modal>
  );
}
