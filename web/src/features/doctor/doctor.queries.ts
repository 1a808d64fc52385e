import { useQuery } from '@tanstack/react-query';
import type { CheckResult } from '@vexil/contract/doctor';
import { doctorEndpoints } from '@vexil/contract/doctor.endpoints';
import { routeQuery } from '../../api/route-query';
import { currentLanguage } from '../../i18n/translate';
import { useLanguage } from '../../i18n/use-text';

export type { CheckResult };

/** The server says it in the language of the request. */
export const platformHealthQuery = (language: string = currentLanguage()) => {
  const query = routeQuery(doctorEndpoints.get);
  return { ...query, queryKey: [...query.queryKey, language] };
};

export const usePlatformHealth = ({ refetchInterval }: { refetchInterval?: number } = {}) =>
  useQuery({ ...platformHealthQuery(useLanguage()), refetchInterval });
