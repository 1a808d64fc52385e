import { storedParticipationStatuses } from '@vexil/db/enums/participation';
import { describe, expect, it } from 'vitest';
import {
  canLeave,
  decideJoin,
  type JoinDivision,
  type JoinFacts,
  joinableDivisions,
  needsReview,
  requiredInviteCode,
  statusAfterJoin,
  statusEffects,
} from './participation.rules';
import { permissionMask } from './permission.rules';

const openMask = permissionMask(['JoinGame', 'RankOverall']);
const reviewMask = permissionMask(['JoinGame', 'RequireReview']);
const main: JoinDivision = { id: 1, defaultPermissions: openMask, inviteCode: null };
const guests: JoinDivision = { id: 2, defaultPermissions: reviewMask, inviteCode: 'guest-code' };
const staffOnly: JoinDivision = { id: 3, defaultPermissions: permissionMask(['RankOverall']), inviteCode: null };

type Override = Partial<Omit<JoinFacts, 'game' | 'request'>> & {
  game?: Partial<JoinFacts['game']>;
  request?: Partial<JoinFacts['request']>;
};

function join({ game, request, ...rest }: Override) {
  return decideJoin({
    game: { inviteCode: null, acceptWithoutReview: true, teamMemberCountLimit: 0, divisions: [], ...game },
    request: { divisionId: null, inviteCode: null, ...request },
    callerRegistered: false,
    existing: null,
    ...rest,
  });
}

const accepted = (divisionId: number | null) => ({ refusal: null, status: 'Accepted', divisionId });
const pending = (divisionId: number | null) => ({ refusal: null, status: 'Pending', divisionId });
const divisions = [main, guests, staffOnly];
const existing = { status: 'Accepted', divisionId: null, registeredMembers: 1 } as const;

describe('decideJoin', () => {
  const cases: [outcome: string, facts: Override, decision: object][] = [
    ['accepts a new team where no review is needed', {}, accepted(null)],
    ['lets a new team wait where the game reviews', { game: { acceptWithoutReview: false } }, pending(null)],
    ['requires a division where one can be joined', { game: { divisions } }, { refusal: 'divisionRequired' }],
    [
      'refuses a division that cannot be joined',
      { game: { divisions }, request: { divisionId: 3 } },
      { refusal: 'divisionNotJoinable' },
    ],
    [
      'refuses a division of another game',
      { game: { divisions }, request: { divisionId: 9 } },
      { refusal: 'divisionNotJoinable' },
    ],
    [
      'ignores the division where none can be joined',
      { game: { divisions: [staffOnly] }, request: { divisionId: 3 } },
      accepted(null),
    ],
    [
      'takes the division its setting over that of the game',
      { game: { divisions, acceptWithoutReview: false }, request: { divisionId: 1 } },
      accepted(1),
    ],
    [
      'lets a team wait where the division reviews',
      { game: { divisions }, request: { divisionId: 2, inviteCode: 'guest-code' } },
      pending(2),
    ],
    ['refuses a missing code', { game: { inviteCode: 'code' } }, { refusal: 'inviteCodeWrong' }],
    [
      'refuses a code in other case',
      { game: { inviteCode: 'code' }, request: { inviteCode: 'Code' } },
      { refusal: 'inviteCodeWrong' },
    ],
    ['takes the right code', { game: { inviteCode: 'code' }, request: { inviteCode: 'code' } }, accepted(null)],
    ['ignores a code that is not required', { request: { inviteCode: 'any' } }, accepted(null)],
    [
      'needs no code for a division without one, even if the game has one',
      { game: { divisions, inviteCode: 'code' }, request: { divisionId: 1 } },
      accepted(1),
    ],
    [
      'does not take the code of the game for that of the division',
      { game: { divisions, inviteCode: 'code' }, request: { divisionId: 2, inviteCode: 'code' } },
      { refusal: 'inviteCodeWrong' },
    ],
    ['refuses who is registered already', { callerRegistered: true }, { refusal: 'alreadyRegistered' }],
    ['adds a member to an accepted team', { existing }, accepted(null)],
    [
      'accepts a waiting team when another member joins and no review is needed',
      { existing: { ...existing, status: 'Pending' } },
      accepted(null),
    ],
    [
      'keeps a team waiting when another member joins',
      { existing: { ...existing, status: 'Pending' }, game: { acceptWithoutReview: false } },
      pending(null),
    ],
    ['never takes acceptance away', { existing, game: { acceptWithoutReview: false } }, accepted(null)],
    ['refuses a suspended team', { existing: { ...existing, status: 'Suspended' } }, { refusal: 'suspended' }],
    [
      'refuses another division than the stored one',
      { existing: { ...existing, divisionId: 2 }, game: { divisions }, request: { divisionId: 1 } },
      { refusal: 'divisionDiffers' },
    ],
    ['compares the division as it was sent', { existing, request: { divisionId: 5 } }, { refusal: 'divisionDiffers' }],
    [
      'lets a rejected team choose another division',
      {
        existing: { ...existing, status: 'Rejected', divisionId: null },
        game: { divisions },
        request: { divisionId: 1 },
      },
      accepted(1),
    ],
    [
      'lets a rejected team wait again where review is needed',
      { existing: { ...existing, status: 'Rejected' }, game: { acceptWithoutReview: false } },
      pending(null),
    ],
    [
      'refuses one member too many',
      { existing: { ...existing, registeredMembers: 3 }, game: { teamMemberCountLimit: 3 } },
      { refusal: 'memberLimitReached' },
    ],
    [
      'takes the last member within the limit',
      { existing: { ...existing, registeredMembers: 2 }, game: { teamMemberCountLimit: 3 } },
      accepted(null),
    ],
    ['takes a new team whatever the limit of members', { game: { teamMemberCountLimit: 1 } }, accepted(null)],
    [
      'names the division before the code, and the code before the registration',
      { game: { divisions, inviteCode: 'code' }, callerRegistered: true },
      { refusal: 'divisionRequired' },
    ],
    [
      'names the code before the registration',
      { game: { inviteCode: 'code' }, callerRegistered: true, existing },
      { refusal: 'inviteCodeWrong' },
    ],
  ];

  it.each(cases)('%s', (_, facts, decision) => {
    expect(join(facts)).toEqual(decision);
  });
});

