import type { Deps } from '@vexil/http/deps';
import { isStrongPassword } from '@vexil/rules/password.rules';
import { ConfigError } from '@vexil/runtime/config';
import { findAccountByLogin, insertAccountOnce } from './account.queries';
import { hashPassword } from './password';

const userName = 'Admin';
const placeholderEmail = 'admin@vexil.invalid';

/** Several servers may run this at once. Throws ConfigError when the password is too weak. */
export async function createFirstAdministrator(deps: Deps): Promise<void> {
  const password = deps.config.adminPassword;
  if (password === null || (await findAccountByLogin(deps.db, userName))) return;
  if (!isStrongPassword(password)) {
    const message = 'must have a digit, a lower-case and an upper-case letter';
    throw new ConfigError([{ variable: 'ADMIN_PASSWORD', message }]);
  }
  const created = await insertAccountOnce(deps.db, {
    userName,
    email: placeholderEmail,
    emailConfirmed: true,
    passwordHash: await hashPassword(password, { client: 'first administrator', people: 1 }),
    role: 'Admin',
    registeredAt: deps.clock.now(),
  });
  if (created) deps.log.info({ event: 'account.admin_created' }, 'The user Admin was created');
}
