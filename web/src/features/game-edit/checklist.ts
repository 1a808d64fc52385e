import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import type { GameInfo } from '@vexil/contract/game';
import { hasContainer } from '@vexil/db/enums/challenge';
import { hasPermission } from '@vexil/rules/permission.rules';

/** Where a point of the list is mended. */
export type Mend =
  | { page: 'info'; section: string }
  | { page: 'challenges' }
  | { page: 'divisions' }
  | { page: 'flags'; challengeId: number }
  | { page: 'challenge'; challengeId: number; section: string };

export type CheckName = 'times' | 'rules' | 'challenges' | 'flags' | 'images' | 'tested' | 'joining' | 'visible';

export type Check = {
  name: CheckName;
  /** `advice` does not keep a game from opening well. */
  state: 'done' | 'missing' | 'advice';
  /** Which text says what is wrong, where there are several. */
  reason: string;
  /** The titles or names of what is concerned. */
  names: string[];
  mend: Mend;
};

type Facts = {
  game: GameInfo;
  /** The enabled ones. */
  challenges: readonly ChallengeInfo[];
  divisions: readonly Division[];
  /** Unix milliseconds. */
  now: number;
};

/** What a game still lacks before it can open, in the order in which one prepares it. */
export function checkGame(facts: Facts): Check[] {
  return [
    checkTimes(facts),
    checkRules(facts),
    checkChallenges(facts),
    checkFlags(facts),
    ...checkContainers(facts),
    checkJoining(facts),
    checkVisible(facts),
  ];
}

const done = (name: CheckName, mend: Mend): Check => ({ name, state: 'done', reason: 'done', names: [], mend });

function checkTimes({ game, now }: Facts): Check {
  const mend: Mend = { page: 'info', section: 'times' };
  if (game.end <= game.start) return { ...done('times', mend), state: 'missing', reason: 'order' };
  if (game.end <= now) return { ...done('times', mend), state: 'missing', reason: 'past' };
  return done('times', mend);
}

function checkRules({ game }: Facts): Check {
  const check = done('rules', { page: 'info', section: 'rules' });
  return game.content.trim() === '' ? { ...check, state: 'missing', reason: 'empty' } : check;
}

function checkChallenges({ challenges }: Facts): Check {
  const check = done('challenges', { page: 'challenges' });
  return challenges.length === 0 ? { ...check, state: 'missing', reason: 'none' } : check;
}

function checkFlags({ challenges }: Facts): Check {
  const bare = challenges.filter(({ type, flagCount }) => type !== 'DynamicContainer' && flagCount === 0);
  const [first] = bare;
  if (!first) return done('flags', { page: 'challenges' });
  const mend: Mend = { page: 'flags', challengeId: first.id };
  return { ...done('flags', mend), state: 'missing', reason: 'bare', names: bare.map(({ title }) => title) };
}

function checkContainers({ challenges }: Facts): Check[] {
  const withContainer = challenges.filter(({ type }) => hasContainer(type));
  if (withContainer.length === 0) return [];
  const check = (name: CheckName, state: Check['state'], reason: string, found: ChallengeInfo[]): Check => {
    const [first] = found;
    if (!first) return done(name, { page: 'challenges' });
    const mend: Mend = { page: 'challenge', challengeId: first.id, section: 'container' };
    return { name, state, reason, names: found.map(({ title }) => title), mend };
  };
  const isSet = ({ containerImage }: ChallengeInfo) => containerImage.trim() !== '';
  const isProven = ({ testedAt, acceptedCount }: ChallengeInfo) => testedAt !== null || acceptedCount > 0;
  const untested = withContainer.filter((challenge) => isSet(challenge) && !isProven(challenge));
  return [
    check(
      'images',
      'missing',
      'unset',
      withContainer.filter((challenge) => !isSet(challenge)),
    ),
    check('tested', 'advice', 'untested', untested),
  ];
}

function checkJoining({ game, divisions }: Facts): Check {
  const mend: Mend = { page: 'divisions' };
  if (divisions.length === 0) return done('joining', { page: 'info', section: 'joining' });
  const joinable = divisions.filter(({ defaultPermissions }) => hasPermission(defaultPermissions, 'JoinGame'));
  if (joinable.length === 0) return { ...done('joining', mend), state: 'missing', reason: 'closed' };
  const blind = joinable.filter(
    ({ defaultPermissions, challengeConfigs }) =>
      !hasPermission(defaultPermissions, 'ViewChallenge') &&
      !challengeConfigs.some(({ permissions }) => hasPermission(permissions, 'ViewChallenge')),
  );
  if (blind.length > 0) {
    return { ...done('joining', mend), state: 'missing', reason: 'blind', names: blind.map(({ name }) => name) };
  }
  const open = joinable.filter(({ defaultPermissions }) => !hasPermission(defaultPermissions, 'RequireReview'));
  if (!game.acceptWithoutReview && open.length > 0) {
    return { ...done('joining', mend), state: 'advice', reason: 'unreviewed', names: open.map(({ name }) => name) };
  }
  const unused = (game.inviteCode ?? '') !== '' && joinable.every(({ inviteCode }) => (inviteCode ?? '') !== '');
  return unused ? { ...done('joining', mend), state: 'advice', reason: 'codeUnused' } : done('joining', mend);
}

function checkVisible({ game }: Facts): Check {
  const check = done('visible', { page: 'info', section: 'basics' });
  return game.hidden ? { ...check, state: 'advice', reason: 'hidden' } : check;
}
