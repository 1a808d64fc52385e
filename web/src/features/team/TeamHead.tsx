import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import type { Team } from '@vexil/contract/team';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { UploadDrop } from '../../ui/UploadDrop';
import classes from './TeamDrawer.module.css';
import { useTeamActions } from './team.queries';

const pictureTypes = 'image/png,image/jpeg,image/webp,image/gif,image/avif';

export function TeamHead({ team, editable }: { team: Team; editable: boolean }) {
  const t = useText('team');
  const { setAvatar } = useTeamActions(team.id);
  const picture = <Avatar name={team.name ?? ''} src={team.avatar} shape="team" size={64} />;
  return (
    <div className={classes.head}>
      {editable ? (
        <UploadDrop accept={pictureTypes} sizeBytesMax={imageSizeBytesMax} upload={setAvatar} preview={picture} />
      ) : (
        <>
          {picture}
          <p className="anywhere dimmed">{team.bio || t('team.noBio')}</p>
        </>
      )}
    </div>
  );
}
