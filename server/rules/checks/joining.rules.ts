import type { Division } from '@vexil/contract/division';
import { hasPermission } from '../permission.rules';
import { type BeforeCheck, type BeforeFacts, info, verdict } from './check';

const isBlind = ({ defaultPermissions, challengeConfigs }: Division) =>
  !hasPermission(defaultPermissions, 'ViewChallenge') &&
  !challengeConfigs.some(({ permissions }) => hasPermission(permissions, 'ViewChallenge'));

const namesOf = (divisions: readonly Division[]) => divisions.map(({ name }) => name);

function ask({ game, divisions }: BeforeFacts) {
  // A hidden game takes no teams, whatever its settings say.
  const open = { reason: game.hidden ? 'hidden' : 'done' };
  if (divisions.length === 0) return verdict(info('joining'), open);
  const found = (problem: Parameters<typeof verdict>[1]) => verdict({ page: 'divisions' }, problem);
  const joinable = divisions.filter(({ defaultPermissions }) => hasPermission(defaultPermissions, 'JoinGame'));
  if (joinable.length === 0) return found({ state: 'fault', reason: 'closed', code: 'checklist.joiningClosed' });
  const blind = namesOf(joinable.filter(isBlind));
  if (blind.length > 0) {
    return found({ state: 'fault', reason: 'blind', code: 'checklist.joiningBlind', names: blind });
  }
  const passed = joinable.filter(({ defaultPermissions }) => !hasPermission(defaultPermissions, 'RequireReview'));
  if (!game.acceptWithoutReview && passed.length > 0) {
    const names = namesOf(passed);
    return found({ state: 'warning', reason: 'unreviewed', code: 'checklist.joiningUnreviewed', names });
  }
  const isUnused = (game.inviteCode ?? '') !== '' && joinable.every(({ inviteCode }) => (inviteCode ?? '') !== '');
  return found(isUnused ? { state: 'warning', reason: 'codeUnused', code: 'checklist.codeUnused' } : open);
}

export const joining: BeforeCheck = { name: 'joining', audience: 'before', ask };
