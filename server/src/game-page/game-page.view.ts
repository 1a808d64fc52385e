import { GamePage } from '@vexil/contract/game-page';
import { type PartsReply, writeMembers } from '@vexil/http/reply/reply-parts';

const Profile = GamePage.pick({ profile: true });
const Instances = GamePage.pick({ instances: true });

interface Shown extends Pick<GamePage, 'profile' | 'instances'> {
  /** Parts of the replies of their own calls. */
  game: { shared: Buffer; own: Buffer };
  details: readonly Buffer[] | null;
}

const betweenGameAndDetails = Buffer.from(',"details":');
const betweenProfileAndGame = Buffer.from(',"game":');
const nothing = Buffer.from('null');

/** Texts that are held compressed stay parts of their own, and all others are few. */
export function writeGamePage({ profile, game, details, instances }: Shown): PartsReply['parts'] {
  return [
    Buffer.concat([writeMembers(Profile, { profile }, 'first'), betweenProfileAndGame]),
    game.shared,
    Buffer.concat([game.own, betweenGameAndDetails]),
    ...(details ?? [nothing]),
    writeMembers(Instances, { instances }, 'last'),
  ];
}
