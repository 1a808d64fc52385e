import { roles } from '@vexil/db/enums/account';
import { z } from 'zod';
import { Email, Password, Phone, Profile, UserName } from './account';
import { accountAdminEndpoints } from './account-admin.endpoints';
import { FieldValue, FieldValuesBody, ShownValuesBody } from './own-field';
import { reasonLengthMax } from './reason.limits';
import { defineRoutes } from './route';
import { teamNameLengthMax } from './team.limits';
import { AssetUrl, ContentVersion, EditedVersion, filled, Guid, optionalName, page, pageQuery, text } from './wire';

export const AdminUserInfo = z.object({
  id: Guid,
  userName: z.string(),
  realName: z.string(),
  stdNumber: z.string(),
  phone: z.string().nullable(),
  bio: z.string(),
  registerTimeUtc: z.int(),
  lastVisitedUtc: z.int(),
  ip: z.string(),
  email: z.string(),
  avatar: AssetUrl.nullable(),
  role: z.enum(roles),
  emailConfirmed: z.boolean(),
  fields: z.array(FieldValue),
  version: ContentVersion,
});

const personal = {
  phone: Phone.or(z.literal('')).nullish(),
  realName: optionalName(128).nullish(),
  stdNumber: text(64).nullish(),
};

export const accountOrders = ['registered', 'visited', 'name', 'email'] as const;

const flag = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });

export const AdminUserUpdateBody = z.object({
  userName: UserName.nullish(),
  email: Email.nullish(),
  bio: text(128).nullish(),
  ...personal,
  emailConfirmed: z.boolean().nullish(),
  role: z.enum(roles).nullish(),
  fields: ShownValuesBody,
  reason: z.string().trim().max(reasonLengthMax).nullish().describe('Written to the audit log with the change'),
  version: EditedVersion,
});

/** Hashing a password costs tens of milliseconds, and a reply must come before proxies time out. */
export const importedAccountsMax = 1000;

export const AdminUserImportBody = z
  .array(
    z.object({
      userName: UserName,
      password: Password,
      email: Email,
      ...personal,
      teamName: optionalName(teamNameLengthMax).nullish(),
      fields: FieldValuesBody,
    }),
  )
  .max(importedAccountsMax);

export const ResetLink = z.object({
  link: z.string().describe('Without an origin where the server knows none that a link may begin with'),
  expiresAt: z.int(),
});

// Ids are compared as strings to detect one's own account.
const OneAccount = z.object({ userId: Guid.toLowerCase() });

export const accountAdminRoutes = defineRoutes(accountAdminEndpoints, { access: 'Admin' })({
  list: {
    summary: 'All accounts by time of registration, unless another order or a filter is named',
    query: pageQuery(500, 100).extend({
      hint: text(256).optional().describe('In name, e-mail, number, phone or id'),
      role: z.enum(roles).optional(),
      confirmed: flag.optional(),
      order: z.enum(accountOrders).default('registered'),
      descending: flag.default(false),
    }),
    reply: page(AdminUserInfo),
  },
  import: {
    // Sets passwords, also of administrators.
    scope: null,
    summary: 'Create accounts, or overwrite those of the same name or address, and found their teams; all or none',
    query: z.object({
      existing: z
        .enum(['replace', 'refuse'])
        .default('replace')
        .describe('What becomes of a row whose name or address an account has'),
    }),
    body: AdminUserImportBody,
    bodyBytesMax: 4 * 1024 * 1024,
    errors: ['account.rowPasswordWeak', 'account.rowFieldInvalid', 'account.rowNameTaken', 'account.rowEmailTaken'],
  },
  search: {
    scope: 'admin:read',
    summary: 'At most 30 accounts whose name, e-mail, number, phone or id has the hint in it',
    query: z.object({ hint: filled(256) }),
    reply: page(AdminUserInfo),
  },
  get: {
    summary: 'The profile of an account',
    params: OneAccount,
    reply: Profile,
    errors: ['account.notFound'],
  },
  update: {
    stepUp: 'factor',
    summary: 'Change an account, its role included; absent members stay. A token changes neither address nor rights',
    params: OneAccount,
    body: AdminUserUpdateBody,
    bodyBytesMax: 64 * 1024,
    errors: [
      'account.notFound',
      'account.lastAdmin',
      'account.userNameTaken',
      'account.emailTaken',
      'account.fieldRequired',
      'account.fieldInvalid',
      'token.sessionOnly',
      'request.outdated',
    ],
  },
  resetPassword: {
    stepUp: 'factor',
    scope: null,
    summary: 'Give an account a random password, which is shown this once; ends its sessions',
    params: OneAccount,
    reply: z.string(),
    errors: ['account.notFound'],
  },
  makeResetLink: {
    stepUp: 'factor',
    // Who opens the link sets the password.
    scope: null,
    summary: 'Make a link that sets a new password once, as a recovery mail has it; no mail is sent, earlier links end',
    params: OneAccount,
    reply: ResetLink,
    errors: ['account.notFound', 'account.notRecoverable'],
  },
  endSessions: {
    summary: 'Sign an account out everywhere, except for the session of the caller',
    params: OneAccount,
    errors: ['account.notFound'],
  },
  delete: {
    stepUp: 'factor',
    summary: 'Delete an account that leads no team; what it did stays without its name',
    params: OneAccount,
    errors: ['account.notFound', 'account.own', 'account.lastAdmin', 'account.leadsTeam'],
  },
});
