import { accountRoutes as routes } from '@vexil/contract/account';
import { DomainError } from '@vexil/contract/errors';
import type { Message } from '@vexil/contract/texts';
import { implement } from '@vexil/http/call/implement';
import { languageOf, messageText } from '@vexil/http/reply/i18n';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logCall } from '../log/log-activity';
import { mailContextOf } from '../mail/mail.service';
import { setDeviceCookie } from '../session/session.cookie';
import { clientOf, findOwnSessions, sendSession, sendSignOut } from '../session/session.service';
import { viewSessions } from '../session/session.view';
import { findOwnProfile } from './account.queries';
import { changeAvatar, changePassword, updateProfile } from './account.service';
import { viewOwnProfile } from './account.view';
import { confirmEmailChange, requestEmailChange } from './email.service';
import { sendTicket, ticketCookie } from './factor-ticket';
import { addToDevice } from './known-device';
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

  function askForFactor(request: FastifyRequest, reply: FastifyReply, ticket: string): never {
    sendTicket(request, reply, ticket);
    throw new DomainError('account.factorRequired');
  }

  implement(app, routes.register, async ({ actor, body, request, reply }) => {
    const client = { ...clientOf(request), sessionHash: actor?.sessionHash ?? null };
    const { result, opened } = await register(deps, body, client, mailContextOf(deps, request));
    if (opened) sendSession(request, reply, opened);
    return { title: say(`message.register.${result}`, request), data: result, status: 200 };
  });

  implement(app, routes.login, async ({ actor, body, request, reply }) => {
    const signedIn = await login(deps, body, clientOf(request), actor?.sessionHash ?? null);
    if ('ticket' in signedIn) askForFactor(request, reply, signedIn.ticket);
    else sendSession(request, reply, signedIn);
  });

  implement(app, routes.challengePasskey, async ({ request, reply }) => {
    reply.header('Cache-Control', 'no-store');
    const site = siteOf(deps, request, 'login', browserOf(deps, request, reply));
    return challengeOfLogin(deps, site, request.cookies[ticketCookie]);
  });

  implement(app, routes.loginPasskey, async ({ actor, body, request, reply }) => {
    const site = siteOf(deps, request, 'login');
    const opened = await loginWithPasskey(deps, site, body, clientOf(request), actor?.sessionHash ?? null);
    sendSession(request, reply, opened);
  });

  implement(app, routes.loginFactor, async ({ actor, body, request, reply }) => {
    const ticket = request.cookies[ticketCookie];
    const client = { ...clientOf(request), ticket, site: siteOf(deps, request, 'login') };
    sendSession(request, reply, await loginWithFactor(deps, body, client, actor?.sessionHash ?? null));
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
    logCall(call, 'account.renamed', `Changed the user name to ${name}`);
  });

  implement(app, routes.changePassword, async (call) => {
    const account = await changePassword(deps, call.actor, call.body);
    const { device } = clientOf(call.request);
    if (call.actor.sessionHash) setDeviceCookie(call.request, call.reply, addToDevice(deps, device, account));
    logCall(call, 'account.password_changed', 'Changed the password');
  });

  implement(app, routes.recovery, async ({ body, request }) => {
    await requestRecovery(deps, body, clientOf(request), mailContextOf(deps, request));
    return { title: say('message.recovery', request), status: 200 };
  });

  implement(app, routes.resetPassword, ({ body, request }) => resetPassword(deps, body, clientOf(request)));

  implement(app, routes.verify, async ({ actor, body, request, reply }) => {
    const verified = await verifyEmail(deps, body, clientOf(request), actor?.sessionHash ?? null);
    if ('ticket' in verified) askForFactor(request, reply, verified.ticket);
    else sendSession(request, reply, verified);
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
    logCall(call, 'account.session_ended', 'Ended a session');
  });

  implement(app, routes.endOtherSessions, async (call) => {
    await endOwnOtherSessions(deps, call.actor);
    logCall(call, 'account.sessions_ended', 'Ended all other sessions');
  });

  implement(app, routes.avatar, async (call) => {
    const url = await changeAvatar(deps, call.actor, call.request);
    logCall(call, 'account.avatar_changed', 'Changed the own picture');
    return url;
  });
}
