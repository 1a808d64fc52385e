import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ListedFile } from '@vexil/contract/asset';
import { assetEndpoints } from '@vexil/contract/asset.endpoints';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';
import type { FilesSearch } from './files-search';

export type { ListedFile };
export const pageSize = 50;

export const useFiles = ({ q, unused, order, desc, page = 1 }: FilesSearch) =>
  useQuery({
    ...routeQuery(assetEndpoints.list, {
      query: {
        count: pageSize,
        skip: (page - 1) * pageSize,
        hint: q,
        unused: unused ? 'true' : undefined,
        order,
        descending: order === undefined && !desc ? undefined : String(desc ?? false),
      },
    }),
    placeholderData: keepPreviousData,
  });

export const useDeleteFile = () =>
  useChange(
    (hash: string) => call(assetEndpoints.delete, { params: { hash } }),
    useInvalidate(routeKey(assetEndpoints.list)),
  );
