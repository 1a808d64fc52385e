import { Alert } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { PlanImage } from '@vexil/contract/plan';
import { planEndpoints } from '@vexil/contract/plan.endpoints';
import { routeQuery } from '../../api/route-query';
import { useText } from '../../i18n/use-text';
import { QueryState } from '../../ui/QueryState';
import { Places } from '../../ui/Remarks';
import type { FolderPlan } from './folder-plan';

const pollMs = 3000;

type PlanImagesProps = { gameId: number; planId: string; found: FolderPlan };

/** What the engines, which the plan has asked to pull its images, do not have. */
export function PlanImages({ gameId, planId, found: { read, lineOf } }: PlanImagesProps) {
  const t = useText('code');
  const query = useQuery({
    ...routeQuery(planEndpoints.images, { params: { id: gameId, planId } }),
    enabled: read.challenges.some(({ challenge }) => challenge.type?.endsWith('Container')),
    refetchInterval: ({ state: { data } }) => (data?.some(({ state }) => state === 'waiting') ? pollMs : false),
  });
  const images = query.data ?? [];
  const of = (state: PlanImage['state']) => images.filter((one) => one.state === state);
  const placesOf = (list: PlanImage[]) =>
    list.map(({ key, field, image, reason }) => {
      const challenge = read.challenges.find((one) => one.key === key);
      return { file: challenge?.path ?? '', line: lineOf(challenge, field), field, text: reason ?? image };
    });
  const [failed, waiting, unknown] = [of('failed'), of('waiting'), of('unknown')];
  return (
    <>
      <QueryState query={query} pending={null} />
      {failed.length > 0 && (
        <Alert color="yellow" role="alert" title={t('code.images.missing', { images: failed.length })}>
          <Places places={placesOf(failed)} />
        </Alert>
      )}
      {waiting.length > 0 && (
        <section className="grid gap-8">
          <p role="status">{t('code.images.pulled', { images: waiting.length })}</p>
          <Places places={placesOf(waiting)} />
        </section>
      )}
      {unknown.length > 0 && <p className="dimmed text-13">{t('code.images.unknown', { images: unknown.length })}</p>}
      {images.length > 0 && of('present').length === images.length && (
        <p className="dimmed text-13">{t('code.images.present')}</p>
      )}
    </>
  );
}
