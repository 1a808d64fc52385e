import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ChallengeEdit } from '@vexil/contract/challenge';
import type { ImagePull } from '@vexil/contract/container-image';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { QueryState } from '../../ui/QueryState';
import { TextSkeleton } from '../../ui/skeletons';
import classes from './ChallengeEditor.module.css';
import { imagesQuery, usePullImages } from './challenge-edit.queries';

type ImagePullsProps = { gameId: number; challenge: Pick<ChallengeEdit, 'id' | 'containerImage'> };

/** How far each engine is with the stored images; nothing while the challenge has none. */
export function ImagePulls({ gameId, challenge }: ImagePullsProps) {
  return challenge.containerImage?.trim() ? <StoredImages gameId={gameId} challengeId={challenge.id} /> : null;
}

function StoredImages({ gameId, challengeId }: { gameId: number; challengeId: number }) {
  const t = useText('challenge-edit');
  const images = useQuery(imagesQuery(gameId, challengeId));
  const pull = usePullImages(gameId, challengeId);
  const pulls = images.data ?? [];
  const hasSeveral = new Set(pulls.map(({ image }) => image)).size > 1;
  const isFirst = pulls.every(({ state }) => state === 'unrequested');
  return (
    <section className={classes.test} aria-label={t('challenge-edit.images.title')}>
      <div className={classes.testHead}>
        <strong>{t('challenge-edit.images.title')}</strong>
        {pulls.length > 0 && (
          <Button variant="default" size="xs" loading={pull.isPending} onClick={() => pull.mutate()}>
            {t(isFirst ? 'challenge-edit.images.pull' : 'challenge-edit.images.pullAgain')}
          </Button>
        )}
      </div>
      <QueryState query={images} pending={<TextSkeleton lines={2} />} />
      {pulls.length > 0 && (
        <ul className={classes.pulls}>
          {pulls.map((one) => (
            <PullRow key={`${one.engine} ${one.image}`} pull={one} withImage={hasSeveral} />
          ))}
        </ul>
      )}
      <p className={classes.words}>
        {t(images.data?.length === 0 ? 'challenge-edit.images.noEngine' : 'challenge-edit.images.help')}
      </p>
      <FailureAlert mt="xs" error={pull.error} />
    </section>
  );
}

type PullRowProps = {
  pull: ImagePull;
  /** Where there is one image, its field names it. */
  withImage: boolean;
};

function PullRow({ pull: { engine, image, state, percent, reason, isKept }, withImage }: PullRowProps) {
  const t = useText('challenge-edit');
  return (
    <li className={classes.testLine}>
      <strong>{engine}</strong>
      {withImage && (
        <code className={classes.image} title={image}>
          {image}
        </code>
      )}
      <span className={classes.state} data-status={state}>
        <svg viewBox="0 0 10 10" width="10" height="10" aria-hidden>
          {state === 'present' && <circle cx="5" cy="5" r="4" />}
          {state === 'failed' && <rect x="1" y="1" width="8" height="8" rx="1" />}
          {state !== 'present' && state !== 'failed' && <circle cx="5" cy="5" r="3.5" className={classes.hollow} />}
        </svg>
        {t(`challenge-edit.images.state.${state}`, { percent: percent ?? 0 })}
      </span>
      {reason && (
        <span className={classes.words}>
          {reason} {isKept && t('challenge-edit.images.kept')}
        </span>
      )}
    </li>
  );
}
