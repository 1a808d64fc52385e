import type { ChallengeInfo } from '@vexil/contract/challenge';
import type { Division } from '@vexil/contract/division';
import type { GameInfo } from '@vexil/contract/game';
import { hasContainer } from '@vexil/db/enums/challenge';
import { hasPermission } from './permission.rules';

export type Fix =
  | { page: 'info'; section: string }
  | { page: 'challenges' }
  | { page: 'divisions' }
  | { page: 'flags'; challengeId: number }
  | { page: 'challenge'; challengeId: number; section: string };

export type CheckName =
  | 'times'
  | 'rules'
  | 'challenges'
  | 'flags'
  | 'images'
  | 'tested'
  | 'solvers'
  | 'joining'
  | 'visible';

export type Check = {
  name: CheckName;
  /** `advice` does not block the launch. */
  state: 'done' | 'missing' | 'advice';
  /** The text key's last part, where an item has several problems. */
  reason: string;
  /** Titles of the affected challenges or names of the affected divisions. */
  names: string[];
  fix: Fix;
};

type Facts = {
  game: GameInfo;
  challenges: readonly ChallengeInfo[];
  divisions: readonly Division[];
  /** Unix milliseconds. */
  now: number;
};

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

const done = (name: CheckName, fix: Fix): Check => ({ name, state: 'done', reason: 'done', names: [], fix });

function checkTimes({ game, now }: Facts): Check {
  const fix: Fix = { page: 'info', section: 'times' };
  if (game.end <= game.start) return { ...done('times', fix), state: 'missing', reason: 'order' };
  if (game.end <= now) return { ...done('times', fix), state: 'missing', reason: 'past' };
  return done('times', fix);
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
  const withoutFlags = challenges.filter(({ type, flagCount }) => type !== 'DynamicContainer' && flagCount === 0);
  const [first] = withoutFlags;
  if (!first) return done('flags', { page: 'challenges' });
  const fix: Fix = { page: 'flags', challengeId: first.id };
  return { ...done('flags', fix), state: 'missing', reason: 'none', names: withoutFlags.map(({ title }) => title) };
}

function checkContainers({ challenges }: Facts): Check[] {
  const withContainer = challenges.filter(({ type }) => hasContainer(type));
  if (withContainer.length === 0) return [];
  const check = (
    name: CheckName,
    state: Check['state'],
    reason: string,
    found: ChallengeInfo[],
    section = 'container',
  ): Check => {
    const [first] = found;
    if (!first) return done(name, { page: 'challenges' });
    const fix: Fix = { page: 'challenge', challengeId: first.id, section };
    return { name, state, reason, names: found.map(({ title }) => title), fix };
  };
  const isSet = ({ containerImage }: ChallengeInfo) => containerImage.trim() !== '';
  const isProven = ({ testedAt, acceptedCount, lastCheck }: ChallengeInfo) =>
    testedAt !== null || acceptedCount > 0 || lastCheck?.result === 'passed';
  const untested = withContainer.filter((challenge) => isSet(challenge) && !isProven(challenge));
  const checked = withContainer.filter(({ lastCheck }) => lastCheck !== null && lastCheck.result !== 'running');
  const isFailing = ({ lastCheck }: ChallengeInfo) => lastCheck?.result !== 'passed';
  return [
    check(
      'images',
      'missing',
      'unset',
      withContainer.filter((challenge) => !isSet(challenge)),
    ),
    check('tested', 'advice', 'untested', untested),
    ...(checked.length > 0 ? [check('solvers', 'advice', 'fails', checked.filter(isFailing), 'solver')] : []),
  ];
}

/** A hidden game takes no teams, whatever its settings say. */
const openTo = ({ hidden }: GameInfo, fix: Fix): Check => ({
  ...done('joining', fix),
  reason: hidden ? 'hidden' : 'done',
});

function checkJoining({ game, divisions }: Facts): Check {
  const fix: Fix = { page: 'divisions' };
  if (divisions.length === 0) return openTo(game, { page: 'info', section: 'joining' });
  const joinable = divisions.filter(({ defaultPermissions }) => hasPermission(defaultPermissions, 'JoinGame'));
  if (joinable.length === 0) return { ...done('joining', fix), state: 'missing', reason: 'closed' };
  const blind = joinable.filter(
    ({ defaultPermissions, challengeConfigs }) =>
      !hasPermission(defaultPermissions, 'ViewChallenge') &&
      !challengeConfigs.some(({ permissions }) => hasPermission(permissions, 'ViewChallenge')),
  );
  if (blind.length > 0) {
    return { ...done('joining', fix), state: 'missing', reason: 'blind', names: blind.map(({ name }) => name) };
  }
  const open = joinable.filter(({ defaultPermissions }) => !hasPermission(defaultPermissions, 'RequireReview'));
  if (!game.acceptWithoutReview && open.length > 0) {
    return { ...done('joining', fix), state: 'advice', reason: 'unreviewed', names: open.map(({ name }) => name) };
  }
  const unused = (game.inviteCode ?? '') !== '' && joinable.every(({ inviteCode }) => (inviteCode ?? '') !== '');
  return unused ? { ...done('joining', fix), state: 'advice', reason: 'codeUnused' } : openTo(game, fix);
}

function checkVisible({ game }: Facts): Check {
  const check = done('visible', { page: 'info', section: 'visibility' });
  return game.hidden ? { ...check, state: 'advice', reason: 'hidden' } : check;
}
