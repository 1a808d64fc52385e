import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import { call } from '../../api/call';
import { useInvalidate } from '../../api/use-invalidate';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { Panel } from '../../ui/Panel';
import { UploadDrop } from '../../ui/UploadDrop';
import { type Account, accountQuery } from './account.queries';

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

export function PicturePanel({ account }: { account: Account }) {
  const t = useText('account');
  const changed = useInvalidate(accountQuery().queryKey);
  return (
    <Panel title={t('account.profile.avatar')}>
      <UploadDrop
        accept={pictureTypes}
        sizeBytesMax={imageSizeBytesMax}
        upload={(file, onProgress) => call(accountEndpoints.avatar, { files: [file] }, { onProgress }).then(changed)}
        preview={<Avatar name={account.userName ?? ''} src={account.avatar} size={64} />}
      />
    </Panel>
  );
}
