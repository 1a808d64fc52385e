import { registerResults, roles } from '@vexil/db/enums/account';
import { z } from 'zod';
import { problem } from './field';
import { defineJob } from './job';
import { defineRoute, Empty } from './route';
import { AssetUrl, filled, Guid } from './wire';

export const userNameLength = { min: 3, max: 15 } as const;
export const UserName = filled(userNameLength.max).min(userNameLength.min);
export const Email = z.email().max(256);
/** Rules beyond the length are checked by the service, so that the refusal has a code of its own. */
export const Password = z.string().min(1).max(256);
export const passwordLengthMin = 6;

/** The three kinds of character a password must have. */
export function isStrongPassword(password: string): boolean {
  return (
    password.length >= passwordLengthMin && /\d/.test(password) && /[a-z]/.test(password) && /[A-Z]/.test(password)
  );
}

// Digits, blanks and -.() with at least one digit, a leading + and an extension: what clients of the wire format send.
const phoneForm = /^(?=.*\d)\+?[\d\s().-]*(?:(?:ext\.?|x)\s*\d+)?$/i;
const Phone = z
  .string()
  .max(32)
  .refine((text) => phoneForm.test(text), problem('field.phone'));

export const Profile = z.object({
  userId: Guid,
  role: z.enum(roles),
  userName: z.string().nullable(),
  email: z.string().nullable(),
  bio: z.string().nullable(),
  phone: z.string().nullable(),
  realName: z.string().nullable(),
  stdNumber: z.string().nullable(),
  avatar: AssetUrl.nullable(),
});
export type Profile = z.infer<typeof Profile>;

export const RegisterBody = z.object({
  userName: UserName,
  password: Password,
  email: Email,
  challenge: z.string().nullish(),
});
export const LoginBody = z.object({
  userName: filled(256),
  password: z.string().min(1).max(256),
  challenge: z.string().nullish(),
});
export const ProfileUpdateBody = z.object({
  userName: UserName.nullish(),
  bio: z.string().max(128).nullish(),
  /** An empty text clears it. */
  phone: Phone.or(z.literal('')).nullish(),
  realName: z.string().max(128).nullish(),
  stdNumber: z.string().max(64).nullish(),
});
export const PasswordChangeBody = z.object({ old: Password, new: Password });

export const imageSizeBytesMax = 3 * 1024 * 1024;

export const accountRoutes = {
  register: defineRoute({
    method: 'POST',
    path: '/api/account/register',
    access: 'Anonymous',
    summary: 'Create an account; signs in when accounts are active at once',
    rate: 'register',
    body: RegisterBody,
    reply: z.object({ title: z.string(), data: z.enum(registerResults), status: z.int() }),
    errors: [
      'account.registrationClosed',
      'account.emailDomainRefused',
      'account.passwordWeak',
      'account.userNameTaken',
      'account.emailTaken',
    ],
  }),
  login: defineRoute({
    method: 'POST',
    path: '/api/account/login',
    access: 'Anonymous',
    summary: 'Sign in with user name or e-mail address',
    rate: 'login',
    body: LoginBody,
    reply: Empty,
    errors: ['account.badCredentials', 'account.loginBanned'],
  }),
  logout: defineRoute({
    method: 'POST',
    path: '/api/account/logout',
    access: 'Anonymous',
    summary: 'End this session everywhere',
    reply: Empty,
    errors: ['account.unauthenticated'],
  }),
  profile: defineRoute({
    method: 'GET',
    path: '/api/account/profile',
    access: 'User',
    summary: 'The own account',
    reply: Profile,
    errors: [],
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/api/account/update',
    access: 'User',
    summary: 'Change the own profile; absent members stay',
    body: ProfileUpdateBody,
    reply: Empty,
    errors: ['account.userNameTaken'],
  }),
  changePassword: defineRoute({
    method: 'PUT',
    path: '/api/account/changepassword',
    access: 'User',
    summary: 'Change the own password; ends all other sessions',
    rate: 'login',
    body: PasswordChangeBody,
    reply: Empty,
    errors: ['account.oldPasswordWrong', 'account.passwordWeak'],
  }),
  avatar: defineRoute({
    method: 'PUT',
    path: '/api/account/avatar',
    access: 'User',
    summary: 'Replace the own picture',
    rate: 'upload',
    upload: { field: 'file', sizeBytesMax: imageSizeBytesMax },
    reply: AssetUrl,
    errors: ['asset.fileMissing', 'asset.empty', 'asset.tooLarge', 'asset.notAnImage'],
  }),
};

export const accountJobs = {
  /** Deletes sessions that have ended by themselves. */
  sweep: defineJob({ queue: 'sweep', name: 'sweep-sessions', payload: z.object({}), attempts: 1 }),
};

/** The part of user administration that the foundation needs: roles and bans. */
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
});

export const AdminUserUpdateBody = z.object({
  userName: UserName.nullish(),
  email: Email.nullish(),
  bio: z.string().max(128).nullish(),
  /** An empty text clears it. */
  phone: Phone.or(z.literal('')).nullish(),
  realName: z.string().max(128).nullish(),
  stdNumber: z.string().max(64).nullish(),
  emailConfirmed: z.boolean().nullish(),
  role: z.enum(roles).nullish(),
});

export const accountAdminRoutes = {
  list: defineRoute({
    method: 'GET',
    path: '/api/admin/users',
    access: 'Admin',
    summary: 'All accounts by time of registration',
    query: z.object({
      count: z.coerce.number<number>().int().min(0).max(500).default(100),
      skip: z.coerce.number<number>().int().min(0).default(0),
    }),
    reply: z.object({ data: z.array(AdminUserInfo), length: z.int(), total: z.int() }),
    errors: [],
  }),
  search: defineRoute({
    method: 'POST',
    path: '/api/admin/users/search',
    access: 'Admin',
    summary: 'At most 30 accounts whose name, e-mail, number, phone or id has the hint in it',
    query: z.object({ hint: filled(256) }),
    reply: z.object({ data: z.array(AdminUserInfo), length: z.int(), total: z.int() }),
    errors: [],
  }),
  update: defineRoute({
    method: 'PUT',
    path: '/api/admin/users/:userId',
    access: 'Admin',
    summary: 'Change an account, its role included; absent members stay',
    params: z.object({ userId: Guid }),
    body: AdminUserUpdateBody,
    reply: Empty,
    errors: ['account.notFound', 'account.lastAdmin', 'account.userNameTaken', 'account.emailTaken'],
  }),
};
