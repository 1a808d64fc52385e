import { accountRoutes as routes } from '@vexil/contract/account';
import { DomainError } from '@vexil/contract/errors';
import type { Message } from '@vexil/contract/texts';
import { implement } from '@vexil/http/call/implement';
import { languageOf, messageText } from '@vexil/http/reply/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { callerOf, logActivity } from '../log/log-activity';
import { mailContextOf } from '../mail/mail.service';
import { hashToken } from '../session/hash-token';
import { clientOf, findOwnSessions, sendSession, sendSignOut } from '../session/session.service';
import { viewSessions } from '../session/session.view';
import { findOwnProfile } from './account.queries';
import { changeAvatar, changePassword, updateProfile } from './account.service';
import { viewOwnProfile } from './account.view';
import { confirmEmailChange, requestEmailChange } from './email.service';
import { sendTicket, ticketCookie } from './factor-ticket';
import { deviceCookie, rememberDevice } from './known-device';
import { endOwnOtherSessions, endOwnSession, login, loginWithFactor, logout } from './login.service';
import { siteOf } from './passkey';
import { challengeOfLogin, loginWithPasskey } from './passkey.service';
import { requestRecovery, resetPassword } from './recovery.service';
import { register } from './register.service';
import { browserOf } from './sign-in.state';
import { verifyEmail } from './verify.service';

const say = (key: Message, request: FastifyRequest) => messageText(key, languageOf(request));

export async function accountRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  async function signIn(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    // First, because clients of the wire format read the first cookie only.
    sendSession(request, reply, token);
    await rememberDevice(deps, request, reply, hashToken(token));
  }

  function askForFactor(request: FastifyRequest, reply: FastifyReply, ticket: string): never {
    sendTicket(request, reply, ticket);
    throw new DomainError('account.factorRequired');
  }

  implement(app, routes.register, async ({ actor, body, request, reply }) => {
    const client = { ...clientOf(request), sessionHash: actor?.sessionHash ?? null };
    const { result, token } = await register(deps, body, client, mailContextOf(deps, request));
    if (token !== null) await signIn(request, reply, token);
    return { title: say(`message.register.${result}`, request), data: result, status: 200 };
  });

  implement(app, routes.login, async ({ actor, body, request, reply }) => {
    const client = { ...clientOf(request), device: request.cookies[deviceCookie] };
    const signedIn = await login(deps, body, client, actor?.sessionHash ?? null);
    if ('ticket' in signedIn) askForFactor(request, reply, signedIn.ticket);
    else await signIn(request, reply, signedIn.token);
  });

  implement(app, routes.challengePasskey, async ({ request, reply }) => {
    reply.header('Cache-Control', 'no-store');
    const site = siteOf(deps, request, 'login', browserOf(deps, request, reply));
    return challengeOfLogin(deps, site, request.cookies[ticketCookie]);
  });

  implement(app, routes.loginPasskey, async ({ actor, body, request, reply }) => {
    const site = siteOf(deps, request, 'login');
    const token = await loginWithPasskey(deps, site, body, clientOf(request), actor?.sessionHash ?? null);
    await signIn(request, reply, token);
  });

  implement(app, routes.loginFactor, async ({ actor, body, request, reply }) => {
    const { [deviceCookie]: device, [ticketCookie]: ticket } = request.cookies;
    const client = { ...clientOf(request), device, ticket, site: siteOf(deps, request, 'login') };
    await signIn(request, reply, await loginWithFactor(deps, body, client, actor?.sessionHash ?? null));
    sendTicket(request, reply, '');
  });

  implement(app, routes.logout, async ({ actor, request, reply }) => {
    if (!actor) throw new DomainError('account.unauthenticated');
    await logout(deps, actor);
    sendSignOut(request, reply);
  });

  implement(app, routes.profile, { own: findOwnProfile }, async ({ own, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return viewOwnProfile(own, await deps.settings.read());
  });

  implement(app, routes.update, async (call) => {
    await updateProfile(deps, call.actor, call.body);
    const name = call.body.userName;
    if (!name || name === call.actor.userName) return;
    logActivity(deps, { ...callerOf(call), event: 'account.renamed', message: `Changed the user name to ${name}` });
  });

  implement(app, routes.changePassword, async (call) => {
    await changePassword(deps, call.actor, call.body);
    await rememberDevice(deps, call.request, call.reply, call.actor.sessionHash);
    logActivity(deps, { ...callerOf(call), event: 'account.password_changed', message: 'Changed the password' });
  });

  implement(app, routes.recovery, async ({ body, request }) => {
    await requestRecovery(deps, body, clientOf(request), mailContextOf(deps, request));
    return { title: say('message.recovery', request), status: 200 };
  });

  implement(app, routes.resetPassword, ({ body, request }) => resetPassword(deps, body, clientOf(request)));

  implement(app, routes.verify, async ({ actor, body, request, reply }) => {
    const verified = await verifyEmail(deps, body, clientOf(request), actor?.sessionHash ?? null);
    if ('ticket' in verified) askForFactor(request, reply, verified.ticket);
    else await signIn(request, reply, verified.token);
  });

  implement(app, routes.changeEmail, async ({ actor, body, request }) => {
    await requestEmailChange(deps, actor, body.newMail, request.ip, mailContextOf(deps, request));
    return { title: say('message.changeEmail', request), data: true, status: 200 };
  });

  implement(app, routes.confirmEmail, ({ actor, body, request }) => confirmEmailChange(deps, actor, body, request.ip));

  implement(app, routes.sessions, { own: findOwnSessions }, async ({ actor, own, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return viewSessions(own.sessions, actor.sessionHash, deps.clock.now());
  });

  implement(app, routes.endSession, async (call) => {
    await endOwnSession(deps, call.actor, call.params.sessionId);
    logActivity(deps, { ...callerOf(call), event: 'account.session_ended', message: 'Ended a session' });
  });

  implement(app, routes.endOtherSessions, async (call) => {
    await endOwnOtherSessions(deps, call.actor);
    logActivity(deps, { ...callerOf(call), event: 'account.sessions_ended', message: 'Ended all other sessions' });
  });

  implement(app, routes.avatar, async (call) => {
    const url = await changeAvatar(deps, call.actor, call.request);
    logActivity(deps, { ...callerOf(call), event: 'account.avatar_changed', message: 'Changed the own picture' });
    return url;
  });
}
