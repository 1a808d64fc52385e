import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { configAdminEndpoints } from '@vexil/contract/config-admin.endpoints';
import type { VersionedSettings } from '@vexil/contract/config-info';
import { configEndpoints } from '@vexil/contract/config-info.endpoints';
import { divisionEndpoints } from '@vexil/contract/division.endpoints';
import { gameEditEndpoints } from '@vexil/contract/game-edit.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';
import { useChange } from '../../api/use-change';
import { useInvalidate } from '../../api/use-invalidate';
import type { Upload } from '../../ui/UploadDrop';

export const settingsQuery = () => routeQuery(configAdminEndpoints.get);

const useSettingsChanged = () => useInvalidate(routeKey(configAdminEndpoints.get), routeKey(configEndpoints.client));

/** For what others have stored meanwhile. */
export function useAdoptSettings() {
  const queryClient = useQueryClient();
  return (settings: VersionedSettings) => {
    queryClient.setQueryData(settingsQuery().queryKey, settings);
    void queryClient.invalidateQueries({ queryKey: routeKey(configEndpoints.client) });
  };
}

export const useUpdateSettings = () =>
  useChange(
    (body: InputOf<typeof configAdminEndpoints.update>['body']) => call(configAdminEndpoints.update, { body }),
    useSettingsChanged(),
    'success',
  );

export function useSetPicture(name: 'logo' | 'favicon'): Upload {
  const changed = useSettingsChanged();
  const endpoint = name === 'logo' ? configAdminEndpoints.setLogo : configAdminEndpoints.setFavicon;
  return (file, onProgress) => call(endpoint, { files: [file] }, { onProgress }).then(changed);
}

export const useDeleteLogo = () => useChange(() => call(configAdminEndpoints.deleteLogo), useSettingsChanged());

export const useTestMail = () =>
  useMutation({ mutationFn: (to: string) => call(configAdminEndpoints.testMail, { body: { to } }) });

export const useDeleteFavicon = () => useChange(() => call(configAdminEndpoints.deleteFavicon), useSettingsChanged());

export const mailTextsQuery = () => routeQuery(configAdminEndpoints.mailTexts);

export const useSetMailText = () =>
  useChange(
    (body: InputOf<typeof configAdminEndpoints.setMailText>['body']) =>
      call(configAdminEndpoints.setMailText, { body }),
    useInvalidate(mailTextsQuery().queryKey),
  );

const gamesMax = 100;
export const useGameChoices = () =>
  useQuery(routeQuery(gameEditEndpoints.list, { query: { count: gamesMax } })).data?.data.map(
    ({ id, title: name }) => ({
      id,
      name,
    }),
  ) ?? [];

/** Of no game none. */
export const useDivisionChoices = (gameId: number) =>
  useQuery({ ...routeQuery(divisionEndpoints.list, { params: { id: gameId } }), enabled: gameId > 0 }).data ?? [];
