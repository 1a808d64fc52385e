import { readFile } from 'node:fs/promises';
import {
  changeRole,
  createAccount,
  makeResetLink,
  replacePassword,
  resetFactors,
  roleOf,
  unlockAccount,
} from '../account/account.operate.service';
import { OperateError } from '../operate-error';
import { program, show, withDeps } from './program';

const user = program.command('user').description('accounts');
user
  .command('create')
  .description('creates an account whose address counts as confirmed')
  .argument('<name>')
  .argument('<email>')
  .option('--role <role>', 'Admin, Monitor, User or Banned', 'User')
  .option('--password-file <file>', 'file with the password; otherwise a random one is printed')
  .action((userName: string, email: string, options: { role: string; passwordFile?: string }) =>
    withDeps(async (deps) => {
      const given = options.passwordFile ? (await readFile(options.passwordFile, 'utf8')).trim() : null;
      const made = await createAccount(deps, { userName, email, role: roleOf(options.role), password: given });
      show(made, [`Created ${userName}.`, ...(made.password ? [`Password: ${made.password}`] : [])]);
    }),
  );
user
  .command('role')
  .description('gives an account another role')
  .argument('<name>', 'name or e-mail address')
  .argument('<role>', 'Admin, Monitor, User or Banned')
  .action((login: string, role: string) =>
    withDeps(async (deps) => {
      await changeRole(deps, login, roleOf(role));
      show({ role: roleOf(role) }, [`${login} has the role ${roleOf(role)}.`]);
    }),
  );
user
  .command('password')
  .description('gives an account a random password and ends its sessions')
  .argument('<name>', 'name or e-mail address')
  .action((login: string) =>
    withDeps(async (deps) => {
      const password = await replacePassword(deps, login);
      show({ password }, [`Password: ${password}`]);
    }),
  );

user
  .command('unlock')
  .description('lets an account sign in again at once after too many wrong passwords')
  .argument('<name>', 'name or e-mail address')
  .action((login: string) =>
    withDeps(async (deps) => {
      const budgets = await unlockAccount(deps, login);
      show({ budgets }, [`${login} can sign in again; ${budgets} counters were deleted.`]);
    }),
  );
user
  .command('reset-factors')
  .description('removes all second factors and recovery codes of an account')
  .argument('<name>', 'name or e-mail address')
  .action((login: string) =>
    withDeps(async (deps) => {
      const factors = await resetFactors(deps, login);
      show({ factors }, [`${login} signs in with the password alone. Factors removed: ${factors}.`]);
    }),
  );
user
  .command('reset-link')
  .description('makes the link that a recovery mail would carry, to hand it over another way')
  .argument('<name>', 'name or e-mail address')
  .option('--origin <url>', 'address of the site (default: PUBLIC_URL)')
  .action((login: string, options: { origin?: string }) =>
    withDeps(async (deps) => {
      const origin = options.origin?.replace(/(?<!\/)\/+$/, '') ?? deps.config.publicUrl;
      if (origin === null) throw new OperateError('Set PUBLIC_URL or pass --origin: the link begins with it.');
      const { link, expiresAt } = await makeResetLink(deps, login, origin);
      show({ link, expiresAt: expiresAt.toISOString() }, [link, `It works once, until ${expiresAt.toISOString()}.`]);
    }),
  );