describe('joining', () => {
  it('is open to divisions whose default mask says so', () => {
    expect(joinableDivisions(divisions).map(({ id }) => id)).toEqual([1, 2]);
  });

  it('needs no blank code', () => {
    expect(requiredInviteCode({ inviteCode: '  ' }, null)).toBeNull();
    expect(requiredInviteCode({ inviteCode: 'code' }, { ...main, inviteCode: '' })).toBeNull();
  });

  it.each([
    [null, true, false],
    [null, false, true],
    [main, false, false],
    [guests, true, true],
  ])('to %o with acceptance without review %s needs review: %s', (division, acceptWithoutReview, review) => {
    expect(needsReview({ acceptWithoutReview }, division)).toBe(review);
  });
});

describe('participation status', () => {
  it.each([
    [null, true, 'Pending'],
    [null, false, 'Accepted'],
    ['Rejected', true, 'Pending'],
    ['Rejected', false, 'Accepted'],
    ['Pending', true, 'Pending'],
    ['Pending', false, 'Accepted'],
    ['Accepted', true, 'Accepted'],
    ['Accepted', false, 'Accepted'],
    ['Suspended', false, 'Suspended'],
  ] as const)('%s after a join with review %s is %s', (current, review, status) => {
    expect(statusAfterJoin(current, review)).toBe(status);
  });

  it('allows leaving while Pending or Rejected', () => {
    expect(storedParticipationStatuses.filter(canLeave)).toEqual(['Pending', 'Rejected']);
  });

  it.each([
    [null, 'Accepted', ['locksTeam', 'createsInstances']],
    ['Suspended', 'Accepted', ['locksTeam', 'createsInstances']],
    ['Accepted', 'Accepted', []],
    ['Pending', 'Rejected', ['clearsDivision']],
    ['Accepted', 'Rejected', ['clearsDivision', 'stopsContainers']],
    ['Accepted', 'Suspended', ['stopsContainers']],
    ['Rejected', 'Pending', []],
  ] as const)('from %s to %s has the effects %j', (from, to, effects) => {
    const happens = (effect: string) => (effects as readonly string[]).includes(effect);
    expect(statusEffects(from, to)).toEqual({
      locksTeam: happens('locksTeam'),
      createsInstances: happens('createsInstances'),
      clearsDivision: happens('clearsDivision'),
      stopsContainers: happens('stopsContainers'),
    });
  });
});
