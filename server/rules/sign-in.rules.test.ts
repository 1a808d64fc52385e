import { describe, expect, it } from 'vitest';
import {
  findEntryRefusal,
  groupsOf,
  identityOfClaims,
  identityOfProfile,
  isSubject,
  proposedName,
  providerOf,
  rightsOf,
} from './sign-in.rules';

const claims = { iss: 'https://idp.example', sub: 's' };

describe('groupsOf', () => {
  it.each([
    ['a list', { groups: ['a', 'b'] }, 'groups', ['a', 'b']],
    ['a text', { groups: 'a' }, 'groups', ['a']],
    ['a nested list', { realm_access: { roles: ['a'] } }, 'realm_access.roles', ['a']],
    ['a name with dots', { 'https://x.example/groups': ['a'] }, 'https://x.example/groups', ['a']],
    ['what is no text', { groups: [1, null, '', 'a', ['b'], {}] }, 'groups', ['a']],
    ['nothing', {}, 'groups', []],
    ['no name', { '': ['a'] }, '', []],
    ['a path through a list', { a: ['b'] }, 'a.0', []],
    ['a path through null', { a: null }, 'a.b', []],
    ['what objects inherit', {}, 'constructor.name', []],
  ])('reads %s', (_name, given, path, groups) => {
    expect(groupsOf(given, path)).toEqual(groups);
  });
});

describe('identityOfClaims', () => {
  it('takes an address only where it is verified and one', () => {
    const of = (more: object) => identityOfClaims({ ...claims, ...more }, 'groups').email;
    expect(of({ email: 'a@b.example', email_verified: true })).toBe('a@b.example');
    for (const email_verified of [false, 'true', 1, undefined])
      expect(of({ email: 'a@b.example', email_verified })).toBe(null);
    for (const email of ['', 'a', 'a@b', 7, null, `${'x'.repeat(300)}@b.example`]) {
      expect(of({ email, email_verified: true })).toBe(null);
    }
  });

  it('has names in their order, a label and the groups', () => {
    const whole = {
      preferred_username: 'p',
      nickname: 'n',
      name: 'm',
      email: 'l@b.example',
      groups: ['g'],
      hd: 'b.example',
    };
    expect(identityOfClaims({ ...claims, ...whole }, 'groups')).toEqual({
      issuer: claims.iss,
      subject: 's',
      label: 'l@b.example',
      names: ['p', 'n', 'm', 'l'],
      email: null,
      groups: ['g'],
      hostedDomain: 'b.example',
      teamName: null,
    });
    expect(identityOfClaims({ ...claims, name: 'a\u0000b' }, '').label).toBe('ab');
    expect(identityOfClaims({ ...claims, name: '😀'.repeat(300) }, '').label).toBe('😀'.repeat(256));
    expect(identityOfClaims(claims, '')).toMatchObject({ label: 's', names: [], hostedDomain: null });
  });
});

describe('identityOfProfile', () => {
  const issuer = 'https://github.com';
  it('knows GitHub by its number and takes the primary address, if it is verified', () => {
    const profile = { id: 5, login: 'octo', name: 'Octo Cat', email: 'public@x.example' };
    const of = (emails: unknown) => identityOfProfile('github', issuer, { profile, emails });
    const address = { email: 'a@x.example', primary: true, verified: true };
    expect(of([{ email: 'b@x.example', primary: false, verified: true }, address])).toEqual({
      ...{ issuer, subject: '5', label: 'octo', names: ['octo', 'Octo Cat'], email: 'a@x.example' },
      ...{ groups: [], hostedDomain: null, teamName: null },
    });
    for (const emails of [undefined, {}, [null], [{ ...address, verified: false }], [{ ...address, primary: false }]]) {
      expect(of(emails)?.email).toBe(null);
    }
    expect(identityOfProfile('github', issuer, { profile: { id: 5 } })?.label).toBe('5');
  });

  it('knows Discord by its text, and CTFtime with its team and without an address', () => {
    const discord = { id: '80351110224678912', username: 'u', global_name: 'G', email: 'a@x.example', verified: true };
    const of = (more: object) => identityOfProfile('discord', issuer, { profile: { ...discord, ...more } });
    expect(of({})).toMatchObject({ subject: discord.id, names: ['u', 'G'], label: 'u', email: 'a@x.example' });
    expect(of({ verified: false })?.email).toBe(null);
    expect(of({ username: 7, global_name: '' })?.label).toBe(discord.id);
    const ctftime = { id: 1, name: 'ada', email: 'a@x.example', team: { id: 2, name: 'T' } };
    const profileOf = (more: object) => identityOfProfile('ctftime', issuer, { profile: { ...ctftime, ...more } });
    expect(profileOf({})).toMatchObject({ subject: '1', names: ['ada'], label: 'ada', email: null, teamName: 'T' });
    expect(profileOf({ team: null, name: null })).toMatchObject({ teamName: null, label: '1' });
  });

  it.each([[null], [[]], ['x'], [{}], [{ id: '' }], [{ id: 1.5 }], [{ id: 2 ** 60 }], [{ id: null }]])(
    'knows no person by %j',
    (profile) => {
      for (const kind of ['github', 'discord', 'ctftime'] as const) {
        expect(identityOfProfile(kind, issuer, { profile })).toBe(null);
      }
    },
  );
});

