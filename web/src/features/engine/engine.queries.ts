import { useQuery } from '@tanstack/react-query';
import type { Engine } from '@vexil/contract/engine';
import { engineEndpoints } from '@vexil/contract/engine.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';

export type { Engine };

const refreshMs = 5000;

export const enginesQuery = () => routeQuery(engineEndpoints.list);
export const useEngines = () => useQuery({ ...enginesQuery(), refetchInterval: refreshMs });

export const useUpdateEngine = () =>
  useChange(
    ({ name, state, giveUp }: { name: string; state: Engine['state']; giveUp: boolean }) =>
      call(engineEndpoints.update, { params: { name }, body: { state, giveUp } }),
    useInvalidate(routeKey(engineEndpoints.list)),
  );

export const countLive = ({ running, starting, waiting, ending }: Engine) => running + starting + waiting + ending;
