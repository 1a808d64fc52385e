import { useMutation } from '@tanstack/react-query';
import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import type { Team } from '@vexil/contract/team';
import { useState } from 'react';
import { useDescribeError } from '../../api/describe-error';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { FileDrop } from '../../ui/FileDrop';
import { toastSuccess } from '../../ui/toast';
import classes from './TeamDrawer.module.css';
import { useTeamActions } from './team.queries';

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

export function TeamHead({ team, editable }: { team: Team; editable: boolean }) {
  const t = useText('team');
  const describe = useDescribeError();
  const { setAvatar } = useTeamActions(team.id);
  const [progress, setProgress] = useState<number>();
  const upload = useMutation({
    mutationFn: (file: File) => setAvatar(file, setProgress),
    onSuccess: () => toastSuccess(t('team.avatar.done')),
    onSettled: () => setProgress(undefined),
  });
  const picture = <Avatar name={team.name ?? ''} src={team.avatar} shape="team" size={64} />;
  return (
    <div className={classes.head}>
      {editable ? (
        <FileDrop
          accept={pictureTypes}
          sizeBytesMax={imageSizeBytesMax}
          onFiles={([file]) => file && upload.mutate(file)}
          progress={upload.isPending ? (progress ?? 0) : undefined}
          error={upload.error ? describe(upload.error) : undefined}
          preview={picture}
        />
      ) : (
        <>
          {picture}
          <p className="anywhere dimmed">{team.bio || t('team.noBio')}</p>
        </>
      )}
    </div>
  );
}