describe('isSubject', () => {
  it('takes 255 characters of ASCII', () => {
    expect([isSubject('a'), isSubject('~ '), isSubject('x'.repeat(255))]).toEqual([true, true, true]);
    expect([isSubject(''), isSubject('é'), isSubject('a\n'), isSubject('x'.repeat(256))]).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('findEntryRefusal', () => {
  const anyone = { email: 'a@uni.example', hostedDomain: null, groups: ['g'] };
  const rule = { kind: 'oidc' as const, domains: [] as string[], groups: [] as string[] };
  it.each([
    ['everyone without rules', rule, { ...anyone, email: null, groups: [] }, null],
    ['a group of several', { ...rule, groups: ['x', 'g'] }, anyone, null],
    ['another group', { ...rule, groups: ['x'] }, anyone, 'account.signInNotAllowed'],
    ['a domain in other letters', { ...rule, domains: ['else.example', ' UNI.Example '] }, anyone, null],
    [
      'a domain below',
      { ...rule, domains: ['uni.example'] },
      { ...anyone, email: 'a@x.uni.example' },
      'account.signInNotAllowed',
    ],
    [
      'no verified address',
      { ...rule, domains: ['uni.example'] },
      { ...anyone, email: null },
      'account.emailUnverified',
    ],
    ['a group and no domain', { ...rule, groups: ['g'], domains: ['x.example'] }, anyone, 'account.signInNotAllowed'],
    [
      'Google without a Workspace',
      { ...rule, kind: 'google' as const, domains: ['uni.example'] },
      anyone,
      'account.signInNotAllowed',
    ],
    [
      'Google by its Workspace',
      { ...rule, kind: 'google' as const, domains: ['uni.example'] },
      { ...anyone, email: 'a@else.example', hostedDomain: 'Uni.example' },
      null,
    ],
  ])('decides about %s', (_name, provider, identity, refusal) => {
    expect(findEntryRefusal(provider, identity)).toBe(refusal);
  });
});

describe('rightsOf', () => {
  const rule = { group: 'g', gameId: 1, divisionId: null, staffRole: null };
  it('gives the higher role of a game once, and every division once', () => {
    const rules = [
      { ...rule, staffRole: 'observer' as const },
      { ...rule, group: 'h', staffRole: 'organiser' as const },
      { ...rule, staffRole: 'observer' as const, gameId: 2 },
      { ...rule, divisionId: 5 },
      { ...rule, group: 'h', divisionId: 5 },
      { ...rule, group: 'other', divisionId: 6, staffRole: 'organiser' as const, gameId: 3 },
    ];
    const both = {
      divisionIds: [5],
      staff: [
        { gameId: 1, role: 'organiser' },
        { gameId: 2, role: 'observer' },
      ],
    };
    expect(rightsOf(rules, ['g', 'h'])).toEqual(both);
    expect(rightsOf([...rules].reverse(), ['h', 'g']).staff).toContainEqual({ gameId: 1, role: 'organiser' });
    expect(rightsOf(rules, [])).toEqual({ divisionIds: [], staff: [] });
  });
});

describe('proposedName', () => {
  it.each([
    [['Ada'], 'Ada'],
    [['ab', '', 'Grace Hopper'], 'Grace Hopper'],
    [['Augusta Ada King Lovelace'], 'Augusta Ada Kin'],
    [['Christopher Jon Smith'], 'Christopher Jon'],
    [['Christopher J. B'], 'Christopher J.'],
    [['\u202eevil', '  many   blanks '], 'many blanks'],
    [['x'], ''],
    [['ada@uni.example'], 'ada'],
    [['@uni.example', 'Ada'], 'Ada'],
    [[], ''],
  ])('makes of %j %j', (names, name) => {
    expect(proposedName(names)).toBe(name);
  });
});

describe('providerOf', () => {
  it('has the values of its kind, then what is stored, then what is given', () => {
    const given = { id: 'a', name: 'A', kind: 'discord' as const, clientId: 'c' };
    const made = providerOf(given);
    expect(made).toEqual({
      ...given,
      ...{ issuer: 'https://discord.com', icon: 'discord', scopes: 'identify email', groupsClaim: 'groups' },
      ...{
        domains: [],
        groups: [],
        rules: [],
        makesAccounts: true,
        linksByEmail: false,
        takesTeam: false,
        isEnabled: true,
      },
    });
    expect(providerOf({ ...given, name: 'B' }, { ...made, isEnabled: false })).toEqual({
      ...made,
      name: 'B',
      isEnabled: false,
    });
  });
});
