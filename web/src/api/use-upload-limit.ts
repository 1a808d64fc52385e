import { useQuery } from '@tanstack/react-query';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { routeQuery } from './route-query';

/** Bytes that the settings allow; undefined until they are loaded. */
export function useUploadLimit(name: 'attachmentBytesMax' | 'packageBytesMax'): number | undefined {
  return useQuery({ ...routeQuery(configEndpoints.client), staleTime: Number.POSITIVE_INFINITY }).data?.[name];
}
