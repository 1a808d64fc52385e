import { IconServer2 } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../i18n/use-text';
import { detailsQuery } from '../../live/details-query';
import type { Command } from '../../ui/commands';
import { toastError, toastSuccess } from '../../ui/toast';
import { useCopy } from '../../ui/use-copy';
import { instancesQuery, startInstance } from './container.queries';
import { mainAddress } from './instance-address';
import { findReplaced } from './use-asked-start';

type InstanceCommandsInput = {
  id: number;
  /** Whether the challenge was seen before and can have an instance. */
  isKnown: (challengeId: number) => boolean;
  /** As of `replacingLimit`. */
  loadLimit: () => Promise<number | undefined>;
};

/** Instances of the game: those that run, by address, and challenges seen before that can have one. */
export function useInstanceCommands({ id, isKnown, loadLimit }: InstanceCommandsInput): Command[] {
  const t = useText('container');
  const { copy } = useCopy();
  const client = useQueryClient();
  const { data: instances = [] } = useQuery({ ...instancesQuery(id), enabled: false });
  const { data: details } = useQuery({ ...detailsQuery(id), enabled: false });
  const navigate = useNavigate();
  return Object.values(details?.challenges ?? {})
    .flat()
    .flatMap((challenge): Command[] => {
      const known = instances.find(({ challengeId }) => challengeId === challenge.id);
      const command = (name: string, label: string, run: () => void): Command => ({
        id: `game.${id}.instance.${name}.${challenge.id}`,
        label: `${label}: ${challenge.title}`,
        detail: t('container.title'),
        icon: <IconServer2 />,
        run,
      });
      if (known?.state === 'running' && known.entry !== null) {
        const text = mainAddress({ ...known, entry: known.entry }, challenge.category, window.location.origin);
        const run = () => void copy(text, () => toastSuccess(t('container.copied')));
        return [command('copy', t('container.copyAddress'), run)];
      }
      if (known || !isKnown(challenge.id)) return [];
      const start = async () => {
        if (await findReplaced(client, id, challenge.id, await loadLimit())) {
          // There it is asked whether the other one may end.
          return navigate({ to: '/games/$id/challenges', params: { id }, search: { challenge: challenge.id } });
        }
        const state = await startInstance(client, id, challenge.id);
        toastSuccess(t(`container.state.${state}`));
      };
      const run = () => void start().catch((error) => toastError(error));
      return [command('start', t('container.start'), run)];
    });
}
