import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { GameDetails } from '@vexil/contract/challenge';
import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { detailsQuery } from '../../live/details-query';
import { useOnLive } from '../../live/use-live';
import { toastNews } from '../../ui/toast';

/** Challenges that appear so soon after an own solve are open because of it. */
const soonMs = 10_000;

const listOf = ({ challenges }: GameDetails) => Object.values(challenges).flat();

/** Says which challenges a solve of the team has opened. */
export function useUnlocks(gameId: number): void {
  const t = useText('submission');
  const { data } = useQuery({ ...detailsQuery(gameId), enabled: false });
  const before = useRef(data);
  const solvedAt = useRef(Number.NEGATIVE_INFINITY);
  useOnLive(gameId, 'SubmissionJudged', ({ status }) => {
    if (status === 'Accepted') solvedAt.current = performance.now();
  });
  useEffect(() => {
    const known = before.current;
    before.current = data;
    if (!known || !data) return;
    const shown = new Set(listOf(known).map(({ id }) => id));
    const locked = new Set(known.locked?.map(({ id }) => id));
    const isSoon = performance.now() - solvedAt.current < soonMs;
    const opened = listOf(data).filter(({ id }) => !shown.has(id) && (isSoon || locked.has(id)));
    if (opened.length === 0) return;
    const links = opened.map(({ id, title }) => (
      <Link
        key={id}
        to="/games/$id/challenges"
        params={{ id: gameId }}
        search={{ challenge: id }}
        className="block link"
      >
        {title}
      </Link>
    ));
    toastNews(links, {
      id: `unlocked ${opened.map(({ id }) => id)}`,
      title: t('submission.unlocked'),
      autoClose: 15_000,
    });
  }, [data, gameId, t]);
}
