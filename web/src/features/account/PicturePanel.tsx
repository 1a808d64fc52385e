import { useMutation, useQueryClient } from '@tanstack/react-query';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import { useState } from 'react';
import { call } from '../../api/call';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { FileDrop } from '../../ui/FileDrop';
import { Panel } from '../../ui/Panel';
import { toastSuccess } from '../../ui/toast';
import { type Account, accountQuery } from './account.queries';

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

export function PicturePanel({ account }: { account: Account }) {
  const t = useText('account');
  const describe = useDescribeError();
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const upload = useMutation({
    mutationFn: (file: File) => call(accountEndpoints.avatar, { files: [file] }, { onProgress: setProgress }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: accountQuery().queryKey });
      toastSuccess(t('account.profile.avatarSaved'));
    },
    onSettled: () => setProgress(undefined),
  });
  return (
    <Panel title={t('account.profile.avatar')}>
      <FileDrop
        accept={pictureTypes}
        sizeBytesMax={imageSizeBytesMax}
        onFiles={([file]) => file && upload.mutate(file)}
        progress={upload.isPending ? (progress ?? 0) : undefined}
        error={upload.error ? describe(upload.error) : undefined}
        preview={<Avatar name={account.userName ?? ''} src={account.avatar} size={64} />}
      />
    </Panel>
  );
}
