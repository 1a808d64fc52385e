import type { OwnProfile, Profile } from '@vexil/contract/account';
import type { AdminUserInfo } from '@vexil/contract/account-admin';
import type { Settings } from '@vexil/contract/settings';
import type { OwnField } from '@vexil/db/enums/own-field';
import type { AccountRow } from '@vexil/db/schema/account';
import { lacksFields, shownFieldValues } from '@vexil/rules/own-field.rules';
import { type ConsentText, termsOf } from '@vexil/runtime/consent-text';
import type { z } from 'zod';
import { avatarUrl } from '../asset/asset.view';
import { versionOf } from '../audit/outdated';
import { factorDueOf } from './account.policy';
import type { OwnProfileRow, ProfileRow } from './account.queries';

export type { ProfileRow };

export function viewProfile(account: ProfileRow, asked: readonly OwnField[]): Profile {
  const { id, role, userName, email, bio, phone, realName, stdNumber, avatarHash, fields } = account;
  return {
    ...{ userId: id, role, userName, email, bio, phone, realName, stdNumber, avatar: avatarUrl(avatarHash) },
    fields: shownFieldValues(asked, fields),
  };
}

const isDue = (terms: ConsentText | null, accepted: readonly string[]) =>
  terms !== null && !accepted.includes(terms.hash);

export function viewOwnProfile(account: OwnProfileRow, settings: Settings): OwnProfile {
  const { accountPolicy } = settings;
  const profile = viewProfile(account, accountPolicy.fields);
  return {
    ...profile,
    isOrganiser: account.isOrganiser,
    factorDue: account.hasFactor ? null : factorDueOf(accountPolicy, account),
    termsDue: isDue(termsOf(settings), account.acceptedTerms),
    fieldsDue: lacksFields(accountPolicy.fields, profile.fields),
  };
}

export const accountVersion = (account: AccountRow): number => {
  const { userName, email, emailConfirmed, role, realName, stdNumber, phone, bio, fields } = account;
  return versionOf([userName, email, emailConfirmed, role, realName, stdNumber, phone, bio, fields]);
};

/** For administrators; a time that has not come yet is 0. */
export function viewAccount(account: AccountRow, asked: readonly OwnField[]): z.infer<typeof AdminUserInfo> {
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
    fields: shownFieldValues(asked, account.fields),
    version: accountVersion(account),
  };
}
