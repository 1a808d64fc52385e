import type { OwnProfile, Profile } from '@vexil/contract/account';
import type { AdminUserInfo } from '@vexil/contract/account-admin';
import type { Settings } from '@vexil/contract/settings';
import type { AccountRow } from '@vexil/db/schema/account';
import type { ConsentText } from '@vexil/runtime/consent-text';
import type { z } from 'zod';
import { avatarUrl } from '../asset/asset.view';
import { versionOf } from '../audit/outdated';
import { factorDueOf } from './account.policy';
import type { OwnProfileRow, ProfileRow } from './account.queries';
import { termsOf } from './terms.service';

export type { ProfileRow };

export function viewProfile(account: ProfileRow): Profile {
  const { id, role, userName, email, bio, phone, realName, stdNumber, avatarHash } = account;
  return { userId: id, role, userName, email, bio, phone, realName, stdNumber, avatar: avatarUrl(avatarHash) };
}

const isDue = (terms: ConsentText | null, accepted: readonly string[]) =>
  terms !== null && !accepted.includes(terms.hash);

export const viewOwnProfile = (account: OwnProfileRow, settings: Settings): OwnProfile => ({
  ...viewProfile(account),
  isOrganiser: account.isOrganiser,
  factorDue: account.hasFactor ? null : factorDueOf(settings.accountPolicy, account),
  termsDue: isDue(termsOf(settings), account.acceptedTerms),
});

export const accountVersion = (account: AccountRow): number => {
  const { userName, email, emailConfirmed, role, realName, stdNumber, phone, bio } = account;
  return versionOf([userName, email, emailConfirmed, role, realName, stdNumber, phone, bio]);
};

/** For administrators; a time that has not come yet is 0. */
export function viewAccount(account: AccountRow): z.infer<typeof AdminUserInfo> {
  const { id, userName, realName, stdNumber, phone, bio, ip, email, role, emailConfirmed } = account;
  return {
    id,
    userName,
    realName,
    stdNumber,
    phone,
    bio,
    registerTimeUtc: account.registeredAt.getTime(),
    lastVisitedUtc: account.lastVisitedAt?.getTime() ?? 0,
    ip,
    email,
    avatar: avatarUrl(account.avatarHash),
    role,
    emailConfirmed,
    version: accountVersion(account),
  };
}
