import { useMutation } from '@tanstack/react-query';
import { gameArchiveEndpoints } from '@vexil/contract/game-archive.endpoints';
import type { EventImport } from '@vexil/contract/package';
import { packageEndpoints } from '@vexil/contract/package.endpoints';
import { addressOf } from '@vexil/contract/request';
import { ApiError } from '../../api/api-error';
import { call, type InputOf } from '../../api/call';
import { routeQuery } from '../../api/route-query';
import { withStepUp } from '../../api/step-up';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';
import { saveReply } from '../../ui/save-reply';
import { gamesQuery } from './game-edit.queries';

export const useCopyGame = () =>
  useChange(
    ({ id, body }: { id: number; body: InputOf<typeof packageEndpoints.copy>['body'] }) =>
      call(packageEndpoints.copy, { params: { id }, body }),
    useInvalidate(gamesQuery().queryKey),
  );

export const useImportGame = (onProgress: (part: number) => void) =>
  useChange(
    (file: File) => call(packageEndpoints.import, { files: [file] }, { onProgress }),
    useInvalidate(gamesQuery().queryKey),
  );

/** By readers that are loaded late. */
export const useReadEvent = () =>
  useMutation({ mutationFn: async (file: File) => (await import('./event-file')).readEventFile(file) });

export const useStartEvent = (onProgress: (part: number) => void) =>
  useMutation({
    mutationFn: ({ file, mode }: { file: File; mode: 'check' | 'import' }) =>
      call(packageEndpoints.startEvent, { query: { mode }, files: [file] }, { onProgress }),
  });

const pollMs = 1000;

/** Of a server that died there is no report any more. */
export const isGone = (error: Error): boolean => error instanceof ApiError && error.status === 404;

export const eventQuery = (importId = '') => ({
  ...routeQuery(packageEndpoints.getEvent, { params: { importId } }),
  enabled: importId !== '',
  retry: false,
  refetchInterval: ({ state: { data, error } }: { state: { data?: EventImport; error: Error | null } }) =>
    !(error && isGone(error)) && (!data || data.state === 'Reading' || data.state === 'Storing')
      ? pollMs
      : (false as const),
});

/** The call changes the audit log, so it is a POST, which a link cannot make. */
export const useExportGame = (id: number) =>
  useMutation({
    mutationFn: async () => {
      const { method } = packageEndpoints.export;
      const address = addressOf(packageEndpoints.export, { params: { id } });
      await withStepUp(async () => saveReply(await fetch(address, { method }), 'game.zip'));
    },
  });

/** A POST as the export is. */
export const useArchiveGame = (id: number) =>
  useMutation({
    mutationFn: async (choice: InputOf<typeof gameArchiveEndpoints.download>['body']) => {
      const { method } = gameArchiveEndpoints.download;
      const address = addressOf(gameArchiveEndpoints.download, { params: { id }, body: choice });
      const headers = { 'Content-Type': 'application/json' };
      await saveReply(await fetch(address, { method, headers, body: JSON.stringify(choice) }), 'game.zip');
    },
  });
