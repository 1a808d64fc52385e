import { Email, userNameLength } from '@vexil/contract/account';
import { asciiHost } from '@vexil/contract/email.rules';
import { isVisibleName, normaliseName } from '@vexil/contract/name.rules';
import type { ProviderSettings } from '@vexil/contract/sign-in';
import { presets } from '@vexil/contract/sign-in.presets';
import type { StaffRole } from '@vexil/db/enums/game';

const labelLengthMax = 256;

/** What a provider says of a person, in one form for all kinds. */
export interface Identity {
  issuer: string;
  subject: string;
  /** Shown beside the link: the address or a name. */
  label: string;
  /** Candidates for a user name, the best first. */
  names: readonly string[];
  /** Only where the provider has verified it. */
  email: string | null;
  groups: readonly string[];
  /** Google: the domain that a Workspace account belongs to. */
  hostedDomain: string | null;
  /** Of CTFtime. */
  teamName: string | null;
}

type Claims = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Claims =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Keycloak nests its roles; a name that is there with its dots goes first. */
function claimAt(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  return name
    .split('.')
    .reduce<unknown>((at, part) => (isObject(at) && Object.hasOwn(at, part) ? at[part] : undefined), claims);
}

/** A text or a list of texts; all else is none. */
export function groupsOf(claims: Claims, name: string): string[] {
  const value = name === '' ? undefined : claimAt(claims, name);
  return [value].flat().filter((one): one is string => typeof one === 'string' && one !== '');
}

/** As an account may have it; providers verify others, too. */
const addressOf = (value: unknown): string | null => Email.safeParse(value).data ?? null;

const shown = (text: string): string => [...text.replace(/\p{C}/gu, '')].slice(0, labelLengthMax).join('');

/** OpenID Connect allows 255 ASCII characters. */
export const isSubject = (text: string): boolean => /^[\x20-\x7e]{1,255}$/.test(text);

const firstText = (...values: unknown[]): string[] => values.flatMap((value) => textOf(value) ?? []);

/** Claims of an ID token and of its user info. */
export function identityOfClaims(claims: Claims & { iss: string; sub: string }, groupsClaim: string): Identity {
  const address = textOf(claims.email);
  const names = firstText(claims.preferred_username, claims.nickname, claims.name, address?.split('@')[0]);
  return {
    issuer: claims.iss,
    subject: claims.sub,
    label: shown(address ?? names[0] ?? claims.sub),
    names,
    email: claims.email_verified === true ? addressOf(address) : null,
    groups: groupsOf(claims, groupsClaim),
    hostedDomain: textOf(claims.hd),
    teamName: null,
  };
}

/** Replies of the profile calls of providers without OpenID Connect; null for one that is not what its kind sends. */
export function identityOfProfile(
  kind: 'github' | 'discord' | 'ctftime',
  issuer: string,
  { profile, emails }: { profile: unknown; emails?: unknown },
): Identity | null {
  if (!isObject(profile)) return null;
  const { id } = profile;
  // Discord's are texts of digits beyond what a number holds.
  const subject = typeof id === 'number' && Number.isSafeInteger(id) ? String(id) : textOf(id);
  if (subject === null) return null;
  const none = { issuer, subject, groups: [], hostedDomain: null, teamName: null };
  if (kind === 'github') {
    const all = Array.isArray(emails) ? emails.filter(isObject) : [];
    const primary = all.find((one) => one.primary === true && one.verified === true);
    const names = firstText(profile.login, profile.name);
    return { ...none, names, label: shown(names[0] ?? subject), email: addressOf(primary?.email) };
  }
  if (kind === 'discord') {
    const names = firstText(profile.username, profile.global_name);
    const email = profile.verified === true ? addressOf(profile.email) : null;
    return { ...none, names, label: shown(names[0] ?? subject), email };
  }
  const names = firstText(profile.name);
  const team = isObject(profile.team) ? profile.team : {};
  // CTFtime does not say whether an address is verified.
  return { ...none, names, label: shown(names[0] ?? subject), email: null, teamName: textOf(team.name) };
}

export type EntryRefusal = 'account.signInNotAllowed' | 'account.emailUnverified';

const hostOf = (text: string) => asciiHost(text.trim()).toLowerCase();

/** A domain admits by the verified address, and Google's by the Workspace, which no private account has. */
export function findEntryRefusal(
  { kind, domains, groups }: Pick<ProviderSettings, 'kind' | 'domains' | 'groups'>,
  { email, hostedDomain, groups: own }: Pick<Identity, 'email' | 'hostedDomain' | 'groups'>,
): EntryRefusal | null {
  if (groups.length > 0 && !groups.some((group) => own.includes(group))) return 'account.signInNotAllowed';
  if (domains.length === 0) return null;
  if (email === null) return 'account.emailUnverified';
  const domain = kind === 'google' ? hostedDomain : email.slice(email.lastIndexOf('@') + 1);
  const allowed = domains.map(hostOf);
  return domain !== null && allowed.includes(hostOf(domain)) ? null : 'account.signInNotAllowed';
}

export interface GrantedRights {
  divisionIds: number[];
  staff: { gameId: number; role: StaffRole }[];
}

const rank = (role: StaffRole) => (role === 'organiser' ? 1 : 0);

/** A game has one role of an account, the higher of several. */
export function rightsOf(rules: ProviderSettings['rules'], groups: readonly string[]): GrantedRights {
  const own = rules.filter(({ group }) => groups.includes(group));
  const roles = new Map<number, StaffRole>();
  for (const { gameId, staffRole } of own) {
    const known = roles.get(gameId);
    if (staffRole && (!known || rank(staffRole) > rank(known))) roles.set(gameId, staffRole);
  }
  return {
    divisionIds: [...new Set(own.flatMap(({ divisionId }) => divisionId ?? []))],
    staff: [...roles].map(([gameId, role]) => ({ gameId, role })),
  };
}

/** A user name that the form accepts, as near to a name of the provider as can be; empty where there is none. */
export function proposedName(names: readonly string[]): string {
  const { min, max } = userNameLength;
  for (const name of names) {
    // Directories name people by their address, which is not for everyone to see.
    const short = [...normaliseName(name.split('@')[0] ?? '')].slice(0, max).join('').trim();
    if ([...short].length >= min && isVisibleName(short)) return short;
  }
  return '';
}

/** Absent members have the values of the kind, or what is stored. */
export function providerOf(
  given: Partial<ProviderSettings> & Pick<ProviderSettings, 'id' | 'name' | 'kind' | 'clientId'>,
  stored?: ProviderSettings,
): ProviderSettings {
  const { issuer, icon, scopes } = presets[given.kind];
  const standard = {
    ...{ issuer, icon, scopes, groupsClaim: 'groups', domains: [], groups: [], rules: [] },
    ...{ makesAccounts: true, linksByEmail: false, takesTeam: false, isEnabled: true },
  };
  return { ...standard, ...stored, ...given };
}
