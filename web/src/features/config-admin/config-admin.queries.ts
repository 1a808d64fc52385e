import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { VersionedSettings } from '@vexil/contract/config-info';
import { configAdminEndpoints, configEndpoints } from '@vexil/contract/config-info.endpoints';
import type { InputOf } from '../../api/call';
import { call } from '../../api/call';
import { routeKey, routeQuery } from '../../api/route-query';

export const settingsQuery = () => routeQuery(configAdminEndpoints.get);

function useSettingsChanged() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: routeKey(configAdminEndpoints.get) }),
      queryClient.invalidateQueries({ queryKey: routeKey(configEndpoints.client) }),
    ]);
}

/** For what others have stored meanwhile. */
export function useAdoptSettings() {
  const queryClient = useQueryClient();
  return (settings: VersionedSettings) => {
    queryClient.setQueryData(settingsQuery().queryKey, settings);
    void queryClient.invalidateQueries({ queryKey: routeKey(configEndpoints.client) });
  };
}

export const useUpdateSettings = () =>
  useMutation({
    mutationFn: (body: InputOf<typeof configAdminEndpoints.update>['body']) =>
      call(configAdminEndpoints.update, { body }),
    onSuccess: useSettingsChanged(),
  });

export const useSetLogo = (onProgress: (part: number) => void) =>
  useMutation({
    mutationFn: (file: File) => call(configAdminEndpoints.setLogo, { files: [file] }, { onProgress }),
    onSuccess: useSettingsChanged(),
  });

export const useDeleteLogo = () =>
  useMutation({ mutationFn: () => call(configAdminEndpoints.deleteLogo), onSuccess: useSettingsChanged() });

export const useTestMail = () =>
  useMutation({ mutationFn: (to: string) => call(configAdminEndpoints.testMail, { body: { to } }) });

export const useSetFavicon = (onProgress: (part: number) => void) =>
  useMutation({
    mutationFn: (file: File) => call(configAdminEndpoints.setFavicon, { files: [file] }, { onProgress }),
    onSuccess: useSettingsChanged(),
  });

export const useDeleteFavicon = () =>
  useMutation({ mutationFn: () => call(configAdminEndpoints.deleteFavicon), onSuccess: useSettingsChanged() });

export const mailTextsQuery = () => routeQuery(configAdminEndpoints.mailTexts);

export function useSetMailText() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<typeof configAdminEndpoints.setMailText>['body']) =>
      call(configAdminEndpoints.setMailText, { body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: mailTextsQuery().queryKey }),
  });
}
