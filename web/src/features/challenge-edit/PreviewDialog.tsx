import { Button, Modal, NativeSelect, TextInput } from '@mantine/core';
import { IconBulb, IconEyeOff, IconFileDownload, IconPlayerPlay } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import type { GameInfo } from '@vexil/contract/game';
import { hasContainer } from '@vexil/db/enums/challenge';
import { distinctNames } from '@vexil/rules/asset.rules';
import { type ChallengePermission, challengePermissions, hasPermission } from '@vexil/rules/permission.rules';
import { challengeScore, defaultScoreCurve } from '@vexil/rules/score-curve.rules';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { CategoryTag } from '../../ui/CategoryTag';
import { EmptyState } from '../../ui/EmptyState';
import { Markdown } from '../../ui/Markdown';
import { PermissionChip } from '../../ui/PermissionChip';
import { TagList } from '../../ui/TagList';
import { Time } from '../../ui/Time';
import classes from './ChallengeEditor.module.css';
import { categoryOf } from './categories';
import { divisionsQuery } from './challenge-edit.queries';
import { type ChallengeValues, curveOf, withText } from './challenge-form';

type PreviewProps = {
  game: GameInfo;
  challenge: ChallengeEdit;
  /** Current input, saved or not. */
  values: ChallengeValues;
};

export function PreviewDialog({ opened, onClose, ...props }: PreviewProps & { opened: boolean; onClose: () => void }) {
  const t = useText('challenge-edit');
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      size="lg"
      title={t('challenge-edit.preview.title')}
      closeButtonProps={{ 'aria-label': t('ui.close') }}
    >
      <Preview {...props} />
    </Modal>
  );
}

function Preview({ game, challenge, values }: PreviewProps) {
  const t = useText('challenge-edit');
  const divisions = useQuery(divisionsQuery(game.id)).data ?? [];
  const [divisionId, setDivisionId] = useState('');
  const division = divisions.find(({ id }) => String(id) === divisionId);
  const mask = challengePermissions(permissionsOf(division), challenge.id);
  const isSeen = hasPermission(mask, 'ViewChallenge');
  return (
    <div className={classes.stack}>
      {divisions.length > 0 && (
        <NativeSelect
          label={t('challenge-edit.preview.as')}
          value={divisionId}
          onChange={(event) => setDivisionId(event.currentTarget.value)}
          data={[
            { value: '', label: t('challenge-edit.preview.noDivision') },
            ...divisions.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
      )}
      {division && (
        <div className={classes.previewTools}>
          {shownPermissions.map((permission) => (
            <PermissionChip
              key={permission}
              permission={permission}
              granted={hasPermission(mask, permission)}
              conflicting={!isSeen || (needsSubmit.has(permission) && !hasPermission(mask, 'SubmitFlags'))}
            />
          ))}
        </div>
      )}
      {!challenge.isEnabled && <p className={classes.words}>{t('challenge-edit.preview.disabled')}</p>}
      {isSeen ? (
        <PreviewedChallenge game={game} challenge={challenge} values={values} mask={mask} />
      ) : (
        <EmptyState
          icon={<IconEyeOff />}
          title={t('challenge-edit.preview.unseen')}
          hint={t('challenge-edit.preview.unseenHint', { name: division?.name ?? '' })}
        />
      )}
    </div>
  );
}

const shownPermissions: ChallengePermission[] = [
  'ViewChallenge',
  'SubmitFlags',
  'GetScore',
  'GetBlood',
  'AffectDynamicScore',
];
const needsSubmit = new Set<ChallengePermission>(['GetScore', 'GetBlood', 'AffectDynamicScore']);

const permissionsOf = (division: Division | undefined) =>
  division && {
    defaultPermissions: division.defaultPermissions,
    challengePermissions: new Map(
      division.challengeConfigs.map(({ challengeId, permissions }) => [challengeId, permissions]),
    ),
  };

type PreviewedChallengeProps = Pick<PreviewProps, 'game' | 'challenge' | 'values'> & { mask: number };

function PreviewedChallenge({ game, challenge, values, mask }: PreviewedChallengeProps) {
  const t = useText('challenge-edit');
  const submits = hasPermission(mask, 'SubmitFlags');
  const scores = submits && hasPermission(mask, 'GetScore');
  const score = challengeScore(curveOf(values) ?? { ...defaultScoreCurve, originalScore: 0 }, challenge.acceptedCount);
  const limit = Number(values.submissionLimit) || 0;
  const hints = withText(values.hintList);
  const files =
    challenge.type === 'DynamicAttachment'
      ? [t('challenge-edit.preview.attachment')]
      : distinctNames(challenge.attachments.map(({ name }) => name));
  return (
    <article className={classes.stack}>
      <header className={classes.previewHead}>
        <CategoryTag of={categoryOf(game, values.category)} />
        <h3 className="grow anywhere">{values.title}</h3>
        <strong className="figures">
          {scores ? t('challenge-edit.preview.points', { count: score }) : t('challenge-edit.preview.noScore')}
        </strong>
      </header>
      <TagList author={values.author} tags={values.tags} />
      {values.content.trim() === '' ? (
        <p className={classes.words}>{t('challenge-edit.preview.noContent')}</p>
      ) : (
        <Markdown source={values.content} />
      )}
      {values.connection.trim() !== '' && <pre className="mono text-13 anywhere">{values.connection}</pre>}
      {hints.map((hint, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: new hints have no number yet
        <div key={index} className={classes.previewHint}>
          <IconBulb />
          <div className="grow">
            {hint.title && <strong className="text-13">{hint.title}</strong>}
            {Number(hint.cost) > 0 ? (
              <p className="dimmed text-13">{t('challenge-edit.preview.points', { count: Number(hint.cost) })}</p>
            ) : (
              <Markdown source={hint.content} compact />
            )}
          </div>
        </div>
      ))}
      <div className={classes.previewTools}>
        {files.map((name) => (
          <Button key={name} variant="default" disabled leftSection={<IconFileDownload />}>
            {name}
          </Button>
        ))}
        {hasContainer(challenge.type) && (
          <Button variant="default" disabled leftSection={<IconPlayerPlay />}>
            {t('challenge-edit.preview.instance')}
          </Button>
        )}
      </div>
      {submits ? (
        <>
          <div className={classes.previewAnswer}>
            <TextInput aria-label={t('challenge-edit.field.flag')} placeholder="flag{…}" disabled />
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
        </>
      ) : (
        <p className={classes.words}>{t('challenge-edit.preview.noSubmit')}</p>
      )}
    </article>
  );
}
