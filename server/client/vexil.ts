/**
 * Client of the Vexil API, made from the declarations of its calls. One file, no dependencies: it needs `fetch`, so a
 * browser, Node.js 20, Deno or Bun.
 *
 *     const vexil = createClient({ baseUrl: 'https://ctf.example.org', token: process.env.VEXIL_TOKEN });
 *     const board = await vexil.scoreboard.get({ params: { id: 3 } });
 *
 * Instead of a token, `account.login` gives a session, which the client keeps.
 */

export interface ClientOptions {
  /** Origin of the platform, without a trailing slash. */
  baseUrl: string;
  /** API token; without one, sign in with `account.login`. */
  token?: string;
  /** Language of refusals. */
  language?: string;
  /** How often a call is sent again after a 429, each time when the server says; 3 when absent. */
  retries?: number;
  fetch?: typeof fetch;
}

export interface CallOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

export type UploadFile = File | { name: string; content: Blob };

/** A refusal. `code` is for programs, the message is the server's text in the language of the client. */
export class VexilError extends Error {
  override readonly name = 'VexilError';
  readonly status: number;
  readonly code: string;
  readonly details: readonly { path: string; message: string }[];

  constructor(status: number, reply: { title?: string; code?: string; details?: { path: string; message: string }[] }) {
    super(reply.title ?? `Request failed with status code ${status}`);
    this.status = status;
    this.code = reply.code ?? '';
    this.details = reply.details ?? [];
  }
}

interface Call {
  method: string;
  path: string;
  reply: 'json' | 'nothing' | 'bytes';
  field?: string;
}

interface Input {
  params?: object;
  query?: object;
  body?: unknown;
  files?: readonly UploadFile[];
}

const sessionCookie = 'GZCTF_Token';

function addressOf(baseUrl: string, call: Call, input: Input): URL {
  const params = (input.params ?? {}) as Record<string, unknown>;
  const path = call.path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}

function formOf(field: string, files: readonly UploadFile[]): FormData {
  const form = new FormData();
  for (const file of files) form.append(field, file instanceof Blob ? file : file.content, file.name);
  return form;
}

/** All calls of the platform, by group. A refusal rejects with VexilError. */
export function createClient(options: ClientOptions) {
  const fetchNow = options.fetch ?? fetch;
  let session: string | undefined;

  function headersOf(input: Input, extra: Record<string, string> | undefined): Record<string, string> {
    const headers: Record<string, string> = { Accept: 'application/json', ...extra };
    if (options.language) headers['Accept-Language'] = options.language;
    if (options.token) headers.Authorization = `Bearer ${options.token}`;
    else if (session) headers.Cookie = `${sessionCookie}=${session}`;
    if (input.body !== undefined) headers['Content-Type'] = 'application/json';
    return headers;
  }

  // Browsers keep the cookie themselves and do not show it; elsewhere nobody else does.
  function keepSession(response: Response): void {
    for (const cookie of response.headers.getSetCookie?.() ?? []) {
      const [pair = ''] = cookie.split(';');
      const [name, value] = pair.split('=');
      if (name === sessionCookie) session = value || undefined;
    }
  }

  async function ask(call: Call, input: Input, extra: CallOptions): Promise<Response> {
    const init: RequestInit = { method: call.method, headers: headersOf(input, extra.headers) };
    if (extra.signal) init.signal = extra.signal;
    if (input.body !== undefined) init.body = JSON.stringify(input.body);
    if (call.field !== undefined) init.body = formOf(call.field, input.files ?? []);
    for (let attempt = 0; ; attempt += 1) {
      const response = await fetchNow(addressOf(options.baseUrl, call, input), init);
      if (response.status !== 429 || attempt >= (options.retries ?? 3)) return response;
      await response.body?.cancel();
      const seconds = Number(response.headers.get('Retry-After')) || 1;
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      extra.signal?.throwIfAborted();
    }
  }

  async function send<Reply>(call: Call, input: Input, extra: CallOptions = {}): Promise<Reply> {
    const response = await ask(call, input, extra);
    keepSession(response);
    if (!response.ok) throw new VexilError(response.status, (await response.json().catch(() => ({}))) as object);
    if (call.reply === 'bytes') return response as Reply;
    const text = await response.text();
    return (call.reply === 'json' && text !== '' ? JSON.parse(text) : undefined) as Reply;
  }

  return {
    account: {
      /** Replace the own picture. `PUT /api/account/avatar` */
      avatar: (input: { files: readonly [UploadFile] }, options?: CallOptions) =>
        send<AccountAvatarReply>({"method":"PUT","path":"/api/account/avatar","reply":"json","field":"file"}, input ?? {}, options),
      /** Have a link sent to a new address; the address changes when the link is used. `PUT /api/account/changeemail` */
      changeEmail: (input: { body: AccountChangeEmailBody }, options?: CallOptions) =>
        send<AccountChangeEmailReply>({"method":"PUT","path":"/api/account/changeemail","reply":"json"}, input ?? {}, options),
      /** Change the own password; ends all other sessions. `PUT /api/account/changepassword` */
      changePassword: (input: { body: AccountChangePasswordBody }, options?: CallOptions) =>
        send<void>({"method":"PUT","path":"/api/account/changepassword","reply":"nothing"}, input ?? {}, options),
      /** Change the own address with the link from a mail; ends all other sessions. `POST /api/account/mailchangeconfirm` */
      confirmEmail: (input: { body: AccountConfirmEmailBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/account/mailchangeconfirm","reply":"nothing"}, input ?? {}, options),
      /** End all own sessions but this one. `DELETE /api/account/sessions` */
      endOtherSessions: (options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/account/sessions","reply":"nothing"}, {}, options),
      /** End one of the own sessions; one that has ended is no error. `DELETE /api/account/sessions/:sessionId` */
      endSession: (input: { params: AccountEndSessionParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/account/sessions/:sessionId","reply":"nothing"}, input ?? {}, options),
      /** Sign in with user name or e-mail address. `POST /api/account/login` */
      login: (input: { body: AccountLoginBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/account/login","reply":"nothing"}, input ?? {}, options),
      /** End this session everywhere. `POST /api/account/logout` */
      logout: (options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/account/logout","reply":"nothing"}, {}, options),
      /** The own account. `GET /api/account/profile` */
      profile: (options?: CallOptions) =>
        send<AccountProfileReply>({"method":"GET","path":"/api/account/profile","reply":"json"}, {}, options),
      /** Have a link to a new password sent; answers the same whether or not there is such an account. `POST /api/account/recovery` */
      recovery: (input: { body: AccountRecoveryBody }, options?: CallOptions) =>
        send<AccountRecoveryReply>({"method":"POST","path":"/api/account/recovery","reply":"json"}, input ?? {}, options),
      /** Create an account; signs in when accounts are active at once. `POST /api/account/register` */
      register: (input: { body: AccountRegisterBody }, options?: CallOptions) =>
        send<AccountRegisterReply>({"method":"POST","path":"/api/account/register","reply":"json"}, input ?? {}, options),
      /** Set a new password with the link from a mail; ends all sessions. `POST /api/account/passwordreset` */
      resetPassword: (input: { body: AccountResetPasswordBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/account/passwordreset","reply":"nothing"}, input ?? {}, options),
      /** Where the own account is signed in, latest use first. `GET /api/account/sessions` */
      sessions: (options?: CallOptions) =>
        send<AccountSessionsReply>({"method":"GET","path":"/api/account/sessions","reply":"json"}, {}, options),
      /** Change the own profile; absent members stay. `PUT /api/account/update` */
      update: (input: { body: AccountUpdateBody }, options?: CallOptions) =>
        send<void>({"method":"PUT","path":"/api/account/update","reply":"nothing"}, input ?? {}, options),
      /** Confirm the address of a new account with the link from a mail, and sign in. `POST /api/account/verify` */
      verify: (input: { body: AccountVerifyBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/account/verify","reply":"nothing"}, input ?? {}, options),
    },
    accountAdmin: {
      /** Delete an account that leads no team; what it did stays without its name. `DELETE /api/admin/users/:userId` */
      delete: (input: { params: AccountAdminDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/admin/users/:userId","reply":"nothing"}, input ?? {}, options),
      /** Sign an account out everywhere, except for the session of the caller. `DELETE /api/admin/users/:userId/sessions` */
      endSessions: (input: { params: AccountAdminEndSessionsParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/admin/users/:userId/sessions","reply":"nothing"}, input ?? {}, options),
      /** The profile of an account. `GET /api/admin/users/:userId` */
      get: (input: { params: AccountAdminGetParams }, options?: CallOptions) =>
        send<AccountAdminGetReply>({"method":"GET","path":"/api/admin/users/:userId","reply":"json"}, input ?? {}, options),
      /** Create accounts, or overwrite those of the same name or address, and found their teams; all or none. `POST /api/admin/users` */
      import: (input: { query?: AccountAdminImportQuery; body: AccountAdminImportBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/admin/users","reply":"nothing"}, input ?? {}, options),
      /** All accounts by time of registration, unless another order or a filter is named. `GET /api/admin/users` */
      list: (input?: { query?: AccountAdminListQuery }, options?: CallOptions) =>
        send<AccountAdminListReply>({"method":"GET","path":"/api/admin/users","reply":"json"}, input ?? {}, options),
      /** Make a link that sets a new password once, as a recovery mail has it; no mail is sent, earlier links end. `POST /api/admin/users/:userId/resetlink` */
      makeResetLink: (input: { params: AccountAdminMakeResetLinkParams }, options?: CallOptions) =>
        send<AccountAdminMakeResetLinkReply>({"method":"POST","path":"/api/admin/users/:userId/resetlink","reply":"json"}, input ?? {}, options),
      /** Give an account a random password, which is shown this once; ends its sessions. `DELETE /api/admin/users/:userId/password` */
      resetPassword: (input: { params: AccountAdminResetPasswordParams }, options?: CallOptions) =>
        send<AccountAdminResetPasswordReply>({"method":"DELETE","path":"/api/admin/users/:userId/password","reply":"json"}, input ?? {}, options),
      /** At most 30 accounts whose name, e-mail, number, phone or id has the hint in it. `POST /api/admin/users/search` */
      search: (input: { query: AccountAdminSearchQuery }, options?: CallOptions) =>
        send<AccountAdminSearchReply>({"method":"POST","path":"/api/admin/users/search","reply":"json"}, input ?? {}, options),
      /** Change an account, its role included; absent members stay. A token changes neither address nor rights. `PUT /api/admin/users/:userId` */
      update: (input: { params: AccountAdminUpdateParams; body: AccountAdminUpdateBody }, options?: CallOptions) =>
        send<void>({"method":"PUT","path":"/api/admin/users/:userId","reply":"nothing"}, input ?? {}, options),
    },
    activity: {
      /** What happened in a game, newest first. `GET /api/game/:id/events` */
      list: (input: { params: ActivityListParams; query?: ActivityListQuery }, options?: CallOptions) =>
        send<ActivityListReply>({"method":"GET","path":"/api/game/:id/events","reply":"json"}, input ?? {}, options),
    },
    asset: {
      /** Delete a stored file that nothing uses. `DELETE /api/assets/:hash` */
      delete: (input: { params: AssetDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/assets/:hash","reply":"nothing"}, input ?? {}, options),
      /** A stored file; the name decides type and download name. `GET /assets/:hash/:name` */
      download: (input: { params: AssetDownloadParams }, options?: CallOptions) =>
        send<Response>({"method":"GET","path":"/assets/:hash/:name","reply":"bytes"}, input ?? {}, options),
      /** All stored files by name. `GET /api/admin/files` */
      list: (input?: { query?: AssetListQuery }, options?: CallOptions) =>
        send<AssetListReply>({"method":"GET","path":"/api/admin/files","reply":"json"}, input ?? {}, options),
      /** Store files by content. `POST /api/assets` */
      upload: (input: { query?: AssetUploadQuery; files: readonly UploadFile[] }, options?: CallOptions) =>
        send<AssetUploadReply>({"method":"POST","path":"/api/assets","reply":"json","field":"files"}, input ?? {}, options),
    },
    audit: {
      /** Who changed what on the platform, newest first. `GET /api/admin/audit` */
      all: (input?: { query?: AuditAllQuery }, options?: CallOptions) =>
        send<AuditAllReply>({"method":"GET","path":"/api/admin/audit","reply":"json"}, input ?? {}, options),
      /** Who changed what in a game, newest first. `GET /api/edit/games/:id/audit` */
      game: (input: { params: AuditGameParams; query?: AuditGameQuery }, options?: CallOptions) =>
        send<AuditGameReply>({"method":"GET","path":"/api/edit/games/:id/audit","reply":"json"}, input ?? {}, options),
    },
    captcha: {
      /** Which captcha forms ask for. `GET /api/captcha` */
      info: (options?: CallOptions) =>
        send<CaptchaInfoReply>({"method":"GET","path":"/api/captcha","reply":"json"}, {}, options),
      /** A new challenge; lives for five minutes and is good for one form. `GET /api/captcha/powchallenge` */
      powChallenge: (options?: CallOptions) =>
        send<CaptchaPowChallengeReply>({"method":"GET","path":"/api/captcha/powchallenge","reply":"json"}, {}, options),
    },
    capture: {
      /** The challenges of a game whose traffic is recorded. `GET /api/game/games/:id/captures` */
      challenges: (input: { params: CaptureChallengesParams }, options?: CallOptions) =>
        send<CaptureChallengesReply>({"method":"GET","path":"/api/game/games/:id/captures","reply":"json"}, input ?? {}, options),
      /** Delete a capture. `DELETE /api/game/captures/:challengeId/:partId/:filename` */
      delete: (input: { params: CaptureDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/game/captures/:challengeId/:partId/:filename","reply":"nothing"}, input ?? {}, options),
      /** Delete all captures of a team. `DELETE /api/game/captures/:challengeId/:partId/all` */
      deleteAll: (input: { params: CaptureDeleteAllParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/game/captures/:challengeId/:partId/all","reply":"nothing"}, input ?? {}, options),
      /** A capture as it is stored; an open one is ended first. `GET /api/game/captures/:challengeId/:partId/:filename` */
      download: (input: { params: CaptureDownloadParams }, options?: CallOptions) =>
        send<Response>({"method":"GET","path":"/api/game/captures/:challengeId/:partId/:filename","reply":"bytes"}, input ?? {}, options),
      /** All captures of a team as .tar.gz. `GET /api/game/captures/:challengeId/:partId/all` */
      downloadAll: (input: { params: CaptureDownloadAllParams }, options?: CallOptions) =>
        send<Response>({"method":"GET","path":"/api/game/captures/:challengeId/:partId/all","reply":"bytes"}, input ?? {}, options),
      /** The captures of a team. `GET /api/game/captures/:challengeId/:partId` */
      files: (input: { params: CaptureFilesParams }, options?: CallOptions) =>
        send<CaptureFilesReply>({"method":"GET","path":"/api/game/captures/:challengeId/:partId","reply":"json"}, input ?? {}, options),
      /** The teams of which traffic of a challenge is stored. `GET /api/game/captures/:challengeId` */
      teams: (input: { params: CaptureTeamsParams }, options?: CallOptions) =>
        send<CaptureTeamsReply>({"method":"GET","path":"/api/game/captures/:challengeId","reply":"json"}, input ?? {}, options),
    },
    captureSearch: {
      /** Search the stored captures of a game; 3 searches at a time. `POST /api/game/games/:id/captures/searches` */
      create: (input: { params: CaptureSearchCreateParams; body: CaptureSearchCreateBody }, options?: CallOptions) =>
        send<CaptureSearchCreateReply>({"method":"POST","path":"/api/game/games/:id/captures/searches","reply":"json"}, input ?? {}, options),
      /** Flags of another team in a team's traffic, newest first; complete captures are searched by themselves. `GET /api/game/games/:id/captures/findings` */
      findings: (input: { params: CaptureSearchFindingsParams }, options?: CallOptions) =>
        send<CaptureSearchFindingsReply>({"method":"GET","path":"/api/game/games/:id/captures/findings","reply":"json"}, input ?? {}, options),
      /** A search with its progress and matches. `GET /api/game/games/:id/captures/searches/:searchId` */
      get: (input: { params: CaptureSearchGetParams }, options?: CallOptions) =>
        send<CaptureSearchGetReply>({"method":"GET","path":"/api/game/games/:id/captures/searches/:searchId","reply":"json"}, input ?? {}, options),
      /** Searches through the captures of a game, newest first; they are kept for a week. `GET /api/game/games/:id/captures/searches` */
      list: (input: { params: CaptureSearchListParams }, options?: CallOptions) =>
        send<CaptureSearchListReply>({"method":"GET","path":"/api/game/games/:id/captures/searches","reply":"json"}, input ?? {}, options),
      /** End a search and delete its matches. `DELETE /api/game/games/:id/captures/searches/:searchId` */
      remove: (input: { params: CaptureSearchRemoveParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/game/games/:id/captures/searches/:searchId","reply":"nothing"}, input ?? {}, options),
    },
    challenge: {
      /** The team's challenges, rank and token. `GET /api/game/:id/details` */
      details: (input: { params: ChallengeDetailsParams }, options?: CallOptions) =>
        send<ChallengeDetailsReply>({"method":"GET","path":"/api/game/:id/details","reply":"json"}, input ?? {}, options),
      /** A challenge; hands out its attachment or flag at the first look. `GET /api/game/:id/challenges/:challengeId` */
      get: (input: { params: ChallengeGetParams }, options?: CallOptions) =>
        send<ChallengeGetReply>({"method":"GET","path":"/api/game/:id/challenges/:challengeId","reply":"json"}, input ?? {}, options),
    },
    challengeEdit: {
      /** Add a challenge, disabled. `POST /api/edit/games/:id/challenges` */
      create: (input: { params: ChallengeEditCreateParams; body: ChallengeEditCreateBody }, options?: CallOptions) =>
        send<ChallengeEditCreateReply>({"method":"POST","path":"/api/edit/games/:id/challenges","reply":"json"}, input ?? {}, options),
      /** Delete a challenge; ends its containers. `DELETE /api/edit/games/:id/challenges/:challengeId` */
      delete: (input: { params: ChallengeEditDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/edit/games/:id/challenges/:challengeId","reply":"nothing"}, input ?? {}, options),
      /** A challenge as organisers see it, flags included. `GET /api/edit/games/:id/challenges/:challengeId` */
      get: (input: { params: ChallengeEditGetParams }, options?: CallOptions) =>
        send<ChallengeEditGetReply>({"method":"GET","path":"/api/edit/games/:id/challenges/:challengeId","reply":"json"}, input ?? {}, options),
      /** What is odd about the challenges of a game: answers and failed starts. `GET /api/edit/games/:id/challenges/health` */
      health: (input: { params: ChallengeEditHealthParams }, options?: CallOptions) =>
        send<ChallengeEditHealthReply>({"method":"GET","path":"/api/edit/games/:id/challenges/health","reply":"json"}, input ?? {}, options),
      /** All challenges of a game. `GET /api/edit/games/:id/challenges` */
      list: (input: { params: ChallengeEditListParams }, options?: CallOptions) =>
        send<ChallengeEditListReply>({"method":"GET","path":"/api/edit/games/:id/challenges","reply":"json"}, input ?? {}, options),
      /** Set the order of the challenges of a category. `PUT /api/edit/games/:id/challenges/order` */
      order: (input: { params: ChallengeEditOrderParams; body: ChallengeEditOrderBody }, options?: CallOptions) =>
        send<void>({"method":"PUT","path":"/api/edit/games/:id/challenges/order","reply":"nothing"}, input ?? {}, options),
      /** At most 30 challenges of games that one organises whose name has the hint in it; ended games come last. `GET /api/edit/challenges` */
      search: (input: { query: ChallengeEditSearchQuery }, options?: CallOptions) =>
        send<ChallengeEditSearchReply>({"method":"GET","path":"/api/edit/challenges","reply":"json"}, input ?? {}, options),
      /** Set or clear a challenge's attachment. `POST /api/edit/games/:id/challenges/:challengeId/attachment` */
      setAttachment: (input: { params: ChallengeEditSetAttachmentParams; body: ChallengeEditSetAttachmentBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/edit/games/:id/challenges/:challengeId/attachment","reply":"nothing"}, input ?? {}, options),
      /** Change, enable or disable a challenge. `PUT /api/edit/games/:id/challenges/:challengeId` */
      update: (input: { params: ChallengeEditUpdateParams; body: ChallengeEditUpdateBody }, options?: CallOptions) =>
        send<ChallengeEditUpdateReply>({"method":"PUT","path":"/api/edit/games/:id/challenges/:challengeId","reply":"json"}, input ?? {}, options),
    },
    config: {
      /** What every client may know of the deployment. `GET /api/config` */
      client: (options?: CallOptions) =>
        send<ConfigClientReply>({"method":"GET","path":"/api/config","reply":"json"}, {}, options),
      /** The small picture of the platform. `GET /favicon.webp` */
      favicon: (options?: CallOptions) =>
        send<Response>({"method":"GET","path":"/favicon.webp","reply":"bytes"}, {}, options),
    },
    configAdmin: {
      /** Go back to the icon made of the logo, or to the one of the product. `DELETE /api/admin/config/favicon` */
      deleteFavicon: (options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/admin/config/favicon","reply":"nothing"}, {}, options),
      /** Go back to the product's own logo. `DELETE /api/admin/config/logo` */
      deleteLogo: (options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/admin/config/logo","reply":"nothing"}, {}, options),
      /** All settings. `GET /api/admin/config` */
      get: (options?: CallOptions) =>
        send<ConfigAdminGetReply>({"method":"GET","path":"/api/admin/config","reply":"json"}, {}, options),
      /** Subject and text of every mail in every language. `GET /api/admin/config/mailtexts` */
      mailTexts: (options?: CallOptions) =>
        send<ConfigAdminMailTextsReply>({"method":"GET","path":"/api/admin/config/mailtexts","reply":"json"}, {}, options),
      /** Set an icon of its own, which later logos leave as it is. `POST /api/admin/config/favicon` */
      setFavicon: (input: { files: readonly [UploadFile] }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/admin/config/favicon","reply":"nothing","field":"file"}, input ?? {}, options),
      /** Replace the logo, and the icon made of it unless an own icon was set. `POST /api/admin/config/logo` */
      setLogo: (input: { files: readonly [UploadFile] }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/admin/config/logo","reply":"nothing","field":"file"}, input ?? {}, options),
      /** Put own words in place of the subject or the text of a mail; null goes back to the standard. `PUT /api/admin/config/mailtexts` */
      setMailText: (input: { body: ConfigAdminSetMailTextBody }, options?: CallOptions) =>
        send<void>({"method":"PUT","path":"/api/admin/config/mailtexts","reply":"nothing"}, input ?? {}, options),
      /** Whether an answer of the configured captcha is right; it is used up. `POST /api/admin/config/testcaptcha` */
      testCaptcha: (input: { body: ConfigAdminTestCaptchaBody }, options?: CallOptions) =>
        send<ConfigAdminTestCaptchaReply>({"method":"POST","path":"/api/admin/config/testcaptcha","reply":"json"}, input ?? {}, options),
      /** Have a worker send a mail at once, and say how the mail server answered. `POST /api/admin/config/testmail` */
      testMail: (input: { body: ConfigAdminTestMailBody }, options?: CallOptions) =>
        send<ConfigAdminTestMailReply>({"method":"POST","path":"/api/admin/config/testmail","reply":"json"}, input ?? {}, options),
      /** Change settings; absent sections and members stay. `PUT /api/admin/config` */
      update: (input: { body: ConfigAdminUpdateBody }, options?: CallOptions) =>
        send<void>({"method":"PUT","path":"/api/admin/config","reply":"nothing"}, input ?? {}, options),
    },
    container: {
      /** Start the team's instance; answers when it answers. `POST /api/game/:id/container/:challengeId` */
      create: (input: { params: ContainerCreateParams }, options?: CallOptions) =>
        send<ContainerCreateReply>({"method":"POST","path":"/api/game/:id/container/:challengeId","reply":"json"}, input ?? {}, options),
      /** Stop the team's instance. `DELETE /api/game/:id/container/:challengeId` */
      destroy: (input: { params: ContainerDestroyParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/game/:id/container/:challengeId","reply":"nothing"}, input ?? {}, options),
      /** Give the team's instance more time. `POST /api/game/:id/container/:challengeId/extend` */
      extend: (input: { params: ContainerExtendParams }, options?: CallOptions) =>
        send<ContainerExtendReply>({"method":"POST","path":"/api/game/:id/container/:challengeId/extend","reply":"json"}, input ?? {}, options),
      /** The team's instances that wait or run. `GET /api/game/:id/container` */
      list: (input: { params: ContainerListParams }, options?: CallOptions) =>
        send<ContainerListReply>({"method":"GET","path":"/api/game/:id/container","reply":"json"}, input ?? {}, options),
    },
    containerAdmin: {
      /** End a container, also a test container; answers when it is gone. `DELETE /api/admin/instances/:id` */
      destroy: (input: { params: ContainerAdminDestroyParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/admin/instances/:id","reply":"nothing"}, input ?? {}, options),
      /** Containers of teams, oldest first: all for administrators, those of their games for organisers. `GET /api/admin/instances` */
      list: (options?: CallOptions) =>
        send<ContainerAdminListReply>({"method":"GET","path":"/api/admin/instances","reply":"json"}, {}, options),
      /** The last lines that a container wrote, at most 4 KiB; they may hold its flag. `GET /api/admin/instances/:id/log` */
      log: (input: { params: ContainerAdminLogParams }, options?: CallOptions) =>
        send<ContainerAdminLogReply>({"method":"GET","path":"/api/admin/instances/:id/log","reply":"json"}, input ?? {}, options),
    },
    containerImage: {
      /** How far each engine is with the challenge's images. `GET /api/edit/games/:id/challenges/:challengeId/images` */
      list: (input: { params: ContainerImageListParams }, options?: CallOptions) =>
        send<ContainerImageListReply>({"method":"GET","path":"/api/edit/games/:id/challenges/:challengeId/images","reply":"json"}, input ?? {}, options),
      /** Pull the images again on every engine, also where they are present. `POST /api/edit/games/:id/challenges/:challengeId/images` */
      pull: (input: { params: ContainerImagePullParams }, options?: CallOptions) =>
        send<ContainerImagePullReply>({"method":"POST","path":"/api/edit/games/:id/challenges/:challengeId/images","reply":"json"}, input ?? {}, options),
    },
    division: {
      /** Add a division. `POST /api/edit/games/:id/divisions` */
      create: (input: { params: DivisionCreateParams; body: DivisionCreateBody }, options?: CallOptions) =>
        send<DivisionCreateReply>({"method":"POST","path":"/api/edit/games/:id/divisions","reply":"json"}, input ?? {}, options),
      /** Delete a division; its teams stay, without division. `DELETE /api/edit/games/:id/divisions/:divisionId` */
      delete: (input: { params: DivisionDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/edit/games/:id/divisions/:divisionId","reply":"nothing"}, input ?? {}, options),
      /** Divisions of a game. `GET /api/edit/games/:id/divisions` */
      list: (input: { params: DivisionListParams }, options?: CallOptions) =>
        send<DivisionListReply>({"method":"GET","path":"/api/edit/games/:id/divisions","reply":"json"}, input ?? {}, options),
      /** Change a division. `PUT /api/edit/games/:id/divisions/:divisionId` */
      update: (input: { params: DivisionUpdateParams; body: DivisionUpdateBody }, options?: CallOptions) =>
        send<DivisionUpdateReply>({"method":"PUT","path":"/api/edit/games/:id/divisions/:divisionId","reply":"json"}, input ?? {}, options),
    },
    doctor: {
      /** How a request of the platform to its own address arrives. `GET /api/health/echo` */
      echo: (input: { query: DoctorEchoQuery }, options?: CallOptions) =>
        send<DoctorEchoReply>({"method":"GET","path":"/api/health/echo","reply":"json"}, input ?? {}, options),
      /** Checks of every part of the platform, with what to do; at most ten seconds old. `GET /api/admin/health` */
      get: (options?: CallOptions) =>
        send<DoctorGetReply>({"method":"GET","path":"/api/admin/health","reply":"json"}, {}, options),
    },
    engine: {
      /** Container engines that workers have registered, with what they hold. `GET /api/admin/engines` */
      list: (options?: CallOptions) =>
        send<EngineListReply>({"method":"GET","path":"/api/admin/engines","reply":"json"}, {}, options),
      /** Give instances to a container engine, drain it, or remove it. `PUT /api/admin/engines/:name` */
      update: (input: { params: EngineUpdateParams; body: EngineUpdateBody }, options?: CallOptions) =>
        send<EngineUpdateReply>({"method":"PUT","path":"/api/admin/engines/:name","reply":"json"}, input ?? {}, options),
    },
    flag: {
      /** Add flags. `POST /api/edit/games/:id/challenges/:challengeId/flags` */
      add: (input: { params: FlagAddParams; body: FlagAddBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/edit/games/:id/challenges/:challengeId/flags","reply":"nothing"}, input ?? {}, options),
      /** Give flags their stored files; an unknown flag is added. `PUT /api/edit/games/:id/challenges/:challengeId/flags/files` */
      bindFiles: (input: { params: FlagBindFilesParams; body: FlagBindFilesBody }, options?: CallOptions) =>
        send<FlagBindFilesReply>({"method":"PUT","path":"/api/edit/games/:id/challenges/:challengeId/flags/files","reply":"json"}, input ?? {}, options),
      /** Delete a flag; without any left the challenge is disabled. `DELETE /api/edit/games/:id/challenges/:challengeId/flags/:flagId` */
      delete: (input: { params: FlagDeleteParams }, options?: CallOptions) =>
        send<FlagDeleteReply>({"method":"DELETE","path":"/api/edit/games/:id/challenges/:challengeId/flags/:flagId","reply":"json"}, input ?? {}, options),
    },
    game: {
      /** A game's page and the caller's place in it. `GET /api/game/:id` */
      get: (input: { params: GameGetParams }, options?: CallOptions) =>
        send<GameGetReply>({"method":"GET","path":"/api/game/:id","reply":"json"}, input ?? {}, options),
      /** Public games, newest start first. `GET /api/game` */
      list: (input?: { query?: GameListQuery }, options?: CallOptions) =>
        send<GameListReply>({"method":"GET","path":"/api/game","reply":"json"}, input ?? {}, options),
      /** Games one takes part in or is on the staff of, newest start first, 100 at most. `GET /api/game/mine` */
      mine: (options?: CallOptions) =>
        send<GameMineReply>({"method":"GET","path":"/api/game/mine","reply":"json"}, {}, options),
      /** Games nearest to now. `GET /api/game/recent` */
      recent: (input?: { query?: GameRecentQuery }, options?: CallOptions) =>
        send<GameRecentReply>({"method":"GET","path":"/api/game/recent","reply":"json"}, input ?? {}, options),
    },
    gameArchive: {
      /** Download an ended game as web pages that need no server: what the public board and the notices show. `POST /api/edit/games/:id/archive` */
      download: (input: { params: GameArchiveDownloadParams; body: GameArchiveDownloadBody }, options?: CallOptions) =>
        send<Response>({"method":"POST","path":"/api/edit/games/:id/archive","reply":"bytes"}, input ?? {}, options),
    },
    gameCheck: {
      /** The last check of a game, kept for a day; null for none. `GET /api/edit/games/:id/check` */
      get: (input: { params: GameCheckGetParams }, options?: CallOptions) =>
        send<GameCheckGetReply>({"method":"GET","path":"/api/edit/games/:id/check","reply":"json"}, input ?? {}, options),
      /** Check a game: the launch checklist, its files, and a dry run in a hidden copy with an account, a team, submissions, instances and a notice, all removed afterwards. `POST /api/edit/games/:id/check` */
      start: (input: { params: GameCheckStartParams }, options?: CallOptions) =>
        send<GameCheckStartReply>({"method":"POST","path":"/api/edit/games/:id/check","reply":"json"}, input ?? {}, options),
    },
    gameEdit: {
      /** Make a game. `POST /api/edit/games` */
      create: (input: { body: GameEditCreateBody }, options?: CallOptions) =>
        send<GameEditCreateReply>({"method":"POST","path":"/api/edit/games","reply":"json"}, input ?? {}, options),
      /** Delete a game with all that belongs to it; ends its containers. `DELETE /api/edit/games/:id` */
      delete: (input: { params: GameEditDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/edit/games/:id","reply":"nothing"}, input ?? {}, options),
      /** Recompute the scoreboard from the stored facts. `POST /api/edit/games/:id/scoreboard/flush` */
      flushScoreboard: (input: { params: GameEditFlushScoreboardParams }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/edit/games/:id/scoreboard/flush","reply":"nothing"}, input ?? {}, options),
      /** A game as organisers see it. `GET /api/edit/games/:id` */
      get: (input: { params: GameEditGetParams }, options?: CallOptions) =>
        send<GameEditGetReply>({"method":"GET","path":"/api/edit/games/:id","reply":"json"}, input ?? {}, options),
      /** The salt team hashes are computed with. `GET /api/edit/games/:id/hashsalt` */
      hashSalt: (input: { params: GameEditHashSaltParams }, options?: CallOptions) =>
        send<GameEditHashSaltReply>({"method":"GET","path":"/api/edit/games/:id/hashsalt","reply":"json"}, input ?? {}, options),
      /** Games one may edit, newest first. `GET /api/edit/games` */
      list: (input?: { query?: GameEditListQuery }, options?: CallOptions) =>
        send<GameEditListReply>({"method":"GET","path":"/api/edit/games","reply":"json"}, input ?? {}, options),
      /** Replace a game's poster. `PUT /api/edit/games/:id/poster` */
      poster: (input: { params: GameEditPosterParams; files: readonly [UploadFile] }, options?: CallOptions) =>
        send<GameEditPosterReply>({"method":"PUT","path":"/api/edit/games/:id/poster","reply":"json","field":"file"}, input ?? {}, options),
      /** Remove an account from the staff of a game. `DELETE /api/edit/games/:id/staff/:userId` */
      removeStaff: (input: { params: GameEditRemoveStaffParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/edit/games/:id/staff/:userId","reply":"nothing"}, input ?? {}, options),
      /** Make an account organiser or observer of a game. `PUT /api/edit/games/:id/staff/:userId` */
      setStaff: (input: { params: GameEditSetStaffParams; body: GameEditSetStaffBody }, options?: CallOptions) =>
        send<GameEditSetStaffReply>({"method":"PUT","path":"/api/edit/games/:id/staff/:userId","reply":"json"}, input ?? {}, options),
      /** Organisers and observers of a game. `GET /api/edit/games/:id/staff` */
      staff: (input: { params: GameEditStaffParams }, options?: CallOptions) =>
        send<GameEditStaffReply>({"method":"GET","path":"/api/edit/games/:id/staff","reply":"json"}, input ?? {}, options),
      /** Reveal a frozen board at once; changes nothing while the board is not frozen. `POST /api/edit/games/:id/unfreeze` */
      unfreeze: (input: { params: GameEditUnfreezeParams }, options?: CallOptions) =>
        send<GameEditUnfreezeReply>({"method":"POST","path":"/api/edit/games/:id/unfreeze","reply":"json"}, input ?? {}, options),
      /** Change a game; absent members stay. `PUT /api/edit/games/:id` */
      update: (input: { params: GameEditUpdateParams; body: GameEditUpdateBody }, options?: CallOptions) =>
        send<GameEditUpdateReply>({"method":"PUT","path":"/api/edit/games/:id","reply":"json"}, input ?? {}, options),
      /** Older name of scoreboard/flush. `POST /api/edit/games/:id/challenges/updateaccepted`
       * @deprecated Kept for older clients. */
      updateAccepted: (input: { params: GameEditUpdateAcceptedParams }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/edit/games/:id/challenges/updateaccepted","reply":"nothing"}, input ?? {}, options),
    },
    gamePage: {
      /** What the first page of a game asks for: one's profile, the game, its details and one's instances. `GET /api/game/:id/page` */
      get: (input: { params: GamePageGetParams }, options?: CallOptions) =>
        send<GamePageGetReply>({"method":"GET","path":"/api/game/:id/page","reply":"json"}, input ?? {}, options),
    },
    health: {
      /** What needs attention in a game that has started; before, its failed solver checks only. `GET /api/edit/games/:id/health` */
      get: (input: { params: HealthGetParams }, options?: CallOptions) =>
        send<HealthGetReply>({"method":"GET","path":"/api/edit/games/:id/health","reply":"json"}, input ?? {}, options),
    },
    log: {
      /** What happened on the platform, the newest first. `GET /api/admin/logs` */
      list: (input?: { query?: LogListQuery }, options?: CallOptions) =>
        send<LogListReply>({"method":"GET","path":"/api/admin/logs","reply":"json"}, input ?? {}, options),
    },
    monitor: {
      /** Figures of a game for a control room; at most a second old. `GET /api/game/:id/monitor/figures` */
      figures: (input: { params: MonitorFiguresParams }, options?: CallOptions) =>
        send<MonitorFiguresReply>({"method":"GET","path":"/api/game/:id/monitor/figures","reply":"json"}, input ?? {}, options),
    },
    notice: {
      /** Notices of a game: written ones first, then newest first. `GET /api/game/:id/notices` */
      list: (input: { params: NoticeListParams; query?: NoticeListQuery }, options?: CallOptions) =>
        send<NoticeListReply>({"method":"GET","path":"/api/game/:id/notices","reply":"json"}, input ?? {}, options),
    },
    noticeEdit: {
      /** Publish a notice, at once or at a planned time. `POST /api/edit/games/:id/notices` */
      create: (input: { params: NoticeEditCreateParams; body: NoticeEditCreateBody }, options?: CallOptions) =>
        send<NoticeEditCreateReply>({"method":"POST","path":"/api/edit/games/:id/notices","reply":"json"}, input ?? {}, options),
      /** Delete a notice. `DELETE /api/edit/games/:id/notices/:noticeId` */
      delete: (input: { params: NoticeEditDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/edit/games/:id/notices/:noticeId","reply":"nothing"}, input ?? {}, options),
      /** Notices written by organisers, also those that are not published yet. `GET /api/edit/games/:id/notices` */
      list: (input: { params: NoticeEditListParams }, options?: CallOptions) =>
        send<NoticeEditListReply>({"method":"GET","path":"/api/edit/games/:id/notices","reply":"json"}, input ?? {}, options),
      /** Change a notice; a new text makes its time now, absent members stay. `PUT /api/edit/games/:id/notices/:noticeId` */
      update: (input: { params: NoticeEditUpdateParams; body: NoticeEditUpdateBody }, options?: CallOptions) =>
        send<NoticeEditUpdateReply>({"method":"PUT","path":"/api/edit/games/:id/notices/:noticeId","reply":"json"}, input ?? {}, options),
    },
    overview: {
      /** What runs, what is wrong and how much there is; at most a second old. `GET /api/admin/overview` */
      get: (options?: CallOptions) =>
        send<OverviewGetReply>({"method":"GET","path":"/api/admin/overview","reply":"json"}, {}, options),
    },
    package: {
      /** Make a game like another: hidden, its challenges disabled, without teams; deadlines keep their distance to the start. `POST /api/edit/games/:id/copy` */
      copy: (input: { params: PackageCopyParams; body: PackageCopyBody }, options?: CallOptions) =>
        send<PackageCopyReply>({"method":"POST","path":"/api/edit/games/:id/copy","reply":"json"}, input ?? {}, options),
      /** Download a game as a package, flags included. `POST /api/edit/games/:id/export` */
      export: (input: { params: PackageExportParams }, options?: CallOptions) =>
        send<Response>({"method":"POST","path":"/api/edit/games/:id/export","reply":"bytes"}, input ?? {}, options),
      /** Make a game from a package: hidden, its challenges disabled. `POST /api/edit/games/import` */
      import: (input: { files: readonly [UploadFile] }, options?: CallOptions) =>
        send<PackageImportReply>({"method":"POST","path":"/api/edit/games/import","reply":"json","field":"file"}, input ?? {}, options),
    },
    participation: {
      /** Which divisions the caller could join with which team. `GET /api/game/:id/check` */
      check: (input: { params: ParticipationCheckParams }, options?: CallOptions) =>
        send<ParticipationCheckReply>({"method":"GET","path":"/api/game/:id/check","reply":"json"}, input ?? {}, options),
      /** Join a game with a team. `POST /api/game/:id` */
      join: (input: { params: ParticipationJoinParams; body: ParticipationJoinBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/game/:id","reply":"nothing"}, input ?? {}, options),
      /** Leave a game before being accepted. `DELETE /api/game/:id` */
      leave: (input: { params: ParticipationLeaveParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/game/:id","reply":"nothing"}, input ?? {}, options),
      /** All teams of a game, for review. `GET /api/game/:id/participations` */
      list: (input: { params: ParticipationListParams }, options?: CallOptions) =>
        send<ParticipationListReply>({"method":"GET","path":"/api/game/:id/participations","reply":"json"}, input ?? {}, options),
      /** Accept, reject or suspend a team, or move it to a division; absent members stay. `PUT /api/admin/participation/:id` */
      update: (input: { params: ParticipationUpdateParams; body: ParticipationUpdateBody }, options?: CallOptions) =>
        send<void>({"method":"PUT","path":"/api/admin/participation/:id","reply":"nothing"}, input ?? {}, options),
    },
    post: {
      /** A post. `GET /api/posts/:id` */
      get: (input: { params: PostGetParams }, options?: CallOptions) =>
        send<PostGetReply>({"method":"GET","path":"/api/posts/:id","reply":"json"}, input ?? {}, options),
      /** The first 20 posts: pinned ones first, then those changed last. `GET /api/posts/latest` */
      latest: (options?: CallOptions) =>
        send<PostLatestReply>({"method":"GET","path":"/api/posts/latest","reply":"json"}, {}, options),
      /** All posts: pinned ones first, then those changed last. `GET /api/posts` */
      list: (options?: CallOptions) =>
        send<PostListReply>({"method":"GET","path":"/api/posts","reply":"json"}, {}, options),
    },
    postEdit: {
      /** Publish a post; replies with the post's id. `POST /api/edit/posts` */
      create: (input: { body: PostEditCreateBody }, options?: CallOptions) =>
        send<PostEditCreateReply>({"method":"POST","path":"/api/edit/posts","reply":"json"}, input ?? {}, options),
      /** Delete a post. `DELETE /api/edit/posts/:id` */
      delete: (input: { params: PostEditDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/edit/posts/:id","reply":"nothing"}, input ?? {}, options),
      /** Change a post; pinning alone leaves its time and author. `PUT /api/edit/posts/:id` */
      update: (input: { params: PostEditUpdateParams; body: PostEditUpdateBody }, options?: CallOptions) =>
        send<PostEditUpdateReply>({"method":"PUT","path":"/api/edit/posts/:id","reply":"json"}, input ?? {}, options),
    },
    scoreboard: {
      /** The ranking in the format that CTFtime reads, without teams that have no rank; frozen as the public board is. `GET /api/game/:id/ctftime` */
      ctftime: (input: { params: ScoreboardCtftimeParams }, options?: CallOptions) =>
        send<ScoreboardCtftimeReply>({"method":"GET","path":"/api/game/:id/ctftime","reply":"json"}, input ?? {}, options),
      /** The ranking, all challenges and all solves; as of any time and by pages where asked. `GET /api/game/:id/scoreboard` */
      get: (input: { params: ScoreboardGetParams; query?: ScoreboardGetQuery }, options?: CallOptions) =>
        send<ScoreboardGetReply>({"method":"GET","path":"/api/game/:id/scoreboard","reply":"json"}, input ?? {}, options),
      /** The ranking of now, frozen or not, as a spreadsheet (.xlsx), with how to reach the members of each team. `GET /api/game/:id/scoreboardsheet` */
      sheet: (input: { params: ScoreboardSheetParams }, options?: CallOptions) =>
        send<Response>({"method":"GET","path":"/api/game/:id/scoreboardsheet","reply":"bytes"}, input ?? {}, options),
      /** How the scores of any teams grew, in the order they were asked for; unknown teams are left out. `GET /api/game/:id/scoreboard/timeline` */
      timeline: (input: { params: ScoreboardTimelineParams; query: ScoreboardTimelineQuery }, options?: CallOptions) =>
        send<ScoreboardTimelineReply>({"method":"GET","path":"/api/game/:id/scoreboard/timeline","reply":"json"}, input ?? {}, options),
    },
    solver: {
      /** Run the solver against a fresh instance now; while a check runs it goes on. `POST /api/edit/games/:id/challenges/:challengeId/solver/checks` */
      check: (input: { params: SolverCheckParams }, options?: CallOptions) =>
        send<SolverCheckReply>({"method":"POST","path":"/api/edit/games/:id/challenges/:challengeId/solver/checks","reply":"json"}, input ?? {}, options),
      /** A challenge's solver and its last checks. `GET /api/edit/games/:id/challenges/:challengeId/solver` */
      get: (input: { params: SolverGetParams }, options?: CallOptions) =>
        send<SolverGetReply>({"method":"GET","path":"/api/edit/games/:id/challenges/:challengeId/solver","reply":"json"}, input ?? {}, options),
      /** The last 16 KiB that the solver wrote; they may hold the flag of its instance. `GET /api/edit/games/:id/challenges/:challengeId/solver/checks/:checkId` */
      output: (input: { params: SolverOutputParams }, options?: CallOptions) =>
        send<SolverOutputReply>({"method":"GET","path":"/api/edit/games/:id/challenges/:challengeId/solver/checks/:checkId","reply":"json"}, input ?? {}, options),
      /** Set or remove the solver of a challenge. `PUT /api/edit/games/:id/challenges/:challengeId/solver` */
      set: (input: { params: SolverSetParams; body: SolverSetBody }, options?: CallOptions) =>
        send<SolverSetReply>({"method":"PUT","path":"/api/edit/games/:id/challenges/:challengeId/solver","reply":"json"}, input ?? {}, options),
    },
    submission: {
      /** The own team's latest answers to a challenge, newest first, at most 100. `GET /api/game/:id/challenges/:challengeId/submissions` */
      ofTeam: (input: { params: SubmissionOfTeamParams }, options?: CallOptions) =>
        send<SubmissionOfTeamReply>({"method":"GET","path":"/api/game/:id/challenges/:challengeId/submissions","reply":"json"}, input ?? {}, options),
      /** The verdict on an own submission. `GET /api/game/:id/challenges/:challengeId/status/:submissionId` */
      status: (input: { params: SubmissionStatusParams }, options?: CallOptions) =>
        send<SubmissionStatusReply>({"method":"GET","path":"/api/game/:id/challenges/:challengeId/status/:submissionId","reply":"json"}, input ?? {}, options),
      /** Send an answer; replies with the submission's id. `POST /api/game/:id/challenges/:challengeId` */
      submit: (input: { params: SubmissionSubmitParams; body: SubmissionSubmitBody }, options?: CallOptions) =>
        send<SubmissionSubmitReply>({"method":"POST","path":"/api/game/:id/challenges/:challengeId","reply":"json"}, input ?? {}, options),
    },
    submissionMonitor: {
      /** Answers that were another team's flag, newest first. `GET /api/game/:id/cheatinfo` */
      cheatInfo: (input: { params: SubmissionMonitorCheatInfoParams }, options?: CallOptions) =>
        send<SubmissionMonitorCheatInfoReply>({"method":"GET","path":"/api/game/:id/cheatinfo","reply":"json"}, input ?? {}, options),
      /** Answers of all teams, newest first; a count of 0 gives all of them. `GET /api/game/:id/submissions` */
      list: (input: { params: SubmissionMonitorListParams; query?: SubmissionMonitorListQuery }, options?: CallOptions) =>
        send<SubmissionMonitorListReply>({"method":"GET","path":"/api/game/:id/submissions","reply":"json"}, input ?? {}, options),
      /** All answers as a spreadsheet (.xlsx), newest first. `GET /api/game/:id/submissionsheet` */
      sheet: (input: { params: SubmissionMonitorSheetParams }, options?: CallOptions) =>
        send<Response>({"method":"GET","path":"/api/game/:id/submissionsheet","reply":"bytes"}, input ?? {}, options),
    },
    team: {
      /** Join a team by its invite code, given as a JSON string. `POST /api/team/accept` */
      accept: (input: { body: TeamAcceptBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/team/accept","reply":"nothing"}, input ?? {}, options),
      /** Replace the team's picture. `PUT /api/team/:id/avatar` */
      avatar: (input: { params: TeamAvatarParams; files: readonly [UploadFile] }, options?: CallOptions) =>
        send<TeamAvatarReply>({"method":"PUT","path":"/api/team/:id/avatar","reply":"json","field":"file"}, input ?? {}, options),
      /** Found a team and lead it. `POST /api/team` */
      create: (input: { body: TeamCreateBody }, options?: CallOptions) =>
        send<TeamCreateReply>({"method":"POST","path":"/api/team","reply":"json"}, input ?? {}, options),
      /** Disband a team. `DELETE /api/team/:id` */
      delete: (input: { params: TeamDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/team/:id","reply":"nothing"}, input ?? {}, options),
      /** A team and its members. `GET /api/team/:id` */
      get: (input: { params: TeamGetParams }, options?: CallOptions) =>
        send<TeamGetReply>({"method":"GET","path":"/api/team/:id","reply":"json"}, input ?? {}, options),
      /** The invite code, `{name}:{id}:{token}`. `GET /api/team/:id/invite` */
      invite: (input: { params: TeamInviteParams }, options?: CallOptions) =>
        send<TeamInviteReply>({"method":"GET","path":"/api/team/:id/invite","reply":"json"}, input ?? {}, options),
      /** Remove a member; the invite code changes. `POST /api/team/:id/kick/:userId` */
      kick: (input: { params: TeamKickParams }, options?: CallOptions) =>
        send<TeamKickReply>({"method":"POST","path":"/api/team/:id/kick/:userId","reply":"json"}, input ?? {}, options),
      /** Leave a team, whose invite code changes. `POST /api/team/:id/leave` */
      leave: (input: { params: TeamLeaveParams }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/team/:id/leave","reply":"nothing"}, input ?? {}, options),
      /** The teams one is a member of. `GET /api/team` */
      list: (options?: CallOptions) =>
        send<TeamListReply>({"method":"GET","path":"/api/team","reply":"json"}, {}, options),
      /** A new invite code; the old one stops working. `PUT /api/team/:id/invite` */
      rotateInvite: (input: { params: TeamRotateInviteParams }, options?: CallOptions) =>
        send<TeamRotateInviteReply>({"method":"PUT","path":"/api/team/:id/invite","reply":"json"}, input ?? {}, options),
      /** Hand the team over to another member; the invite code changes. `PUT /api/team/:id/transfer` */
      transfer: (input: { params: TeamTransferParams; body: TeamTransferBody }, options?: CallOptions) =>
        send<TeamTransferReply>({"method":"PUT","path":"/api/team/:id/transfer","reply":"json"}, input ?? {}, options),
      /** Rename a team or change its text. `PUT /api/team/:id` */
      update: (input: { params: TeamUpdateParams; body: TeamUpdateBody }, options?: CallOptions) =>
        send<TeamUpdateReply>({"method":"PUT","path":"/api/team/:id","reply":"json"}, input ?? {}, options),
      /** Check a team token against a game's public key. `POST /api/team/verify` */
      verify: (input: { body: TeamVerifyBody }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/team/verify","reply":"nothing"}, input ?? {}, options),
    },
    teamAdmin: {
      /** Disband a team, locked or not, with all it did in games. `DELETE /api/admin/teams/:id` */
      delete: (input: { params: TeamAdminDeleteParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/admin/teams/:id","reply":"nothing"}, input ?? {}, options),
      /** All teams with their members, oldest first unless another order is named. `GET /api/admin/teams` */
      list: (input?: { query?: TeamAdminListQuery }, options?: CallOptions) =>
        send<TeamAdminListReply>({"method":"GET","path":"/api/admin/teams","reply":"json"}, input ?? {}, options),
      /** Move members and games of a team to another one, and delete the first. `POST /api/admin/teams/:id/merge` */
      merge: (input: { params: TeamAdminMergeParams; body: TeamAdminMergeBody }, options?: CallOptions) =>
        send<TeamAdminMergeReply>({"method":"POST","path":"/api/admin/teams/:id/merge","reply":"json"}, input ?? {}, options),
      /** At most 30 teams whose name has the hint in it, or whose id it is. `POST /api/admin/teams/search` */
      search: (input: { query: TeamAdminSearchQuery }, options?: CallOptions) =>
        send<TeamAdminSearchReply>({"method":"POST","path":"/api/admin/teams/search","reply":"json"}, input ?? {}, options),
      /** Rename a team, change its text, lock or unlock its members, hand it to another member. `PUT /api/admin/teams/:id` */
      update: (input: { params: TeamAdminUpdateParams; body: TeamAdminUpdateBody }, options?: CallOptions) =>
        send<void>({"method":"PUT","path":"/api/admin/teams/:id","reply":"nothing"}, input ?? {}, options),
    },
    testContainer: {
      /** Start a test instance for two hours. `POST /api/edit/games/:id/challenges/:challengeId/container` */
      create: (input: { params: TestContainerCreateParams }, options?: CallOptions) =>
        send<TestContainerCreateReply>({"method":"POST","path":"/api/edit/games/:id/challenges/:challengeId/container","reply":"json"}, input ?? {}, options),
      /** Stop the test instance. `DELETE /api/edit/games/:id/challenges/:challengeId/container` */
      destroy: (input: { params: TestContainerDestroyParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/edit/games/:id/challenges/:challengeId/container","reply":"nothing"}, input ?? {}, options),
      /** Let the test instance run for two hours from now. `POST /api/edit/games/:id/challenges/:challengeId/container/extend` */
      extend: (input: { params: TestContainerExtendParams }, options?: CallOptions) =>
        send<TestContainerExtendReply>({"method":"POST","path":"/api/edit/games/:id/challenges/:challengeId/container/extend","reply":"json"}, input ?? {}, options),
      /** The last lines that the test instance wrote, at most 64 KiB; they may hold its flag. `GET /api/edit/games/:id/challenges/:challengeId/container/log` */
      log: (input: { params: TestContainerLogParams }, options?: CallOptions) =>
        send<TestContainerLogReply>({"method":"GET","path":"/api/edit/games/:id/challenges/:challengeId/container/log","reply":"json"}, input ?? {}, options),
    },
    token: {
      /** Make an API token that acts as the caller within its scopes. Without scopes it gets monitor:read, which opens the monitor hub and what monitors may read, and nothing else. Its text is shown here and never again. `POST /api/tokens` */
      create: (input: { body: TokenCreateBody }, options?: CallOptions) =>
        send<TokenCreateReply>({"method":"POST","path":"/api/tokens","reply":"json"}, input ?? {}, options),
      /** All API tokens of all administrators, the oldest first, revoked and expired ones included. `GET /api/tokens` */
      list: (options?: CallOptions) =>
        send<TokenListReply>({"method":"GET","path":"/api/tokens","reply":"json"}, {}, options),
      /** Revoke an API token, or delete it for good; either ends its live connections at once. `DELETE /api/tokens/:id` */
      remove: (input: { params: TokenRemoveParams; query?: TokenRemoveQuery }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/tokens/:id","reply":"nothing"}, input ?? {}, options),
      /** Make a revoked API token valid again. `POST /api/tokens/:id/restore` */
      restore: (input: { params: TokenRestoreParams }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/tokens/:id/restore","reply":"nothing"}, input ?? {}, options),
    },
    webhook: {
      /** Add a webhook, with the secret that signs its deliveries. `POST /api/admin/webhooks` */
      create: (input: { body: WebhookCreateBody }, options?: CallOptions) =>
        send<WebhookCreateReply>({"method":"POST","path":"/api/admin/webhooks","reply":"json"}, input ?? {}, options),
      /** Deliveries of a webhook, newest first. `GET /api/admin/webhooks/:webhookId/deliveries` */
      deliveries: (input: { params: WebhookDeliveriesParams; query?: WebhookDeliveriesQuery }, options?: CallOptions) =>
        send<WebhookDeliveriesReply>({"method":"GET","path":"/api/admin/webhooks/:webhookId/deliveries","reply":"json"}, input ?? {}, options),
      /** All webhooks, the oldest first. `GET /api/admin/webhooks` */
      list: (options?: CallOptions) =>
        send<WebhookListReply>({"method":"GET","path":"/api/admin/webhooks","reply":"json"}, {}, options),
      /** Delete a webhook with its deliveries. `DELETE /api/admin/webhooks/:webhookId` */
      remove: (input: { params: WebhookRemoveParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/admin/webhooks/:webhookId","reply":"nothing"}, input ?? {}, options),
      /** Replace the secret that signs deliveries. `POST /api/admin/webhooks/:webhookId/secret` */
      renewSecret: (input: { params: WebhookRenewSecretParams }, options?: CallOptions) =>
        send<WebhookRenewSecretReply>({"method":"POST","path":"/api/admin/webhooks/:webhookId/secret","reply":"json"}, input ?? {}, options),
      /** Deliver again: an ended delivery as a new one with the same event, a waiting one at once. `POST /api/admin/webhooks/:webhookId/deliveries/:deliveryId/replay` */
      replay: (input: { params: WebhookReplayParams }, options?: CallOptions) =>
        send<WebhookReplayReply>({"method":"POST","path":"/api/admin/webhooks/:webhookId/deliveries/:deliveryId/replay","reply":"json"}, input ?? {}, options),
      /** Send a test message, after what already waits. `POST /api/admin/webhooks/:webhookId/test` */
      test: (input: { params: WebhookTestParams }, options?: CallOptions) =>
        send<WebhookTestReply>({"method":"POST","path":"/api/admin/webhooks/:webhookId/test","reply":"json"}, input ?? {}, options),
      /** Change a webhook; its format stays. `PUT /api/admin/webhooks/:webhookId` */
      update: (input: { params: WebhookUpdateParams; body: WebhookUpdateBody }, options?: CallOptions) =>
        send<WebhookUpdateReply>({"method":"PUT","path":"/api/admin/webhooks/:webhookId","reply":"json"}, input ?? {}, options),
    },
    writeup: {
      /** The team's writeup and what the organisers ask for; open after the game as well. `GET /api/game/:id/writeup` */
      get: (input: { params: WriteupGetParams }, options?: CallOptions) =>
        send<WriteupGetReply>({"method":"GET","path":"/api/game/:id/writeup","reply":"json"}, input ?? {}, options),
      /** Hand in the team's writeup, a PDF; replaces an earlier one until the deadline. `POST /api/game/:id/writeup` */
      upload: (input: { params: WriteupUploadParams; files: readonly [UploadFile] }, options?: CallOptions) =>
        send<void>({"method":"POST","path":"/api/game/:id/writeup","reply":"nothing","field":"file"}, input ?? {}, options),
    },
    writeupAdmin: {
      /** All writeups of a game in one archive (.tar.gz). `GET /api/admin/writeups/:id/all` */
      archive: (input: { params: WriteupAdminArchiveParams }, options?: CallOptions) =>
        send<Response>({"method":"GET","path":"/api/admin/writeups/:id/all","reply":"bytes"}, input ?? {}, options),
      /** All writeups of a game, newest first. `GET /api/admin/writeups/:id` */
      list: (input: { params: WriteupAdminListParams }, options?: CallOptions) =>
        send<WriteupAdminListReply>({"method":"GET","path":"/api/admin/writeups/:id","reply":"json"}, input ?? {}, options),
    },
    writeupEdit: {
      /** All writeups of a game in one archive (.tar.gz), for organisers. `GET /api/edit/games/:id/writeups/archive` */
      archive: (input: { params: WriteupEditArchiveParams }, options?: CallOptions) =>
        send<Response>({"method":"GET","path":"/api/edit/games/:id/writeups/archive","reply":"bytes"}, input ?? {}, options),
      /** Delete all writeups of a game. `DELETE /api/edit/games/:id/writeups` */
      deleteAll: (input: { params: WriteupEditDeleteAllParams }, options?: CallOptions) =>
        send<void>({"method":"DELETE","path":"/api/edit/games/:id/writeups","reply":"nothing"}, input ?? {}, options),
      /** Writeups of a game to read and grade, and the teams without one. `GET /api/edit/games/:id/writeups` */
      list: (input: { params: WriteupEditListParams }, options?: CallOptions) =>
        send<WriteupEditListReply>({"method":"GET","path":"/api/edit/games/:id/writeups","reply":"json"}, input ?? {}, options),
      /** Comment on a writeup and grade it; absent members stay. `PUT /api/edit/games/:id/writeups/:writeupId` */
      review: (input: { params: WriteupEditReviewParams; body: WriteupEditReviewBody }, options?: CallOptions) =>
        send<WriteupEditReviewReply>({"method":"PUT","path":"/api/edit/games/:id/writeups/:writeupId","reply":"json"}, input ?? {}, options),
    },
  };
}

export type VexilClient = ReturnType<typeof createClient>;

export type AccountAvatarReply = string;
export type AccountSessionsReply = AccountSession[];
/**
 * @maxItems 1000
 */
export type AccountAdminImportBody = {
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string;
  /**
   * Password
   */
  password: string;
  /**
   * E-mail address
   */
  email: string;
  /**
   * Telephone number, null when there is none
   */
  phone?: (string | '') | null;
  /**
   * Real name, for the organisers
   */
  realName?: string | null;
  /**
   * Student number, for the organisers
   */
  stdNumber?: string | null;
  /**
   * Name of the caller’s team, null when it has not joined
   */
  teamName?: string | null;
}[];
export type AccountAdminResetPasswordReply = string;
export type ActivityListReply = Activity[];
export type AssetUploadReply = StoredFile[];
export type CaptureChallengesReply = ChallengeTraffic[];
export type CaptureFilesReply = FileRecord[];
export type CaptureTeamsReply = TeamTraffic[];
export type CaptureSearchFindingsReply = CaptureFinding[];
export type CaptureSearchListReply = CaptureSearch[];
export type ChallengeEditHealthReply = ChallengeHealth[];
export type ChallengeEditListReply = ChallengeInfo[];
export type ChallengeEditSearchReply = FoundChallenge[];
export type ContainerListReply = ContainerChanged[];
export type ContainerImageListReply = ImagePull[];
export type ContainerImagePullReply = ImagePull[];
export type DivisionListReply = Division[];
/**
 * @maxItems 10000
 */
export type FlagAddBody = FlagCreateBody[];
/**
 * @maxItems 100
 */
export type FlagBindFilesBody = FlagFile[];
/**
 * In the order of the request. Added: a new flag. Bound: the flag had no attachment. Same: it has this file already. Kept: it has another attachment, and keeps it
 */
export type FlagBindFilesReply = ('added' | 'bound' | 'same' | 'kept')[];
export type FlagDeleteReply = 'Success' | 'NotFound';
export type GameRecentReply = BasicGame[];
export type GameCheckGetReply = GameCheck | null;
export type GameEditHashSaltReply = string;
export type GameEditPosterReply = string;
export type GameEditStaffReply = Staff[];
export type LogListReply = LogMessage[];
export type NoticeListReply = Notice[];
export type NoticeEditListReply = WrittenNotice[];
/**
 * Id of the new game
 */
export type PackageCopyReply = number;
/**
 * Id of the new game
 */
export type PackageImportReply = number;
export type ParticipationListReply = ParticipationInfo[];
export type PostLatestReply = PostInfo[];
export type PostListReply = PostInfo[];
export type PostEditCreateReply = string;
export type ScoreboardTimelineReply = TeamTimeline[];
export type SubmissionOfTeamReply = TeamSubmission[];
export type SubmissionStatusReply = 'FlagSubmitted' | 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'NotFound';
export type SubmissionSubmitReply = number;
export type SubmissionMonitorCheatInfoReply = CheatInfo[];
export type SubmissionMonitorListReply = Submission1[];
export type TeamAcceptBody = string;
export type TeamAvatarReply = string;
export type TeamInviteReply = string;
export type TeamListReply = Team[];
export type TeamRotateInviteReply = string;
export type TokenListReply = ApiToken[];
export type WebhookListReply = Webhook[];

export interface EmailChangeBody {
  /**
   * The new e-mail address
   */
  newMail: string;
}
export interface PasswordChangeBody {
  /**
   * The current password
   */
  old: string;
  /**
   * The new password
   */
  new: string;
}
export interface LinkBody {
  /**
   * Base64 of the token, as it stands in the link
   */
  token: string;
  /**
   * Base64 of the address, as it stands in the link
   */
  email: string;
}
export interface LoginBody {
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string;
  /**
   * Password
   */
  password: string;
  /**
   * Title of the challenge
   */
  challenge?: string | null;
}
export interface OwnProfile {
  /**
   * Number of the account
   */
  userId: string;
  /**
   * What the account may do
   */
  role: 'Banned' | 'User' | 'Monitor' | 'Admin';
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string | null;
  /**
   * E-mail address
   */
  email: string | null;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Telephone number, null when there is none
   */
  phone: string | null;
  /**
   * Real name, for the organisers
   */
  realName: string | null;
  /**
   * Student number, for the organisers
   */
  stdNumber: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Whether the account organises a game
   */
  isOrganiser: boolean;
}
export interface RecoveryBody {
  /**
   * E-mail address
   */
  email: string;
  /**
   * Title of the challenge
   */
  challenge?: string | null;
}
export interface RegisterBody {
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string;
  /**
   * Password
   */
  password: string;
  /**
   * E-mail address
   */
  email: string;
  /**
   * Title of the challenge
   */
  challenge?: string | null;
}
export interface PasswordResetBody {
  /**
   * Password
   */
  password: string;
  /**
   * Base64 of the address, as it stands in the link
   */
  email: string;
  /**
   * Base64 of the token, as it stands in the link
   */
  rToken: string;
}
export interface AccountSession {
  /**
   * Its number
   */
  id: string;
  /**
   * As the browser sent it when it signed in
   */
  userAgent: string;
  /**
   * Of the last use, to an hour
   */
  ip: string;
  /**
   * Unix time in milliseconds
   */
  createdAt: number;
  /**
   * To an hour
   */
  lastSeenAt: number;
  /**
   * Whether this is the session that asks
   */
  isCurrent: boolean;
}
export interface ProfileUpdateBody {
  /**
   * Name of the account, 3 to 15 characters
   */
  userName?: string | null;
  /**
   * What they say about themselves
   */
  bio?: string | null;
  /**
   * Telephone number, null when there is none
   */
  phone?: (string | '') | null;
  /**
   * Real name, for the organisers
   */
  realName?: string | null;
  /**
   * Student number, for the organisers
   */
  stdNumber?: string | null;
}
export interface Profile {
  /**
   * Number of the account
   */
  userId: string;
  /**
   * What the account may do
   */
  role: 'Banned' | 'User' | 'Monitor' | 'Admin';
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string | null;
  /**
   * E-mail address
   */
  email: string | null;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Telephone number, null when there is none
   */
  phone: string | null;
  /**
   * Real name, for the organisers
   */
  realName: string | null;
  /**
   * Student number, for the organisers
   */
  stdNumber: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
}
export interface AdminUserInfo {
  /**
   * Its number
   */
  id: string;
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string;
  /**
   * Real name, for the organisers
   */
  realName: string;
  /**
   * Student number, for the organisers
   */
  stdNumber: string;
  /**
   * Telephone number, null when there is none
   */
  phone: string | null;
  /**
   * What they say about themselves
   */
  bio: string;
  /**
   * Registration in Unix milliseconds
   */
  registerTimeUtc: number;
  /**
   * Last visit in Unix milliseconds, 0 for never
   */
  lastVisitedUtc: number;
  /**
   * Address last seen
   */
  ip: string;
  /**
   * E-mail address
   */
  email: string;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * What the account may do
   */
  role: 'Banned' | 'User' | 'Monitor' | 'Admin';
  /**
   * Whether the e-mail address was confirmed
   */
  emailConfirmed: boolean;
  /**
   * Differs by what is stored; sent back with a change
   */
  version: number;
}
export interface ResetLink {
  /**
   * Without an origin where the server knows none that a link may begin with
   */
  link: string;
  /**
   * When it expires, in Unix milliseconds; null for never
   */
  expiresAt: number;
}
export interface AdminUserUpdateBody {
  /**
   * Name of the account, 3 to 15 characters
   */
  userName?: string | null;
  /**
   * E-mail address
   */
  email?: string | null;
  /**
   * What they say about themselves
   */
  bio?: string | null;
  /**
   * Telephone number, null when there is none
   */
  phone?: (string | '') | null;
  /**
   * Real name, for the organisers
   */
  realName?: string | null;
  /**
   * Student number, for the organisers
   */
  stdNumber?: string | null;
  /**
   * Whether the e-mail address was confirmed
   */
  emailConfirmed?: boolean | null;
  /**
   * What the account may do
   */
  role?: ('Banned' | 'User' | 'Monitor' | 'Admin') | null;
  /**
   * Written to the audit log with the change
   */
  reason?: string | null;
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface Activity {
  /**
   * Kind
   */
  type: 'Normal' | 'ContainerStart' | 'ContainerDestroy' | 'FlagSubmit' | 'CheatDetected';
  /**
   * What it is about, by type
   */
  values: string[];
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * Name of the account, empty when there is none
   */
  user: string;
  /**
   * Team
   */
  team: string;
  /**
   * Its number
   */
  id: number;
  /**
   * Of the team in this game
   */
  participationId: number | null;
  /**
   * Number of the team
   */
  teamId: number | null;
  /**
   * null when the event is about no challenge
   */
  challengeId: number | null;
  /**
   * Title of the challenge
   */
  challenge: string | null;
  /**
   * Why an instance ended; null for other events
   */
  endReason:
    | (
        | 'player'
        | 'expired'
        | 'staff'
        | 'outOfMemory'
        | 'exited'
        | 'limit'
        | 'diskLimit'
        | 'disabled'
        | 'participation'
        | 'engineRemoved'
      )
    | null;
}
export interface ListedFile {
  /**
   * SHA-256 of the content, 64 lower-case hex characters
   */
  hash: string;
  /**
   * Name
   */
  name: string;
  /**
   * Bytes
   */
  sizeBytes: number;
  /**
   * Media type
   */
  contentType: string;
  /**
   * Unix time in milliseconds
   */
  createdAt: number;
  /**
   * Something points at it, or a text names its address
   */
  isUsed: boolean;
}
export interface StoredFile {
  /**
   * SHA-256 of the content, 64 lower-case hex characters
   */
  hash: string;
  /**
   * Name
   */
  name: string;
}
export interface AuditEntryOfAll {
  /**
   * Its number
   */
  id: number;
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * null when the account is gone
   */
  userId: string | null;
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string | null;
  /**
   * What was done
   */
  action: string;
  /**
   * What it was done to
   */
  target: string;
  /**
   * As it is called now; null when it is gone or has no name
   */
  targetName: string | null;
  /**
   * null when it was made
   */
  before: {
    [k: string]: unknown;
  } | null;
  /**
   * null when it was deleted
   */
  after: {
    [k: string]: unknown;
  } | null;
  /**
   * Number of the game
   */
  gameId: number | null;
  /**
   * Address last seen
   */
  ip: string | null;
}
export interface AuditEntry {
  /**
   * Its number
   */
  id: number;
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * null when the account is gone
   */
  userId: string | null;
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string | null;
  /**
   * What was done
   */
  action: string;
  /**
   * What it was done to
   */
  target: string;
  /**
   * As it is called now; null when it is gone or has no name
   */
  targetName: string | null;
  /**
   * null when it was made
   */
  before: {
    [k: string]: unknown;
  } | null;
  /**
   * null when it was deleted
   */
  after: {
    [k: string]: unknown;
  } | null;
}
export interface CaptchaInfo {
  /**
   * Kind
   */
  type: 'None' | 'HashPow' | 'CloudflareTurnstile';
  /**
   * Public key of the captcha service, empty without one
   */
  siteKey: string;
  /**
   * Captcha that a sign-in refused with `captcha.needed` takes, whether others ask for one or not
   */
  onDemandType: 'None' | 'HashPow' | 'CloudflareTurnstile';
  /**
   * Public key of the service behind `onDemandType`, empty without one
   */
  onDemandSiteKey: string;
}
export interface HashPowChallenge {
  /**
   * 12 hex digits
   */
  id: string;
  /**
   * 16 hex digits, eight bytes
   */
  challenge: string;
  /**
   * How slowly the value falls with the solves; must be above 0
   */
  difficulty: number;
}
export interface ChallengeTraffic {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * Field of the challenge
   */
  category:
    | 'Misc'
    | 'Crypto'
    | 'Pwn'
    | 'Web'
    | 'Reverse'
    | 'Blockchain'
    | 'Forensics'
    | 'Hardware'
    | 'Mobile'
    | 'PPC'
    | 'AI'
    | 'Pentest'
    | 'OSINT';
  /**
   * Kind
   */
  type: 'StaticAttachment' | 'StaticContainer' | 'DynamicAttachment' | 'DynamicContainer';
  /**
   * Whether players see it
   */
  isEnabled: boolean;
  /**
   * Teams with stored captures
   */
  count: number;
}
export interface FileRecord {
  /**
   * Name of the stored file
   */
  fileName: string;
  /**
   * Bytes of the file that is served; null while it is open, for its end compresses it
   */
  size: number | null;
  /**
   * Of an open file, before compression; null once it is stored
   */
  writtenBytes: number | null;
  /**
   * When it was stored, or the last byte of an open file was recorded, in Unix milliseconds
   */
  updateTime: number;
  /**
   * A server still writes it; downloading it ends the file, and recording goes on in the next
   */
  isOpen: boolean;
  /**
   * Of its first packet; null where that is not known
   */
  startTime: number | null;
  /**
   * null where that is not known
   */
  connections: number | null;
  /**
   * Addresses of players, the first 32
   */
  clients: string[];
  /**
   * Bytes that passed and could not be recorded
   */
  missingBytes: number;
}
export interface TeamTraffic {
  /**
   * Number of the participation; 0 for an instance that all teams share
   */
  id: number;
  /**
   * 0 for an instance that all teams share
   */
  teamId: number;
  /**
   * null for an instance that all teams share
   */
  name: string | null;
  /**
   * Name of the division; null when the team is in none
   */
  division: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Files, open ones included
   */
  count: number;
}
export interface CaptureSearch {
  /**
   * Its number
   */
  id: string;
  /**
   * Kind of mail
   */
  kind: 'text' | 'regex' | 'flag';
  /**
   * null for a search for flags
   */
  pattern: string | null;
  /**
   * For the letters a to z
   */
  ignoreCase: boolean;
  /**
   * null for all challenges
   */
  challengeId: number | null;
  /**
   * Title of the challenge
   */
  challenge: string | null;
  /**
   * Number of the participation; null for all teams
   */
  participationId: number | null;
  /**
   * Team
   */
  team: string | null;
  /**
   * State of the instance
   */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /**
   * `patternTooSlow` or `failed`, for a failed search
   */
  error: string | null;
  /**
   * Files to read
   */
  filesTotal: number;
  /**
   * Files that were read
   */
  filesDone: number;
  /**
   * Files among them that are of another format, or were deleted meanwhile
   */
  filesUnread: number;
  /**
   * Bytes of the files that were read, without compression
   */
  bytesRead: number;
  /**
   * Matches so far, without those in files that were deleted
   */
  matchCount: number;
  /**
   * There are more than the 1000 matches that are kept
   */
  isTruncated: boolean;
  /**
   * Unix time in milliseconds
   */
  createdAt: number;
  /**
   * null until it ends, in Unix milliseconds
   */
  endedAt: number | null;
  /**
   * Who searches; null for a deleted account
   */
  userName: string | null;
}
export interface CaptureFinding {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * null for a deleted challenge
   */
  challenge: string | null;
  /**
   * 0 for an instance that all teams share
   */
  participationId: number;
  /**
   * Name under which the file is downloaded
   */
  fileName: string;
  /**
   * As Wireshark counts streams in the file
   */
  stream: number;
  /**
   * Port of the client in the file
   */
  clientPort: number;
  /**
   * Who sent the bytes
   */
  side: 'client' | 'container';
  /**
   * Of the first byte, in what that side sent in the file
   */
  offset: number;
  /**
   * Bytes
   */
  length: number;
  /**
   * Number of the frame that it begins in
   */
  packet: number;
  /**
   * Of that frame, in Unix milliseconds
   */
  time: number;
  /**
   * Display filter for Wireshark and tshark
   */
  filter: string;
  /**
   * Its number
   */
  id: number;
  /**
   * The file can be downloaded
   */
  isStored: boolean;
  ownedTeam: CheatingTeam;
  submitTeam: CheatingTeam1;
}
/**
 * Whose flag it was
 */
export interface CheatingTeam {
  /**
   * Its number
   */
  id: number;
  /**
   * Team
   */
  team: {
    /**
     * Its number
     */
    id: number;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
  };
  /**
   * Status
   */
  status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
  /**
   * Division, null without one
   */
  division: string | null;
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Who plays for the team in this game
   */
  members: {
    /**
     * Its number
     */
    id: string;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
    /**
     * The account was excluded by an administrator
     */
    banned: boolean;
  }[];
}
/**
 * In whose traffic it was
 */
export interface CheatingTeam1 {
  /**
   * Its number
   */
  id: number;
  /**
   * Team
   */
  team: {
    /**
     * Its number
     */
    id: number;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
  };
  /**
   * Status
   */
  status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
  /**
   * Division, null without one
   */
  division: string | null;
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Who plays for the team in this game
   */
  members: {
    /**
     * Its number
     */
    id: string;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
    /**
     * The account was excluded by an administrator
     */
    banned: boolean;
  }[];
}
export interface CheatingTeam2 {
  /**
   * Its number
   */
  id: number;
  /**
   * Team
   */
  team: {
    /**
     * Its number
     */
    id: number;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
  };
  /**
   * Status
   */
  status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
  /**
   * Division, null without one
   */
  division: string | null;
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Who plays for the team in this game
   */
  members: {
    /**
     * Its number
     */
    id: string;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
    /**
     * The account was excluded by an administrator
     */
    banned: boolean;
  }[];
}
export interface CaptureSearchDetail {
  /**
   * Its number
   */
  id: string;
  /**
   * Kind of mail
   */
  kind: 'text' | 'regex' | 'flag';
  /**
   * null for a search for flags
   */
  pattern: string | null;
  /**
   * For the letters a to z
   */
  ignoreCase: boolean;
  /**
   * null for all challenges
   */
  challengeId: number | null;
  /**
   * Title of the challenge
   */
  challenge: string | null;
  /**
   * Number of the participation; null for all teams
   */
  participationId: number | null;
  /**
   * Team
   */
  team: string | null;
  /**
   * State of the instance
   */
  state: 'waiting' | 'running' | 'done' | 'failed';
  /**
   * `patternTooSlow` or `failed`, for a failed search
   */
  error: string | null;
  /**
   * Files to read
   */
  filesTotal: number;
  /**
   * Files that were read
   */
  filesDone: number;
  /**
   * Files among them that are of another format, or were deleted meanwhile
   */
  filesUnread: number;
  /**
   * Bytes of the files that were read, without compression
   */
  bytesRead: number;
  /**
   * Matches so far, without those in files that were deleted
   */
  matchCount: number;
  /**
   * There are more than the 1000 matches that are kept
   */
  isTruncated: boolean;
  /**
   * Unix time in milliseconds
   */
  createdAt: number;
  /**
   * null until it ends, in Unix milliseconds
   */
  endedAt: number | null;
  /**
   * Who searches; null for a deleted account
   */
  userName: string | null;
  /**
   * In the order of files and streams, without those in files that were deleted
   */
  matches: CaptureMatch[];
}
export interface CaptureMatch {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * null for a deleted challenge
   */
  challenge: string | null;
  /**
   * 0 for an instance that all teams share
   */
  participationId: number;
  /**
   * Name under which the file is downloaded
   */
  fileName: string;
  /**
   * As Wireshark counts streams in the file
   */
  stream: number;
  /**
   * Port of the client in the file
   */
  clientPort: number;
  /**
   * Who sent the bytes
   */
  side: 'client' | 'container';
  /**
   * Of the first byte, in what that side sent in the file
   */
  offset: number;
  /**
   * Bytes
   */
  length: number;
  /**
   * Number of the frame that it begins in
   */
  packet: number;
  /**
   * Of that frame, in Unix milliseconds
   */
  time: number;
  /**
   * Display filter for Wireshark and tshark
   */
  filter: string;
  /**
   * Team
   */
  team: string | null;
  /**
   * Team whose flag it is; null for other searches and deleted teams
   */
  owner: string | null;
  /**
   * It is the flag of another team
   */
  isForeign: boolean;
  /**
   * Up to 40 bytes before it, one character for each; null for flags
   */
  before: string | null;
  /**
   * Its first 80 bytes, one character for each; null for flags
   */
  content: string | null;
  /**
   * Up to 40 bytes after it, one character for each; null for flags
   */
  after: string | null;
}
export interface GameDetails {
  /**
   * Challenges by category
   */
  challenges: {
    [k: string]: ScoreboardChallenge[];
  };
  /**
   * Challenges the team may see
   */
  challengeCount: number;
  rank: ScoreboardItem;
  /**
   * Proof of the team for services of the game: `{teamId}:{signature}`
   */
  teamToken: string;
  /**
   * Whether teams are asked for a writeup
   */
  writeupRequired: boolean;
  /**
   * Unix time in milliseconds
   */
  writeupDeadline: number;
}
export interface ScoreboardChallenge {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * Field of the challenge
   */
  category:
    | 'Misc'
    | 'Crypto'
    | 'Pwn'
    | 'Web'
    | 'Reverse'
    | 'Blockchain'
    | 'Forensics'
    | 'Hardware'
    | 'Mobile'
    | 'PPC'
    | 'AI'
    | 'Pentest'
    | 'OSINT';
  /**
   * Points
   */
  score: number;
  /**
   * Solves that count for the value
   */
  solved: number;
  /**
   * From here on answers do not count; null is the end of the game
   */
  deadline: number | null;
  /**
   * The first solves in order, at most three
   */
  bloods: Blood[];
  /**
   * Whether the first three solves get no bonus here
   */
  disableBloodBonus: boolean;
  /**
   * In its category; those without come after, by title
   */
  position?: number;
}
export interface Blood {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Time of the answer in Unix milliseconds
   */
  submitTimeUtc: number | null;
}
/**
 * Place over all, 0 when not ranked
 */
export interface ScoreboardItem {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Points
   */
  score: number;
  /**
   * Place over all, 0 when not ranked
   */
  rank: number;
  /**
   * Place within the division, null without one
   */
  divisionRank: number | null;
  /**
   * Unix time in milliseconds
   */
  lastSubmissionTime: number;
  /**
   * What was solved, when and by whom
   */
  solvedChallenges: ScoreboardSolve[];
  /**
   * Challenges solved
   */
  solvedCount: number;
}
export interface ScoreboardSolve {
  /**
   * Its number
   */
  id: number;
  /**
   * Points
   */
  score: number;
  /**
   * Kind
   */
  type: 'Unaccepted' | 'FirstBlood' | 'SecondBlood' | 'ThirdBlood' | 'Normal';
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string | null;
  /**
   * Unix time in milliseconds
   */
  time: number;
}
export interface ScoreboardItem1 {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Points
   */
  score: number;
  /**
   * Place over all, 0 when not ranked
   */
  rank: number;
  /**
   * Place within the division, null without one
   */
  divisionRank: number | null;
  /**
   * Unix time in milliseconds
   */
  lastSubmissionTime: number;
  /**
   * What was solved, when and by whom
   */
  solvedChallenges: ScoreboardSolve[];
  /**
   * Challenges solved
   */
  solvedCount: number;
}
export interface ChallengeDetail {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * Markdown
   */
  content: string;
  /**
   * Field of the challenge
   */
  category:
    | 'Misc'
    | 'Crypto'
    | 'Pwn'
    | 'Web'
    | 'Reverse'
    | 'Blockchain'
    | 'Forensics'
    | 'Hardware'
    | 'Mobile'
    | 'PPC'
    | 'AI'
    | 'Pentest'
    | 'OSINT';
  /**
   * Hints everybody sees
   */
  hints: string[];
  /**
   * Points
   */
  score: number;
  /**
   * Kind
   */
  type: 'StaticAttachment' | 'StaticContainer' | 'DynamicAttachment' | 'DynamicContainer';
  /**
   * What the challenge hands out: attachment and running instance
   */
  context: {
    /**
     * When the running instance ends, in Unix milliseconds
     */
    closeTime: number | null;
    /**
     * Where the team’s instance is reached: host:port, or its number where the platform relays; null when none runs
     */
    instanceEntry: string | null;
    /**
     * Address of the file
     */
    url: string | null;
    /**
     * Bytes; null for files that lie elsewhere
     */
    fileSize: number | null;
  };
  /**
   * Submissions per team, 0 is no limit
   */
  limit: number;
  /**
   * Answers the team has sent so far, right and wrong
   */
  attempts: number;
  /**
   * From here on answers do not count; null is the end of the game
   */
  deadline: number | null;
  /**
   * Last run of the organiser’s solver; null unless the organiser shows it
   */
  check: {
    /**
     * Whether it found the flag
     */
    works: boolean;
    /**
     * Unix time in milliseconds
     */
    at: number;
  } | null;
  /**
   * One instance serves all teams
   */
  isShared: boolean;
  /**
   * How the last instance of the team that has ended did; null when the team stopped it, or had none
   */
  lastEnd: {
    /**
     * State of the instance
     */
    state: 'destroyed' | 'failed';
    /**
     * Why it ended, where its team should know; null while it lives
     */
    endReason:
      | (
          | 'expired'
          | 'exited'
          | 'outOfMemory'
          | 'limit'
          | 'staff'
          | 'diskLimit'
          | 'engineDown'
          | 'engineRemoved'
          | 'diskFull'
          | 'unreachable'
          | 'noCapacity'
          | 'tooLate'
        )
      | null;
  } | null;
}
export interface ChallengeCreateBody {
  /**
   * Title
   */
  title: string;
  /**
   * Field of the challenge
   */
  category?:
    | 'Misc'
    | 'Crypto'
    | 'Pwn'
    | 'Web'
    | 'Reverse'
    | 'Blockchain'
    | 'Forensics'
    | 'Hardware'
    | 'Mobile'
    | 'PPC'
    | 'AI'
    | 'Pentest'
    | 'OSINT';
  /**
   * Kind
   */
  type?: 'StaticAttachment' | 'StaticContainer' | 'DynamicAttachment' | 'DynamicContainer';
}
export interface ChallengeEdit {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * Text in Markdown
   */
  content: string;
  /**
   * Field of the challenge
   */
  category:
    | 'Misc'
    | 'Crypto'
    | 'Pwn'
    | 'Web'
    | 'Reverse'
    | 'Blockchain'
    | 'Forensics'
    | 'Hardware'
    | 'Mobile'
    | 'PPC'
    | 'AI'
    | 'Pentest'
    | 'OSINT';
  /**
   * Kind
   */
  type: 'StaticAttachment' | 'StaticContainer' | 'DynamicAttachment' | 'DynamicContainer';
  /**
   * Hints everybody sees
   */
  hints: string[];
  /**
   * How flags of teams are made: [GUID] and [TEAM_HASH] are filled in
   */
  flagTemplate: string | null;
  /**
   * Whether players see it
   */
  isEnabled: boolean;
  /**
   * Teams that solved it, counted or not
   */
  acceptedCount: number;
  /**
   * Name under which the file is downloaded
   */
  fileName: string | null;
  /**
   * The file that belongs to it; null when there is none
   */
  attachment: Attachment | null;
  /**
   * The organisers’ own instance, null when none runs
   */
  testContainer: TestContainerInfo | null;
  /**
   * The right answers
   */
  flags: FlagInfo[];
  /**
   * Of a challenge that gives each team a flag of its list; else null
   */
  supply: FlagSupply | null;
  /**
   * Image the instances run
   */
  containerImage: string | null;
  /**
   * MiB
   */
  memoryLimit: number | null;
  /**
   * Tenths of a CPU
   */
  cpuCount: number | null;
  /**
   * MiB
   */
  storageLimit: number | null;
  /**
   * Port the service listens on inside the container
   */
  exposePort: number | null;
  /**
   * The image’s files cannot be changed
   */
  readOnlyRoot: boolean;
  /**
   * MiB of each writable directory of a read-only image
   */
  tmpfsSize: number;
  /**
   * Where an instance may reach: everywhere outside, nowhere, or a network of the operator
   */
  networkMode: ('Open' | 'Isolated' | 'Custom') | null;
  /**
   * Whether traffic of the instances is recorded
   */
  enableTrafficCapture: boolean | null;
  /**
   * Ports, companions and start of the container
   */
  containerOptions: {
    /**
     * What the port of the container speaks
     */
    mainKind: 'tcp' | 'http';
    /**
     * Whether players connect to a port or to a host name
     */
    entry: 'port' | 'name';
    /**
     * Reachable ports beside exposePort
     *
     * @maxItems 8
     */
    ports: {
      /**
       * Name
       */
      name: string;
      /**
       * Port players reach
       */
      port: number;
      /**
       * Kind of mail
       */
      kind: 'tcp' | 'http';
    }[];
    /**
     * Containers that run beside the main one
     *
     * @maxItems 8
     */
    companions: {
      /**
       * Name
       */
      name: string;
      /**
       * Image it runs
       */
      image: string;
      /**
       * Variables by name
       */
      environment: {
        [k: string]: string;
      };
      /**
       * Most memory of an instance in MiB
       */
      memoryMiB: number;
      /**
       * Most processor of an instance, in tenths of a core
       */
      cpuTenths: number;
    }[];
    /**
     * When an instance counts as running
     */
    readiness: {
      /**
       * Kind of mail
       */
      kind: 'tcp' | 'http';
      /**
       * Name of the field
       */
      path: string;
      /**
       * After which the start counts as failed
       */
      timeoutSeconds: number;
    };
    /**
     * How the flag reaches the container
     */
    flagDelivery: 'environment' | 'file';
    /**
     * Of the file that holds the flag
     */
    flagPath: string;
    /**
     * Each new instance of a team that has not solved the challenge gets a new flag
     */
    rotateFlag: boolean;
    /**
     * Runtime of the engine, one of `containerCeilings.runtimes`; null for its own
     */
    runtime: string | null;
    /**
     * One instance for all teams: none, onDemand for the first team that asks, or kept running
     */
    sharing: 'none' | 'onDemand' | 'kept';
    /**
     * Instances started ahead, each for one team
     */
    warmCount: number;
  };
  /**
   * Whether the first three solves get no bonus here
   */
  disableBloodBonus: boolean | null;
  /**
   * From here on answers do not count; null is the end of the game
   */
  deadlineUtc: number | null;
  /**
   * When it will be enabled by itself; null without a plan
   */
  releaseUtc: number | null;
  /**
   * Answers a team may send; 0 is no limit
   */
  submissionLimit: number;
  /**
   * Points before anybody solved it
   */
  originalScore: number;
  /**
   * Part of the points that always remains, 0 to 1
   */
  minScoreRate: number;
  /**
   * How slowly the value falls with the solves; must be above 0
   */
  difficulty: number;
  /**
   * Grows by every save; sent back with a change
   */
  version: number;
}
export interface Attachment {
  /**
   * Its number
   */
  id: number;
  /**
   * Kind
   */
  type: 'None' | 'Local' | 'Remote';
  /**
   * Address of the file
   */
  url: string | null;
  /**
   * Bytes; null for files that lie elsewhere
   */
  fileSize: number | null;
}
export interface TestContainerInfo {
  /**
   * Status
   */
  status: 'Pending' | 'Running' | 'Destroyed';
  /**
   * Unix time in milliseconds
   */
  startedAt: number;
  /**
   * Unix time in milliseconds
   */
  expectStopAt: number;
  /**
   * Where the instance is reached: host:port, or its number where the platform relays
   */
  entry: string;
  /**
   * Empty until it runs
   */
  ports: InstancePort[];
  /**
   * Opens a test instance's relay for a program without a session, in the address behind `?ticket=`; null where nothing is relayed
   */
  ticket: string | null;
}
export interface InstancePort {
  /**
   * Name
   */
  name: string;
  /**
   * Kind of mail
   */
  kind: 'tcp' | 'http';
  /**
   * host:port, or the rest of the relay’s address behind /api/proxy/
   */
  entry: string;
  /**
   * For a browser; null where the port has no host name of its own
   */
  url: string | null;
  /**
   * Clients speak TLS to `entry`, with its host as server name
   */
  tls: boolean;
}
export interface FlagInfo {
  /**
   * Its number
   */
  id: number;
  /**
   * The flag, exactly as it was found: nothing is trimmed
   */
  flag: string;
  /**
   * The file that belongs to it; null when there is none
   */
  attachment: Attachment | null;
  /**
   * Some team has drawn it
   */
  taken: boolean;
}
export interface FlagSupply {
  /**
   * Flags that a team has drawn
   */
  used: number;
  /**
   * Flags that no team has
   */
  left: number;
  /**
   * Accepted teams without one
   */
  waiting: number;
  /**
   * Short: not for all accepted teams. Tight: for these, but hardly for more
   */
  state: 'short' | 'tight' | 'ample';
}
export interface ChallengeHealth {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Teams that sent an answer
   */
  teamsTried: number;
  /**
   * Teams that solved it
   */
  teamsSolved: number;
  /**
   * Answers of all teams
   */
  answers: number;
  /**
   * Wrong answers of the last ten minutes
   */
  wrongRecently: number;
  /**
   * Wrong answers of the hour before
   */
  wrongEarlier: number;
  /**
   * Instances that teams asked for in the last hour
   */
  instanceStarts: number;
  /**
   * Those of them that did not start
   */
  failedStarts: number;
  /**
   * Instances that ended by themselves in the last hour
   */
  selfEnds: number;
  /**
   * Those of them that ran out of memory
   */
  memoryEnds: number;
}
export interface ChallengeInfo {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * Field of the challenge
   */
  category:
    | 'Misc'
    | 'Crypto'
    | 'Pwn'
    | 'Web'
    | 'Reverse'
    | 'Blockchain'
    | 'Forensics'
    | 'Hardware'
    | 'Mobile'
    | 'PPC'
    | 'AI'
    | 'Pentest'
    | 'OSINT';
  /**
   * Kind
   */
  type: 'StaticAttachment' | 'StaticContainer' | 'DynamicAttachment' | 'DynamicContainer';
  /**
   * Whether players see it
   */
  isEnabled: boolean;
  /**
   * Points
   */
  score: number;
  /**
   * Points the challenge never falls below
   */
  minScore: number;
  /**
   * Points before anybody solved it
   */
  originalScore: number;
  /**
   * From here on answers do not count; null is the end of the game
   */
  deadlineUtc: number | null;
  /**
   * Teams that solved it, counted or not
   */
  acceptedCount: number;
  /**
   * Stored flags
   */
  flagCount: number;
  /**
   * Whether flags are made from a template
   */
  hasFlagTemplate: boolean;
  /**
   * Image the instances run
   */
  containerImage: string;
  /**
   * When a test container last came to run
   */
  testedAt: number | null;
  /**
   * When it will be enabled by itself; null without a plan
   */
  releaseUtc: number | null;
  /**
   * Within its category; null comes last, by title
   */
  position: number | null;
  /**
   * Teams of the first three solves, in order
   */
  bloods: string[];
  /**
   * Of a challenge that gives each team a flag of its list; else null
   */
  supply: FlagSupply | null;
  /**
   * Of its solver; null where there is none, or it has not run
   */
  lastCheck: LastCheck | null;
}
export interface LastCheck {
  /**
   * Failed: it ended without the flag. Error: instance or solver could not be run
   */
  result: 'running' | 'passed' | 'failed' | 'timedOut' | 'error';
  /**
   * Of its end; while it runs, of its request
   */
  at: number;
}
export interface ChallengeOrderBody {
  /**
   * In their new order
   *
   * @minItems 1
   * @maxItems 2000
   */
  challengeIds: number[];
}
export interface FoundChallenge {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * Field of the challenge
   */
  category:
    | 'Misc'
    | 'Crypto'
    | 'Pwn'
    | 'Web'
    | 'Reverse'
    | 'Blockchain'
    | 'Forensics'
    | 'Hardware'
    | 'Mobile'
    | 'PPC'
    | 'AI'
    | 'Pentest'
    | 'OSINT';
  /**
   * Number of the game
   */
  gameId: number;
  /**
   * Title of the game, null for all games or none
   */
  gameTitle: string;
}
export interface AttachmentCreateBody {
  /**
   * Where the file lies: nowhere, in our storage, or at another address
   */
  attachmentType?: 'None' | 'Local' | 'Remote';
  /**
   * SHA-256 of a stored file, from the upload call
   */
  fileHash?: string | null;
  /**
   * Address of a file that lies elsewhere
   */
  remoteUrl?: string | null;
}
export interface ChallengeUpdateBody {
  /**
   * Title
   */
  title?: string | null;
  /**
   * Text in Markdown
   */
  content?: string | null;
  /**
   * How flags of teams are made: [GUID] and [TEAM_HASH] are filled in
   */
  flagTemplate?: string | null;
  /**
   * Field of the challenge
   */
  category?:
    | (
        | 'Misc'
        | 'Crypto'
        | 'Pwn'
        | 'Web'
        | 'Reverse'
        | 'Blockchain'
        | 'Forensics'
        | 'Hardware'
        | 'Mobile'
        | 'PPC'
        | 'AI'
        | 'Pentest'
        | 'OSINT'
      )
    | null;
  /**
   * Hints everybody sees
   */
  hints?: string[] | null;
  /**
   * Whether players see it
   */
  isEnabled?: boolean | null;
  /**
   * Name under which the file is downloaded
   */
  fileName?: string | null;
  /**
   * From here on answers do not count; null is the end of the game
   */
  deadlineUtc?: number | null;
  /**
   * When to enable it; only while it is disabled
   */
  releaseUtc?: number | null;
  /**
   * Answers a team may send; 0 is no limit
   */
  submissionLimit?: number | null;
  /**
   * Image the instances run
   */
  containerImage?: string | null;
  /**
   * Memory of an instance in MiB
   */
  memoryLimit?: number | null;
  /**
   * CPU time in tenths of a core
   */
  cpuCount?: number | null;
  /**
   * Disk space of an instance in MiB
   */
  storageLimit?: number | null;
  /**
   * 0 only where there is no container
   */
  exposePort?: number | null;
  /**
   * Whether the image’s files cannot be changed
   */
  readOnlyRoot?: boolean | null;
  /**
   * Size of each writable directory of a read-only image in MiB
   */
  tmpfsSize?: number | null;
  /**
   * Where an instance may reach: everywhere outside, nowhere, or a network of the operator
   */
  networkMode?: ('Open' | 'Isolated' | 'Custom') | null;
  /**
   * Whether traffic of the instances is recorded
   */
  enableTrafficCapture?: boolean | null;
  /**
   * Replaces all of them; absent members get their defaults
   */
  containerOptions?: {
    /**
     * What the port of the container speaks
     */
    mainKind?: 'tcp' | 'http';
    /**
     * Whether players connect to a port or to a host name
     */
    entry?: 'port' | 'name';
    /**
     * Reachable ports beside exposePort
     *
     * @maxItems 8
     */
    ports?: {
      /**
       * Name
       */
      name: string;
      /**
       * Port players reach
       */
      port: number;
      /**
       * Kind of mail
       */
      kind?: 'tcp' | 'http';
    }[];
    /**
     * Containers that run beside the main one
     *
     * @maxItems 8
     */
    companions?: {
      /**
       * Name
       */
      name: string;
      /**
       * Image it runs
       */
      image: string;
      /**
       * Variables by name
       */
      environment?: {
        [k: string]: string;
      };
      /**
       * Most memory of an instance in MiB
       */
      memoryMiB?: number;
      /**
       * Most processor of an instance, in tenths of a core
       */
      cpuTenths?: number;
    }[];
    /**
     * When an instance counts as running
     */
    readiness?: {
      /**
       * Kind of mail
       */
      kind?: 'tcp' | 'http';
      /**
       * Name of the field
       */
      path?: string;
      /**
       * After which the start counts as failed
       */
      timeoutSeconds?: number;
    };
    /**
     * How the flag reaches the container
     */
    flagDelivery?: 'environment' | 'file';
    /**
     * Of the file that holds the flag
     */
    flagPath?: string;
    /**
     * Each new instance of a team that has not solved the challenge gets a new flag
     */
    rotateFlag?: boolean;
    /**
     * Runtime of the engine, one of `containerCeilings.runtimes`; null for its own
     */
    runtime?: string | null;
    /**
     * One instance for all teams: none, onDemand for the first team that asks, or kept running
     */
    sharing?: 'none' | 'onDemand' | 'kept';
    /**
     * Instances started ahead, each for one team
     */
    warmCount?: number;
  } | null;
  /**
   * Whether the first three solves get no bonus here
   */
  disableBloodBonus?: boolean | null;
  /**
   * Points before anybody solved it
   */
  originalScore?: number | null;
  /**
   * Part of the points that always remains, 0 to 1
   */
  minScoreRate?: number | null;
  /**
   * How slowly the value falls with the solves; must be above 0
   */
  difficulty?: number | null;
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface ClientConfig {
  /**
   * Title
   */
  title: string;
  /**
   * Line under the title
   */
  slogan: string;
  /**
   * Text at the foot of every page, in Markdown
   */
  footerInfo: string | null;
  /**
   * Brand colour as #rrggbb, null for the palette of the product
   */
  customTheme: string | null;
  /**
   * Pictures of other hosts in Markdown: loaded on a click, or never
   */
  foreignImages: 'ask' | 'refuse';
  /**
   * Key for encrypted texts of older clients; null, because nothing is encrypted beside TLS
   */
  apiPublicKey: string | null;
  /**
   * Address of the logo, null for the one of the product
   */
  logoUrl: string | null;
  /**
   * How players reach instances: published ports, or relayed by the platform
   */
  portMapping: 'Default' | 'PlatformProxy';
  /**
   * Minutes a new instance lives
   */
  defaultLifetime: number;
  /**
   * Minutes an extension adds
   */
  extensionDuration: number;
  /**
   * Minutes before the end in which an instance can be extended
   */
  renewalWindow: number;
  /**
   * Whether a start above the limit ends the team’s oldest instance
   */
  autoDestroyOnLimitReached: boolean;
  /**
   * Largest upload of attachments in bytes, all files of a call together
   */
  attachmentBytesMax: number;
  /**
   * Largest package of a game in bytes
   */
  packageBytesMax: number;
  /**
   * Version of the software
   */
  version: string;
  /**
   * Commit of the source that the server was built from; null where the build did not know it
   */
  commit: string | null;
  /**
   * Where to get the source of the running version; null where no address is set
   */
  sourceUrl: string | null;
  /**
   * Licence of the software
   */
  licenseUrl: string;
}
export interface VersionedSettings {
  /**
   * Who may register, and how accounts become active
   */
  accountPolicy: {
    /**
     * Whether anybody may register
     */
    allowRegister: boolean;
    /**
     * Whether a new account is signed in at once; otherwise an administrator confirms it
     */
    activeOnRegister: boolean;
    /**
     * Whether registering, signing in and recovering ask for a captcha
     */
    useCaptcha: boolean;
    /**
     * Whether an address has to be confirmed by a mailed link
     */
    emailConfirmationRequired: boolean;
    /**
     * Domains that may register, with commas between; empty allows all
     */
    emailDomainList: string;
  };
  /**
   * Name and look of the platform
   */
  globalConfig: {
    /**
     * Title
     */
    title: string;
    /**
     * Line under the title
     */
    slogan: string;
    /**
     * What search engines show of the platform
     */
    description: string | null;
    /**
     * Text at the foot of every page, in Markdown
     */
    footerInfo: string | null;
    /**
     * Brand colour as #rrggbb, null for the palette of the product
     */
    customTheme: string | null;
    /**
     * Of older clients; cannot be switched on, because TLS does this
     */
    apiEncryption: boolean;
    /**
     * Pictures of other hosts in Markdown: loaded on a click, or never
     */
    foreignImages: 'ask' | 'refuse';
    /**
     * SHA-256 of the logo, null for the one of the product
     */
    logoHash: string | null;
    /**
     * SHA-256 of the icon, null for the one of the product
     */
    faviconHash: string | null;
    /**
     * Whether the icon was set by itself; otherwise it is made of the logo
     */
    hasOwnFavicon: boolean;
  };
  /**
   * How long instances live
   */
  containerPolicy: {
    /**
     * Whether a start above the limit ends the team’s oldest instance
     */
    autoDestroyOnLimitReached: boolean;
    /**
     * Of older clients; kept and not used
     */
    maxExerciseContainerCountPerUser: number;
    /**
     * Minutes a new instance lives
     */
    defaultLifetime: number;
    /**
     * Minutes an extension adds
     */
    extensionDuration: number;
    /**
     * Minutes before the end in which an instance can be extended
     */
    renewalWindow: number;
  };
  /**
   * What organisers may ask for at most
   */
  containerCeilings: {
    /**
     * Most memory of an instance in MiB
     */
    memoryMiB: number;
    /**
     * Most processor of an instance, in tenths of a core
     */
    cpuTenths: number;
    /**
     * Most disk space of an instance in MiB
     */
    storageMiB: number;
    /**
     * Longest life of an instance in minutes, extensions included
     */
    lifetimeMinutes: number;
    /**
     * Containers of the whole deployment at the same time; 0 is no limit
     */
    instancesMax: number;
    /**
     * Network modes that may be chosen
     *
     * @maxItems 3
     */
    networkModes: ('Open' | 'Isolated' | 'Custom')[];
    /**
     * Registries that images may come from, with commas between; empty is every public one
     */
    imageRegistries: string;
    /**
     * Runtimes of engines that a challenge may name
     *
     * @maxItems 32
     */
    runtimes: string[];
  };
  /**
   * Differs by what is stored; sent back with a change
   */
  version: number;
}
export interface MailTest {
  /**
   * null when the mail server took the mail
   */
  problem:
    | ('notConfigured' | 'noWorker' | 'noAnswer' | 'unreachable' | 'encryption' | 'signIn' | 'recipient' | 'other')
    | null;
  /**
   * What the mail server said, where it said something
   */
  answer: string | null;
}
export interface SettingsUpdateBody {
  /**
   * Who may register, and how accounts become active
   */
  accountPolicy?: {
    /**
     * Whether anybody may register
     */
    allowRegister?: boolean;
    /**
     * Whether a new account is signed in at once; otherwise an administrator confirms it
     */
    activeOnRegister?: boolean;
    /**
     * Whether registering, signing in and recovering ask for a captcha
     */
    useCaptcha?: boolean;
    /**
     * Whether an address has to be confirmed by a mailed link
     */
    emailConfirmationRequired?: boolean;
    /**
     * Domains that may register, with commas between; empty allows all
     */
    emailDomainList?: string;
  } | null;
  /**
   * Name and look of the platform
   */
  globalConfig?: {
    /**
     * Title
     */
    title?: string;
    /**
     * Line under the title
     */
    slogan?: string;
    /**
     * What search engines show of the platform
     */
    description?: string | null;
    /**
     * Text at the foot of every page, in Markdown
     */
    footerInfo?: string | null;
    /**
     * Brand colour as #rrggbb, null for the palette of the product
     */
    customTheme?: string | null;
    /**
     * Of older clients; cannot be switched on, because TLS does this
     */
    apiEncryption?: boolean;
    /**
     * Pictures of other hosts in Markdown: loaded on a click, or never
     */
    foreignImages?: 'ask' | 'refuse';
  } | null;
  /**
   * How long instances live
   */
  containerPolicy?: {
    /**
     * Whether a start above the limit ends the team’s oldest instance
     */
    autoDestroyOnLimitReached?: boolean;
    /**
     * Of older clients; kept and not used
     */
    maxExerciseContainerCountPerUser?: number;
    /**
     * Minutes a new instance lives
     */
    defaultLifetime?: number;
    /**
     * Minutes an extension adds
     */
    extensionDuration?: number;
    /**
     * Minutes before the end in which an instance can be extended
     */
    renewalWindow?: number;
  } | null;
  /**
   * What organisers may ask for at most
   */
  containerCeilings?: {
    /**
     * Most memory of an instance in MiB
     */
    memoryMiB?: number;
    /**
     * Most processor of an instance, in tenths of a core
     */
    cpuTenths?: number;
    /**
     * Most disk space of an instance in MiB
     */
    storageMiB?: number;
    /**
     * Longest life of an instance in minutes, extensions included
     */
    lifetimeMinutes?: number;
    /**
     * Containers of the whole deployment at the same time; 0 is no limit
     */
    instancesMax?: number;
    /**
     * Network modes that may be chosen
     *
     * @maxItems 3
     */
    networkModes?: ('Open' | 'Isolated' | 'Custom')[];
    /**
     * Registries that images may come from, with commas between; empty is every public one
     */
    imageRegistries?: string;
    /**
     * Runtimes of engines that a challenge may name
     *
     * @maxItems 32
     */
    runtimes?: string[];
  } | null;
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface ContainerInfo {
  /**
   * Status
   */
  status: 'Pending' | 'Running' | 'Destroyed';
  /**
   * Unix time in milliseconds
   */
  startedAt: number;
  /**
   * Unix time in milliseconds
   */
  expectStopAt: number;
  /**
   * Where the instance is reached: host:port, or its number where the platform relays
   */
  entry: string;
  /**
   * Empty until it runs
   */
  ports: InstancePort[];
}
export interface ContainerChanged {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the instance
   */
  containerId: string;
  /**
   * State of the instance
   */
  state: 'requested' | 'starting' | 'running' | 'stopping' | 'destroyed' | 'failed';
  /**
   * Where the instance is reached: host:port, or its number where the platform relays
   */
  entry: string | null;
  /**
   * Empty until it runs
   */
  ports: InstancePort[];
  /**
   * When the instance will end, in Unix milliseconds
   */
  expectStopAt: number | null;
  /**
   * Starts ahead of this one; null when it does not wait
   */
  position: number | null;
  /**
   * Until it will probably be ready; null when it does not wait, or nothing is known
   */
  waitSeconds: number | null;
  /**
   * Whether it waits for another instance to end, because there is no room
   */
  isFull: boolean;
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string | null;
  /**
   * One instance for all teams, which no team can stop or extend
   */
  isShared: boolean;
  /**
   * Why it ended, where its team should know; null while it lives
   */
  endReason:
    | (
        | 'expired'
        | 'exited'
        | 'outOfMemory'
        | 'limit'
        | 'staff'
        | 'diskLimit'
        | 'engineDown'
        | 'engineRemoved'
        | 'diskFull'
        | 'unreachable'
        | 'noCapacity'
        | 'tooLate'
      )
    | null;
}
export interface ContainerInstance {
  /**
   * Team
   */
  team: {
    /**
     * Its number
     */
    id: number;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
  } | null;
  /**
   * Title of the challenge
   */
  challenge: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
    /**
     * Field of the challenge
     */
    category:
      | 'Misc'
      | 'Crypto'
      | 'Pwn'
      | 'Web'
      | 'Reverse'
      | 'Blockchain'
      | 'Forensics'
      | 'Hardware'
      | 'Mobile'
      | 'PPC'
      | 'AI'
      | 'Pentest'
      | 'OSINT';
  } | null;
  /**
   * The game it belongs to
   */
  game: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
  };
  /**
   * Image it runs
   */
  image: string;
  /**
   * Number of the instance
   */
  containerGuid: string;
  /**
   * Number of the instance
   */
  containerId: string;
  /**
   * Unix time in milliseconds
   */
  startedAt: number;
  /**
   * Unix time in milliseconds
   */
  expectStopAt: number;
  /**
   * Address last seen
   */
  ip: string;
  /**
   * Port players reach
   */
  port: number;
  /**
   * As its players reach them; empty until it runs
   */
  ports: InstancePort[];
  /**
   * Status
   */
  status: 'Queued' | 'Pending' | 'Running' | 'Destroyed';
  /**
   * Starts ahead of this one; null when it does not wait
   */
  position: number | null;
}
export interface ContainerLog {
  /**
   * null when no worker answered in time
   */
  text: string | null;
}
export interface ImagePull {
  /**
   * Name of the container engine
   */
  engine: string;
  /**
   * Image of the challenge or of a companion
   */
  image: string;
  /**
   * State of the instance
   */
  state: 'unrequested' | 'waiting' | 'pulling' | 'present' | 'failed';
  /**
   * 0 to 100 while it is pulled, else null
   */
  percent: number | null;
  /**
   * Why the pull failed, in the caller’s language
   */
  reason: string | null;
  /**
   * After a failed pull: the engine still has the image as it was pulled before, and starts use it
   */
  isKept: boolean;
  /**
   * Of this state, in Unix milliseconds; null where there is none
   */
  changedAt: number | null;
}
export interface DivisionCreateBody {
  /**
   * Name
   */
  name: string;
  /**
   * Code that joining asks for; null or empty asks for none
   */
  inviteCode?: string | null;
  /**
   * What teams of the division may do, as a bit mask
   */
  defaultPermissions?: number | null;
  /**
   * Permissions for single challenges; each replaces the default for its challenge
   */
  challengeConfigs?:
    | {
        /**
         * Number of the challenge
         */
        challengeId: number;
        /**
         * Bit mask
         */
        permissions?: number;
      }[]
    | null;
}
export interface Division {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string;
  /**
   * Code that joining asks for; null or empty asks for none
   */
  inviteCode: string | null;
  /**
   * Bit mask
   */
  defaultPermissions: number;
  /**
   * Permissions for single challenges; each replaces the default for its challenge
   */
  challengeConfigs: DivisionChallenge[];
  /**
   * Grows by every save; sent back with a change
   */
  version: number;
}
export interface DivisionChallenge {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Bit mask
   */
  permissions: number;
}
export interface DivisionUpdateBody {
  /**
   * Name
   */
  name?: string | null;
  /**
   * Code that joining asks for; null or empty asks for none
   */
  inviteCode?: string | null;
  /**
   * What teams of the division may do, as a bit mask
   */
  defaultPermissions?: number | null;
  /**
   * Permissions for single challenges; each replaces the default for its challenge
   */
  challengeConfigs?:
    | {
        /**
         * Number of the challenge
         */
        challengeId: number;
        /**
         * Bit mask
         */
        permissions?: number;
      }[]
    | null;
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface Echo {
  /**
   * From which the server takes this request to come
   */
  address: string;
  /**
   * Whether a proxy named another address
   */
  isForwarded: boolean;
  /**
   * Whether TRUST_PROXY names any
   */
  trustsProxies: boolean;
}
export interface PlatformHealth {
  /**
   * Unix time in milliseconds
   */
  checkedAt: number;
  /**
   * By part; a part can have several
   */
  checks: CheckResult[];
}
export interface CheckResult {
  /**
   * What was checked
   */
  part:
    | 'database'
    | 'migrations'
    | 'key'
    | 'redis'
    | 'clock'
    | 'workers'
    | 'engine'
    | 'storage'
    | 'disk'
    | 'mail'
    | 'webhooks'
    | 'address'
    | 'limits'
    | 'backup'
    | 'queues'
    | 'solvers'
    | 'accounts';
  /**
   * Stable dotted word for what was found
   */
  code: string;
  /**
   * `unknown`: could not be checked
   */
  state: 'ok' | 'warning' | 'fault' | 'unknown';
  /**
   * In the language of the caller
   */
  message: string;
  /**
   * What to do about it
   */
  advice: string | null;
}
export interface EngineList {
  /**
   * Starts that wait for an engine
   */
  waiting: number;
  /**
   * By name
   */
  engines: Engine[];
}
export interface Engine {
  /**
   * Of the settings of the workers
   */
  name: string;
  /**
   * What it is
   */
  kind: 'docker' | 'swarm' | 'kubernetes';
  /**
   * Set by administrators; only an active engine gets new instances
   */
  state: 'active' | 'draining' | 'removed';
  /**
   * Whether a worker reported within the last 15 s that it answers
   */
  isUp: boolean;
  /**
   * Why it did not answer the last check of a worker; null when it did
   */
  lastError: string | null;
  /**
   * When a worker last reported it
   */
  seenAt: number;
  /**
   * Whether memory and processor bound its instances, or only rank the engines
   */
  isLimited: boolean;
  /**
   * Memory for instances in MiB; null where none is known
   */
  memoryMiB: number | null;
  /**
   * What its instances may use together, in MiB
   */
  memoryUsedMiB: number;
  /**
   * Processor time for instances in tenths of a core; null where none is known
   */
  cpuTenths: number | null;
  /**
   * What its instances may use together, in tenths of a core
   */
  cpuUsedTenths: number;
  /**
   * Instances that run on it
   */
  running: number;
  /**
   * Instances that start on it
   */
  starting: number;
  /**
   * Starts that were given to it and have not begun
   */
  waiting: number;
  /**
   * Instances that are being ended on it
   */
  ending: number;
  /**
   * Runtimes that a challenge may name
   */
  runtimes: string[];
}
export interface EngineUpdateBody {
  /**
   * active: gets instances; draining: keeps what it has; removed: has none and stays so
   */
  state: 'active' | 'draining' | 'removed';
  /**
   * Only for removed: end the instances that are left, whether or not the engine answers
   */
  giveUp?: boolean;
}
export interface FlagCreateBody {
  /**
   * The flag, exactly as it was found: nothing is trimmed
   */
  flag: string;
  /**
   * Where the file lies: nowhere, in our storage, or at another address
   */
  attachmentType?: 'None' | 'Local' | 'Remote';
  /**
   * SHA-256 of a stored file, from the upload call
   */
  fileHash?: string | null;
  /**
   * Address of a file that lies elsewhere
   */
  remoteUrl?: string | null;
}
export interface FlagFile {
  /**
   * The flag, exactly as it was found: nothing is trimmed
   */
  flag: string;
  /**
   * SHA-256 of a stored file, from the upload call
   */
  fileHash: string;
}
export interface DetailedGame {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * One or two sentences of plain text
   */
  summary: string;
  /**
   * Markdown
   */
  content: string;
  /**
   * Whether the game exists only for its staff and accepted teams
   */
  hidden: boolean;
  /**
   * Divisions of the game
   */
  divisions: DivisionInfo[];
  /**
   * Whether joining asks for an invite code
   */
  inviteCodeRequired: boolean;
  /**
   * Whether teams are asked for a writeup
   */
  writeupRequired: boolean;
  /**
   * Address of the poster, null when there is none
   */
  poster: string | null;
  /**
   * The most that is allowed; 0 is no limit
   */
  limit: number;
  /**
   * Teams that joined
   */
  teamCount: number;
  /**
   * Division, null without one
   */
  division: number | null;
  /**
   * Name of the caller’s team, null when it has not joined
   */
  teamName: string | null;
  /**
   * Whether play goes on, without points, after the end
   */
  practiceMode: boolean;
  /**
   * Status
   */
  status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
  /**
   * Unix time in milliseconds
   */
  start: number;
  /**
   * Unix time in milliseconds
   */
  end: number;
  /**
   * From here on the public board is frozen; null is never
   */
  freezeTime: number | null;
  /**
   * Whether the public board is frozen now
   */
  isFrozen: boolean;
  /**
   * Null where no writeup is asked for
   */
  writeupDeadline: number | null;
  /**
   * Instances a team may run at the same time; 0 is no limit
   */
  containerCountLimit: number;
  /**
   * Number of the team
   */
  teamId: number | null;
  /**
   * The caller’s own place in the staff of the game, null without one
   */
  staffRole: ('organiser' | 'observer') | null;
  /**
   * Whether organisers review teams that ask to join
   */
  reviewRequired: boolean;
}
export interface DivisionInfo {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string;
  /**
   * Whether joining asks for an invite code
   */
  inviteCodeRequired: boolean;
  /**
   * Whether organisers review teams that ask to join
   */
  reviewRequired: boolean;
}
export interface BasicGame {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * One or two sentences of plain text
   */
  summary: string;
  /**
   * Address of the poster, null when there is none
   */
  poster: string | null;
  /**
   * Members per team, 0 is no limit
   */
  limit: number;
  /**
   * Unix time in milliseconds
   */
  start: number;
  /**
   * Unix time in milliseconds
   */
  end: number;
}
export interface OwnGames {
  /**
   * Whether one is in any team
   */
  hasTeam: boolean;
  /**
   * Games
   */
  games: {
    /**
     * Its number
     */
    id: number;
    /**
     * Status
     */
    status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
    /**
     * Number of the team
     */
    teamId: number | null;
    /**
     * Name of the caller’s team, null when it has not joined
     */
    teamName: string | null;
    /**
     * The caller’s own place in the staff of the game, null without one
     */
    staffRole: ('organiser' | 'observer') | null;
    /**
     * Whether play goes on, without points, after the end
     */
    practiceMode: boolean;
    /**
     * From here on the public board is frozen; null is never
     */
    freezeTime: number | null;
    /**
     * Null where no writeup is asked for
     */
    writeupDeadline: number | null;
    /**
     * Whether the team has handed in a writeup
     */
    writeupSubmitted: boolean;
    /**
     * While the game runs, of an accepted team; null otherwise
     */
    place: {
      /**
       * Place over all, 0 when not ranked
       */
      rank: number;
      /**
       * Points
       */
      score: number;
      /**
       * Challenges solved
       */
      solvedCount: number;
      /**
       * Challenges in the list
       */
      challengeCount: number;
    } | null;
  }[];
}
export interface GameArchiveBody {
  /**
   * With texts and hints of the challenges
   */
  statements?: boolean;
  /**
   * With attachments that are the same for all teams
   */
  attachments?: boolean;
  /**
   * With the writeups of the teams
   */
  writeups?: boolean;
}
export interface GameCheck {
  /**
   * Unix time in milliseconds
   */
  startedAt: number;
  /**
   * null while it runs
   */
  finishedAt: number | null;
  /**
   * Found so far, in the order of the run
   */
  checks: GameCheckResult[];
}
export interface GameCheckResult {
  /**
   * What was checked
   */
  part: 'checklist' | 'dryRun';
  /**
   * Stable dotted word for what was found
   */
  code: string;
  /**
   * `unknown`: could not be checked
   */
  state: 'ok' | 'warning' | 'fault' | 'unknown';
  /**
   * In the language of the caller
   */
  message: string;
  /**
   * What to do about it
   */
  advice: string | null;
}
export interface GameCreateBody {
  /**
   * Title
   */
  title: string;
  /**
   * Unix time in milliseconds
   */
  start: number;
  /**
   * Unix time in milliseconds
   */
  end: number;
  /**
   * Whether the game exists only for its staff and accepted teams
   */
  hidden?: boolean;
  /**
   * One or two sentences of plain text
   */
  summary?: string;
  /**
   * Text in Markdown
   */
  content?: string;
  /**
   * Whether teams without a division are accepted as soon as they join
   */
  acceptWithoutReview?: boolean;
  /**
   * Whether teams are asked for a writeup
   */
  writeupRequired?: boolean;
  /**
   * Code that joining asks for; null or empty asks for none
   */
  inviteCode?: string | null;
  /**
   * People of a team that may play; 0 is no limit
   */
  teamMemberCountLimit?: number;
  /**
   * Instances a team may run at the same time; 0 is no limit
   */
  containerCountLimit?: number;
  /**
   * Instances of all teams of the game at the same time; 0 is no limit
   */
  containerTotalLimit?: number;
  /**
   * Whether play goes on, without points, after the end
   */
  practiceMode?: boolean;
  /**
   * Unix time in milliseconds
   */
  writeupDeadline?: number;
  /**
   * What a writeup should have in it, in Markdown
   */
  writeupNote?: string;
  /**
   * Bonus of the first three solves in thousandths, packed: first × 2^20 + second × 2^10 + third
   */
  bloodBonus?: number;
  /**
   * From here on the public board is frozen; null is never
   */
  freezeTime?: number | null;
  /**
   * Made together with the game
   */
  divisions?:
    | {
        /**
         * Name
         */
        name: string;
        /**
         * Code that joining asks for; null or empty asks for none
         */
        inviteCode?: string | null;
        /**
         * What teams of the division may do, as a bit mask
         */
        defaultPermissions?: number | null;
      }[]
    | null;
}
export interface GameInfo {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * Whether the game exists only for its staff and accepted teams
   */
  hidden: boolean;
  /**
   * One or two sentences of plain text
   */
  summary: string;
  /**
   * Text in Markdown
   */
  content: string;
  /**
   * Whether teams without a division are accepted as soon as they join
   */
  acceptWithoutReview: boolean;
  /**
   * Whether teams are asked for a writeup
   */
  writeupRequired: boolean;
  /**
   * Code that joining asks for; null or empty asks for none
   */
  inviteCode: string | null;
  /**
   * People of a team that may play; 0 is no limit
   */
  teamMemberCountLimit: number;
  /**
   * Instances a team may run at the same time; 0 is no limit
   */
  containerCountLimit: number;
  /**
   * Instances of all teams of the game at the same time; 0 is no limit
   */
  containerTotalLimit: number;
  /**
   * Address of the poster, null when there is none
   */
  poster: string | null;
  /**
   * Ed25519 key that verifies team tokens: 32 bytes in Base64
   */
  publicKey: string;
  /**
   * Whether play goes on, without points, after the end
   */
  practiceMode: boolean;
  /**
   * Unix time in milliseconds
   */
  start: number;
  /**
   * Unix time in milliseconds
   */
  end: number;
  /**
   * Unix time in milliseconds
   */
  writeupDeadline: number;
  /**
   * What a writeup should have in it, in Markdown
   */
  writeupNote: string;
  /**
   * Bonus of the first three solves in thousandths, packed: first × 2^20 + second × 2^10 + third
   */
  bloodBonus: number;
  /**
   * From here on the public board is frozen; null is never
   */
  freezeTime: number | null;
  /**
   * Grows by every save; sent back with a change
   */
  version: number;
}
export interface Staff {
  /**
   * Number of the account
   */
  userId: string;
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * What the account may do
   */
  role: 'organiser' | 'observer';
}
export interface GameUpdateBody {
  /**
   * Title
   */
  title?: string;
  /**
   * Unix time in milliseconds
   */
  start?: number;
  /**
   * Unix time in milliseconds
   */
  end?: number;
  /**
   * Whether the game exists only for its staff and accepted teams
   */
  hidden?: boolean;
  /**
   * One or two sentences of plain text
   */
  summary?: string;
  /**
   * Text in Markdown
   */
  content?: string;
  /**
   * Whether teams without a division are accepted as soon as they join
   */
  acceptWithoutReview?: boolean;
  /**
   * Whether teams are asked for a writeup
   */
  writeupRequired?: boolean;
  /**
   * Code that joining asks for; null or empty asks for none
   */
  inviteCode?: string | null;
  /**
   * People of a team that may play; 0 is no limit
   */
  teamMemberCountLimit?: number;
  /**
   * Instances a team may run at the same time; 0 is no limit
   */
  containerCountLimit?: number;
  /**
   * Instances of all teams of the game at the same time; 0 is no limit
   */
  containerTotalLimit?: number;
  /**
   * Whether play goes on, without points, after the end
   */
  practiceMode?: boolean;
  /**
   * Unix time in milliseconds
   */
  writeupDeadline?: number;
  /**
   * What a writeup should have in it, in Markdown
   */
  writeupNote?: string;
  /**
   * Bonus of the first three solves in thousandths, packed: first × 2^20 + second × 2^10 + third
   */
  bloodBonus?: number;
  /**
   * From here on the public board is frozen; null is never
   */
  freezeTime?: number | null;
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface GamePage {
  profile: OwnProfile1;
  game: DetailedGame1;
  /**
   * Null where its own call is refused
   */
  details: GameDetails | null;
  /**
   * Null where its own call is refused
   */
  instances: ContainerChanged[] | null;
}
/**
 * Of the caller
 */
export interface OwnProfile1 {
  /**
   * Number of the account
   */
  userId: string;
  /**
   * What the account may do
   */
  role: 'Banned' | 'User' | 'Monitor' | 'Admin';
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string | null;
  /**
   * E-mail address
   */
  email: string | null;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Telephone number, null when there is none
   */
  phone: string | null;
  /**
   * Real name, for the organisers
   */
  realName: string | null;
  /**
   * Student number, for the organisers
   */
  stdNumber: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Whether the account organises a game
   */
  isOrganiser: boolean;
}
/**
 * The game it belongs to
 */
export interface DetailedGame1 {
  /**
   * Its number
   */
  id: number;
  /**
   * Title
   */
  title: string;
  /**
   * One or two sentences of plain text
   */
  summary: string;
  /**
   * Markdown
   */
  content: string;
  /**
   * Whether the game exists only for its staff and accepted teams
   */
  hidden: boolean;
  /**
   * Divisions of the game
   */
  divisions: DivisionInfo[];
  /**
   * Whether joining asks for an invite code
   */
  inviteCodeRequired: boolean;
  /**
   * Whether teams are asked for a writeup
   */
  writeupRequired: boolean;
  /**
   * Address of the poster, null when there is none
   */
  poster: string | null;
  /**
   * The most that is allowed; 0 is no limit
   */
  limit: number;
  /**
   * Teams that joined
   */
  teamCount: number;
  /**
   * Division, null without one
   */
  division: number | null;
  /**
   * Name of the caller’s team, null when it has not joined
   */
  teamName: string | null;
  /**
   * Whether play goes on, without points, after the end
   */
  practiceMode: boolean;
  /**
   * Status
   */
  status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
  /**
   * Unix time in milliseconds
   */
  start: number;
  /**
   * Unix time in milliseconds
   */
  end: number;
  /**
   * From here on the public board is frozen; null is never
   */
  freezeTime: number | null;
  /**
   * Whether the public board is frozen now
   */
  isFrozen: boolean;
  /**
   * Null where no writeup is asked for
   */
  writeupDeadline: number | null;
  /**
   * Instances a team may run at the same time; 0 is no limit
   */
  containerCountLimit: number;
  /**
   * Number of the team
   */
  teamId: number | null;
  /**
   * The caller’s own place in the staff of the game, null without one
   */
  staffRole: ('organiser' | 'observer') | null;
  /**
   * Whether organisers review teams that ask to join
   */
  reviewRequired: boolean;
}
export interface GameHealth {
  /**
   * Enabled challenges that cannot be solved: without flag or without image
   */
  incomplete: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
  }[];
  /**
   * Challenges whose instances fail, most failures first
   */
  failedStarts: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
    /**
     * Instances of the last hour that did not start
     */
    failed: number;
    /**
     * Instances that teams asked for in the last hour
     */
    starts: number;
  }[];
  /**
   * Challenges whose instances end by themselves, most ends first
   */
  selfEnds: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
    /**
     * Instances that ended by themselves in the last hour
     */
    ended: number;
    /**
     * Those of them that ran out of memory
     */
    outOfMemory: number;
  }[];
  /**
   * Challenges whose solver did not pass last, also before the start
   */
  failedChecks: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
    /**
     * How the last check ended
     */
    result: 'failed' | 'timedOut' | 'error';
    /**
     * When the last check ended
     */
    since: number;
  }[];
  /**
   * Challenges with unusually many wrong answers, most first
   */
  wrongFlags: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
    /**
     * Wrong answers of the last ten minutes
     */
    wrong: number;
    /**
     * Wrong answers of ten minutes in the hour before, on average
     */
    usual: number;
  }[];
  /**
   * Challenges unsolved for a tenth of the game, at most two hours; longest first
   */
  unsolved: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
    /**
     * Since when teams have seen it
     */
    since: number;
    /**
     * Teams that sent an answer
     */
    teams: number;
  }[];
  /**
   * Challenges with fewer attachments left than teams without one
   */
  runningOut: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
    /**
     * Attachments that no team has
     */
    left: number;
    /**
     * Accepted teams without one
     */
    teams: number;
  }[];
  /**
   * Answers without a verdict after half a minute
   */
  unjudged: {
    /**
     * Rows at most
     */
    count: number;
    /**
     * Arrival of the oldest
     */
    since: number | null;
  };
  /**
   * Teams that wait for review
   */
  review: {
    /**
     * Rows at most
     */
    count: number;
    /**
     * When the first of them joined
     */
    since: number | null;
  };
  /**
   * Teams that sent the flag of another one and still take part
   */
  cheating: {
    /**
     * Rows at most
     */
    count: number;
    /**
     * The latest finding
     */
    latest: number | null;
  };
  /**
   * Zeros before the end of the game
   */
  writeups: {
    /**
     * Writeups without grade and comment
     */
    unread: number;
    /**
     * Accepted teams without one after the deadline
     */
    missing: number;
  };
}
export interface LogMessage {
  /**
   * When, in Unix milliseconds
   */
  time: number;
  /**
   * User name, Anonymous or System
   */
  name: string | null;
  /**
   * How serious it is
   */
  level: ('Information' | 'Warning' | 'Error' | 'Fatal') | null;
  /**
   * Address last seen
   */
  ip: string | null;
  /**
   * What happened
   */
  msg: string | null;
  /**
   * Status
   */
  status:
    ('Success' | 'Failed' | 'Duplicate' | 'Denied' | 'NotFound' | 'Exit' | 'Pending' | 'Degraded' | 'Unhealthy') | null;
}
export interface MonitorFigures {
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * The last 60 minutes, oldest first; the last one is not over
   */
  minutes: {
    /**
     * When the minute began, in Unix milliseconds
     */
    time: number;
    /**
     * Right answers of the minute
     */
    right: number;
    /**
     * Other answers of the minute
     */
    wrong: number;
  }[];
  /**
   * Answers of the whole game
   */
  submissions: {
    /**
     * Right answers
     */
    right: number;
    /**
     * Wrong answers
     */
    wrong: number;
    /**
     * Answers that were another team's flag
     */
    shared: number;
    /**
     * Answers without a verdict
     */
    waiting: number;
    /**
     * Arrival of the oldest answer without a verdict
     */
    waitingSince: number | null;
  };
  /**
   * Teams of the game
   */
  teams: {
    /**
     * Teams that may play
     */
    accepted: number;
    /**
     * Teams that answered in the last 60 minutes
     */
    active: number;
    /**
     * Teams with a solve
     */
    solved: number;
  };
  /**
   * Containers of the teams of the game
   */
  instances: {
    /**
     * Containers that run
     */
    running: number;
    /**
     * Containers that are being started
     */
    waiting: number;
    /**
     * Containers that are being ended
     */
    ending: number;
    /**
     * Containers that failed in the last 60 minutes
     */
    failed: number;
  };
  /**
   * Enabled challenges by category and title
   */
  challenges: {
    /**
     * Its number
     */
    id: number;
    /**
     * Title
     */
    title: string;
    /**
     * Field of the challenge
     */
    category:
      | 'Misc'
      | 'Crypto'
      | 'Pwn'
      | 'Web'
      | 'Reverse'
      | 'Blockchain'
      | 'Forensics'
      | 'Hardware'
      | 'Mobile'
      | 'PPC'
      | 'AI'
      | 'Pentest'
      | 'OSINT';
    /**
     * Teams that solved it
     */
    solves: number;
    /**
     * Answers of all teams
     */
    answers: number;
  }[];
}
export interface Notice {
  /**
   * Its number
   */
  id: number;
  /**
   * Kind
   */
  type: 'Normal' | 'FirstBlood' | 'SecondBlood' | 'ThirdBlood' | 'NewHint' | 'NewChallenge';
  /**
   * What it is about, by type
   */
  values: string[];
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * Absent where it is not pinned
   */
  pinned?: boolean;
  /**
   * The challenge that a written notice is about, absent without one
   */
  challengeId?: number;
}
export interface WrittenNotice {
  /**
   * Its number
   */
  id: number;
  /**
   * Kind
   */
  type: 'Normal' | 'FirstBlood' | 'SecondBlood' | 'ThirdBlood' | 'NewHint' | 'NewChallenge';
  /**
   * What it is about, by type
   */
  values: string[];
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * Stays above the others
   */
  pinned: boolean;
  /**
   * The challenge it is about
   */
  challengeId: number | null;
  /**
   * When players will see it; null once they do
   */
  scheduledUtc: number | null;
  /**
   * Grows by every save; sent back with a change
   */
  version: number;
}
export interface Overview {
  /**
   * Goes up with every change
   */
  version: string;
  /**
   * Commit of the source that the server was built from; null where the build did not know it
   */
  commit: string | null;
  /**
   * Of the server that answers
   */
  startedAt: number;
  /**
   * State of each service
   */
  parts: {
    /**
     * State of PostgreSQL
     */
    database: 'ok' | 'full' | 'failed';
    /**
     * State of the schema
     */
    migrations: 'ok' | 'full' | 'failed';
    /**
     * State of Redis
     */
    redis: 'ok' | 'full' | 'failed';
    /**
     * Where files are kept
     */
    storage: 'ok' | 'full' | 'failed';
  };
  /**
   * Free space
   */
  disk: {
    /**
     * State of the instance
     */
    state: 'ok' | 'low' | 'full';
    /**
     * Bytes that are free; null when no disk is here
     */
    freeBytes: number | null;
  };
  /**
   * null when Redis does not say
   */
  workers:
    | {
        /**
         * Goes up with every change
         */
        version: string | null;
        /**
         * null where no containers are run
         */
        engine: string | null;
        /**
         * Whether the container engine answers
         */
        isEngineUp: boolean;
        /**
         * Whether mails can be sent
         */
        hasMail: boolean;
      }[]
    | null;
  /**
   * Names; null when the database does not say
   */
  drainedEngines: string[] | null;
  /**
   * By name; each container engine has one
   */
  queues: {
    [k: string]: {
      /**
       * Jobs that wait
       */
      waiting: number;
      /**
       * Jobs for a later time
       */
      delayed: number;
      /**
       * Jobs that failed
       */
      failed: number;
    };
  } | null;
  /**
   * Age of the answer that has waited longest for its verdict
   */
  oldestWaitingAnswerSeconds: number | null;
  /**
   * Mails that are still to be sent
   */
  unsentMails: number | null;
  /**
   * Challenges whose solver did not pass last; null when the database does not say
   */
  failingChecks: number | null;
  /**
   * null when the database does not say
   */
  backup: {
    /**
     * null before the first
     */
    lastAt: number | null;
    /**
     * Older than twice BACKUP_EVERY, or without a schedule than 26 hours
     */
    isLate: boolean;
    /**
     * Of the last verification; null before the first
     */
    faults: number | null;
  } | null;
  /**
   * Settings of the environment
   */
  setup: {
    /**
     * Whether mails can be sent
     */
    hasMail: boolean;
    /**
     * Sender of mails
     */
    mailSender: string;
    /**
     * Provider of captchas
     */
    captcha: 'None' | 'HashPow' | 'CloudflareTurnstile';
    /**
     * Container engine in the settings
     */
    containerEngine: string;
    /**
     * How players reach instances: published ports, or relayed by the platform
     */
    portMapping: 'Default' | 'PlatformProxy';
    /**
     * Whether containers share the host name
     */
    containerHost: 'apart' | 'sameSite' | 'sameHost';
    /**
     * Where files are kept
     */
    storage: 'file' | 's3';
    /**
     * Address of the site; null when it is not set
     */
    publicUrl: string | null;
  };
  /**
   * How much there is
   */
  counts: {
    /**
     * Accounts
     */
    accounts: number;
    /**
     * Accounts without a confirmed address
     */
    unconfirmed: number;
    /**
     * Banned accounts
     */
    banned: number;
    /**
     * Accounts with the role Admin
     */
    administrators: number;
    /**
     * Teams in order
     */
    teams: number;
    /**
     * Games
     */
    games: number;
    /**
     * Games that are running
     */
    runningGames: number;
    /**
     * Running instances
     */
    containers: number;
    /**
     * The files
     */
    files: number;
    /**
     * Bytes of all files
     */
    fileBytes: number;
  };
  /**
   * No game was made and no setting changed
   */
  isUntouched: boolean;
}
export interface GameCopyBody {
  /**
   * Title
   */
  title: string;
  /**
   * Unix time in milliseconds
   */
  start: number;
  /**
   * Unix time in milliseconds
   */
  end: number;
}
export interface JoinBody {
  /**
   * Number of the team
   */
  teamId: number;
  /**
   * Number of the division, null without one
   */
  divisionId?: number | null;
  /**
   * Code that joining asks for; null or empty asks for none
   */
  inviteCode?: string | null;
}
export interface ParticipationInfo {
  /**
   * Its number
   */
  id: number;
  /**
   * Team
   */
  team: {
    /**
     * Its number
     */
    id: number;
    /**
     * Whether members may not leave while a game runs
     */
    locked: boolean;
    /**
     * Account that leads the team
     */
    captainId: string;
    /**
     * Name
     */
    name: string | null;
    /**
     * What they say about themselves
     */
    bio: string | null;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
    /**
     * People of the team
     */
    members: Profile[];
  };
  /**
   * Accounts that play in this game
   */
  registeredMembers: string[];
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Status
   */
  status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
}
export interface PostDetail {
  /**
   * Its number
   */
  id: string;
  /**
   * Title
   */
  title: string;
  /**
   * Markdown
   */
  summary: string;
  /**
   * Whether it stands first
   */
  isPinned: boolean;
  /**
   * Words to find it by
   */
  tags: string[] | null;
  /**
   * Address of the author’s picture, null when there is none
   */
  authorAvatar: string | null;
  /**
   * Name of the author, null when the account is gone
   */
  authorName: string | null;
  /**
   * Of the last change of the text
   */
  time: number;
  /**
   * Markdown
   */
  content: string;
  /**
   * Grows by every save; sent back with a change
   */
  version: number;
}
export interface PostInfo {
  /**
   * Its number
   */
  id: string;
  /**
   * Title
   */
  title: string;
  /**
   * Markdown
   */
  summary: string;
  /**
   * Whether it stands first
   */
  isPinned: boolean;
  /**
   * Words to find it by
   */
  tags: string[] | null;
  /**
   * Address of the author’s picture, null when there is none
   */
  authorAvatar: string | null;
  /**
   * Name of the author, null when the account is gone
   */
  authorName: string | null;
  /**
   * Of the last change of the text
   */
  time: number;
}
export interface PostEditBody {
  /**
   * Title
   */
  title?: string | null;
  /**
   * One or two sentences of plain text
   */
  summary?: string | null;
  /**
   * Text in Markdown
   */
  content?: string | null;
  /**
   * Words to find it by
   */
  tags?: string[] | null;
  /**
   * Whether it stands first
   */
  isPinned?: boolean | null;
}
export interface PostUpdateBody {
  /**
   * Title
   */
  title?: string | null;
  /**
   * One or two sentences of plain text
   */
  summary?: string | null;
  /**
   * Text in Markdown
   */
  content?: string | null;
  /**
   * Words to find it by
   */
  tags?: string[] | null;
  /**
   * Whether it stands first
   */
  isPinned?: boolean | null;
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface CtftimeFeed {
  /**
   * Titles of the challenges; one that occurs twice carries its number
   */
  tasks: string[];
  /**
   * The teams, best first
   */
  standings: {
    /**
     * Place
     */
    pos: number;
    /**
     * Team
     */
    team: string;
    /**
     * Points
     */
    score: number;
    /**
     * Solved challenges by their entry in `tasks`
     */
    taskStats: {
      [k: string]: {
        /**
         * Points of the solve, bonus included
         */
        points: number;
        /**
         * Unix time in seconds
         */
        time: number;
      };
    };
    /**
     * Absent without a solve worth points
     */
    lastAccept?: number;
  }[];
}
export interface ScoreboardQuery {
  /**
   * The board as it stood then, Unix milliseconds; the public gets nothing later than a freeze
   */
  asOf?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * Teams at most, 100 by default
   */
  count?: number;
  /**
   * Only teams of this division
   */
  division?: number;
  /**
   * Only teams whose name has this in it, whatever its letters' case
   */
  search?: string;
}
export interface Scoreboard {
  /**
   * Unix time in milliseconds
   */
  updateTimeUtc: number;
  /**
   * Bonus of the first three solves in thousandths, packed: first × 2^20 + second × 2^10 + third
   */
  bloodBonus: number;
  /**
   * Points over time of the best teams, over all (0) and by division
   */
  timelines: {
    /**
     * Number of the division, null without one
     */
    divisionId: number;
    /**
     * Teams in order
     */
    teams: {
      /**
       * Its number
       */
      id: number;
      /**
       * Name
       */
      name: string;
      /**
       * Rows in order
       */
      items: {
        /**
         * Unix time in milliseconds
         */
        time: number;
        /**
         * Points
         */
        score: number;
      }[];
    }[];
  }[];
  /**
   * Rows in order
   */
  items: ScoreboardItem1[];
  /**
   * Divisions of the game
   */
  divisions: {
    /**
     * Its number
     */
    id: number;
    /**
     * Name
     */
    name: string;
    /**
     * What teams of the division may do, as a bit mask
     */
    defaultPermissions: number;
    /**
     * Permissions for single challenges; each replaces the default for its challenge
     */
    challengeConfigs: {
      [k: string]: {
        /**
         * Number of the challenge
         */
        challengeId: number;
        /**
         * Permissions as a bit mask
         */
        permissions: number;
      };
    };
  }[];
  /**
   * Challenges by category
   */
  challenges: {
    [k: string]: ScoreboardChallenge[];
  };
  /**
   * Challenges in the list
   */
  challengeCount: number;
  /**
   * Goes up with every change
   */
  version: number;
  /**
   * Teams that fit the search, on all pages
   */
  total?: number;
}
export interface TeamTimeline {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string;
  /**
   * Rows in order
   */
  items: {
    /**
     * Unix time in milliseconds
     */
    time: number;
    /**
     * Points
     */
    score: number;
  }[];
}
export interface ChallengeSolver {
  /**
   * null without a solver
   */
  solver: SolverSettings | null;
  /**
   * The last 20, newest first
   */
  checks: SolverCheck[];
}
export interface SolverSettings {
  /**
   * Image it runs
   */
  image: string;
  /**
   * Instead of what the image starts by itself; with a script its interpreter, sh -c by default
   *
   * @maxItems 16
   */
  command: string[];
  /**
   * Last argument of the command
   */
  script: string;
  /**
   * After which a run has failed
   */
  timeoutSeconds: number;
  /**
   * At least 5; 0 checks on request and before opening only
   */
  everyMinutes: number;
  /**
   * Players see the result of the last check
   */
  showStatus: boolean;
}
export interface SolverCheck {
  /**
   * Its number
   */
  id: number;
  /**
   * Failed: it ended without the flag. Error: instance or solver could not be run
   */
  result: 'running' | 'passed' | 'failed' | 'timedOut' | 'error';
  /**
   * Who asked for it; null for a scheduled one
   */
  userName: string | null;
  /**
   * Why it could not be run, in the language of the caller
   */
  reason: string | null;
  /**
   * Of the solver
   */
  exitCode: number | null;
  /**
   * Unix time in milliseconds
   */
  requestedAt: number;
  /**
   * When the instance was ready and the solver began
   */
  startedAt: number | null;
  /**
   * null while it runs
   */
  endedAt: number | null;
}
export interface SolverSettingsInput {
  /**
   * Image it runs
   */
  image: string;
  /**
   * Instead of what the image starts by itself; with a script its interpreter, sh -c by default
   *
   * @maxItems 16
   */
  command?: string[];
  /**
   * Last argument of the command
   */
  script?: string;
  /**
   * After which a run has failed
   */
  timeoutSeconds?: number;
  /**
   * At least 5; 0 checks on request and before opening only
   */
  everyMinutes?: number;
  /**
   * Players see the result of the last check
   */
  showStatus?: boolean;
}
export interface TeamSubmission {
  /**
   * Its number
   */
  id: number;
  /**
   * What was sent as the flag
   */
  answer: string;
  /**
   * Cheating shows as WrongAnswer
   */
  status: 'FlagSubmitted' | 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'NotFound';
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * Empty for a deleted account
   */
  user: string;
  /**
   * Wrong because it is the flag of an earlier instance of the team
   */
  isEarlierFlag: boolean;
}
export interface CheatInfo {
  ownedTeam: CheatingTeam3;
  submitTeam: CheatingTeam4;
  submission: Submission;
}
/**
 * Whose flag it was
 */
export interface CheatingTeam3 {
  /**
   * Its number
   */
  id: number;
  /**
   * Team
   */
  team: {
    /**
     * Its number
     */
    id: number;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
  };
  /**
   * Status
   */
  status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
  /**
   * Division, null without one
   */
  division: string | null;
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Who plays for the team in this game
   */
  members: {
    /**
     * Its number
     */
    id: string;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
    /**
     * The account was excluded by an administrator
     */
    banned: boolean;
  }[];
}
/**
 * Who handed it in
 */
export interface CheatingTeam4 {
  /**
   * Its number
   */
  id: number;
  /**
   * Team
   */
  team: {
    /**
     * Its number
     */
    id: number;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
  };
  /**
   * Status
   */
  status: 'Pending' | 'Accepted' | 'Rejected' | 'Suspended' | 'Unsubmitted';
  /**
   * Division, null without one
   */
  division: string | null;
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Who plays for the team in this game
   */
  members: {
    /**
     * Its number
     */
    id: string;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
    /**
     * The account was excluded by an administrator
     */
    banned: boolean;
  }[];
}
/**
 * The answer
 */
export interface Submission {
  /**
   * What was sent as the flag
   */
  answer: string;
  /**
   * Status
   */
  status: 'FlagSubmitted' | 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'NotFound';
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * Name of the account, empty when there is none
   */
  user: string;
  /**
   * Team
   */
  team: string;
  /**
   * Title of the challenge
   */
  challenge: string;
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the account
   */
  userId: string | null;
  /**
   * Of the team in this game
   */
  participationId: number;
  /**
   * Number of the team
   */
  teamId: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface Submission1 {
  /**
   * What was sent as the flag
   */
  answer: string;
  /**
   * Status
   */
  status: 'FlagSubmitted' | 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'NotFound';
  /**
   * Unix time in milliseconds
   */
  time: number;
  /**
   * Name of the account, empty when there is none
   */
  user: string;
  /**
   * Team
   */
  team: string;
  /**
   * Title of the challenge
   */
  challenge: string;
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the account
   */
  userId: string | null;
  /**
   * Of the team in this game
   */
  participationId: number;
  /**
   * Number of the team
   */
  teamId: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface TeamCreateBody {
  /**
   * Name
   */
  name: string;
  /**
   * What they say about themselves
   */
  bio?: string | null;
}
export interface Team {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string | null;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Whether members may not leave while a game runs
   */
  locked: boolean;
  /**
   * People of the team
   */
  members: TeamMember[];
}
export interface TeamMember {
  /**
   * Its number
   */
  id: string | null;
  /**
   * Name of the account, 3 to 15 characters
   */
  userName: string | null;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Whether this member leads the team
   */
  captain: boolean;
}
export interface InvitingTeam {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string | null;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Whether members may not leave while a game runs
   */
  locked: boolean;
  /**
   * People of the team
   */
  members: TeamMember[];
  /**
   * The new invite code, `{name}:{id}:{token}`
   */
  inviteCode: string;
}
export interface TeamUpdateBody {
  /**
   * Name
   */
  name?: string | null;
  /**
   * What they say about themselves
   */
  bio?: string | null;
}
export interface AdminTeam {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string | null;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Whether members may not leave while a game runs
   */
  locked: boolean;
  /**
   * People of the team
   */
  members: TeamMember[];
  /**
   * Games that it has joined
   */
  gameCount: number;
  /**
   * Differs by what is stored; sent back with a change
   */
  version: number;
}
export interface AdminTeamUpdateBody {
  /**
   * Name
   */
  name?: string | null;
  /**
   * What they say about themselves
   */
  bio?: string | null;
  /**
   * Whether members may not leave while a game runs
   */
  locked?: boolean | null;
  /**
   * A member of the team
   */
  captainId?: string | null;
  /**
   * Texts to remove, because an empty one stays
   */
  clear?: 'bio'[] | null;
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface TokenCreateBody {
  /**
   * Name
   */
  name: string;
  /**
   * Days; 0, null or absent: never expires
   */
  expiresIn?: number | null;
  /**
   * What the token opens; absent or null: monitor:read. admin:write changes nearly everything an administrator can, but for passwords, addresses and higher roles
   */
  scopes?:
    | (
        | 'account:read'
        | 'account:write'
        | 'team:read'
        | 'team:write'
        | 'game:read'
        | 'game:write'
        | 'play:read'
        | 'play:write'
        | 'monitor:read'
        | 'monitor:write'
        | 'edit:read'
        | 'edit:write'
        | 'admin:read'
        | 'admin:write'
        | 'file:read'
        | 'file:write'
      )[]
    | null;
}
export interface ApiToken {
  /**
   * Its number
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Account that made it, null when that is gone
   */
  creatorId: string | null;
  /**
   * When it was made, in Unix milliseconds
   */
  createdAt: number;
  /**
   * When it expires, in Unix milliseconds; null for never
   */
  expiresAt: number | null;
  /**
   * To the minute
   */
  lastUsedAt: number | null;
  /**
   * Whether it was revoked
   */
  isRevoked: boolean;
  /**
   * User name of the creator
   */
  creator: string | null;
  /**
   * What it opens
   */
  scopes: (
    | 'account:read'
    | 'account:write'
    | 'team:read'
    | 'team:write'
    | 'game:read'
    | 'game:write'
    | 'play:read'
    | 'play:write'
    | 'monitor:read'
    | 'monitor:write'
    | 'edit:read'
    | 'edit:write'
    | 'admin:read'
    | 'admin:write'
    | 'file:read'
    | 'file:write'
  )[];
}
export interface WebhookCreateBody {
  /**
   * Name
   */
  name: string;
  /**
   * Required by Telegram, ignored by all others
   */
  chatId?: string | null;
  /**
   * Events that it receives
   *
   * @minItems 1
   * @maxItems 8
   */
  kinds: ('Blood' | 'Solve' | 'Notice' | 'Phase' | 'Cheat' | 'Participation' | 'Account' | 'Health')[];
  /**
   * null or absent: all games
   */
  gameId?: number | null;
  /**
   * Read by organisers only: also gets solves of a freeze and hidden games
   */
  isPrivate?: boolean;
  /**
   * Whether players see it
   */
  isEnabled?: boolean;
  /**
   * Who reads it: JSON for programs, or a chat service
   */
  format: 'Json' | 'Discord' | 'Slack' | 'Telegram';
  /**
   * Where deliveries go; may carry a secret and is never shown
   */
  address: string;
}
export interface Webhook {
  /**
   * Its number
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Who reads it: JSON for programs, or a chat service
   */
  format: 'Json' | 'Discord' | 'Slack' | 'Telegram';
  /**
   * Of the address, whose rest may be a secret
   */
  host: string;
  /**
   * Of Telegram only
   */
  chatId: string | null;
  /**
   * Events that it receives
   */
  kinds: ('Blood' | 'Solve' | 'Notice' | 'Phase' | 'Cheat' | 'Participation' | 'Account' | 'Health')[];
  /**
   * null for all games
   */
  gameId: number | null;
  /**
   * Title of the game, null for all games or none
   */
  gameTitle: string | null;
  /**
   * Read by organisers only: also gets solves of a freeze and hidden games
   */
  isPrivate: boolean;
  /**
   * Whether players see it
   */
  isEnabled: boolean;
  /**
   * Unix time in milliseconds
   */
  createdAt: number;
  /**
   * Deliveries that wait
   */
  waiting: number;
  /**
   * Of the newest delivery that was tried
   */
  lastState: ('Waiting' | 'Delivered' | 'Failed') | null;
}
export interface WebhookDelivery {
  /**
   * Its number
   */
  id: number;
  /**
   * Equal in every delivery of one event, replays included
   */
  eventId: string;
  /**
   * Kind of mail
   */
  kind: 'Blood' | 'Solve' | 'Notice' | 'Phase' | 'Cheat' | 'Participation' | 'Account' | 'Health' | 'Test';
  /**
   * Number of the game
   */
  gameId: number | null;
  /**
   * Title of the game, null for all games or none
   */
  gameTitle: string | null;
  /**
   * Unix time in milliseconds
   */
  happenedAt: number;
  /**
   * State of the instance
   */
  state: 'Waiting' | 'Delivered' | 'Failed';
  /**
   * Answers the team has sent so far, right and wrong
   */
  attempts: number;
  /**
   * null when there is none
   */
  nextAttemptAt: number | null;
  /**
   * Last attempt in Unix milliseconds, null before the first
   */
  lastAttemptAt: number | null;
  /**
   * HTTP status of the last attempt
   */
  lastStatus: number | null;
  /**
   * `timeout`, `unreachable`, `tls`, `privateAddress`, `nameNotFound` or `status`
   */
  lastError: string | null;
}
export interface WebhookUpdateBody {
  /**
   * Name
   */
  name: string;
  /**
   * Required by Telegram, ignored by all others
   */
  chatId?: string | null;
  /**
   * Events that it receives
   *
   * @minItems 1
   * @maxItems 8
   */
  kinds: ('Blood' | 'Solve' | 'Notice' | 'Phase' | 'Cheat' | 'Participation' | 'Account' | 'Health')[];
  /**
   * null or absent: all games
   */
  gameId?: number | null;
  /**
   * Read by organisers only: also gets solves of a freeze and hidden games
   */
  isPrivate?: boolean;
  /**
   * Whether players see it
   */
  isEnabled?: boolean;
  /**
   * null or absent: stays
   */
  address?: string | null;
}
export interface WriteupState {
  /**
   * Whether one was handed in
   */
  submitted: boolean;
  /**
   * Name of the stored file, # when there is none
   */
  name: string;
  /**
   * Bytes, 0 when there is none
   */
  fileSize: number;
  /**
   * What the organisers ask for, in Markdown
   */
  note: string;
  /**
   * When the file was handed in, in Unix milliseconds; null where there is none
   */
  uploadTimeUtc: number | null;
}
export interface WriteupList {
  /**
   * Names by id
   */
  divisions: {
    [k: string]: string;
  };
  /**
   * Writeups, the newest first
   */
  writeups: {
    /**
     * Of the participation
     */
    id: number;
    team: Team1;
    /**
     * Address of the file
     */
    url: string;
    /**
     * Unix time in milliseconds
     */
    uploadTimeUtc: number;
    /**
     * Number of the division, null without one
     */
    divisionId: number | null;
  }[];
}
/**
 * Team
 */
export interface Team1 {
  /**
   * Its number
   */
  id: number;
  /**
   * Name
   */
  name: string | null;
  /**
   * What they say about themselves
   */
  bio: string | null;
  /**
   * Address of the picture, null when there is none
   */
  avatar: string | null;
  /**
   * Whether members may not leave while a game runs
   */
  locked: boolean;
  /**
   * People of the team
   */
  members: TeamMember[];
}
export interface WriteupReviewList {
  /**
   * By time of hand-in
   */
  writeups: ReviewedWriteup[];
  /**
   * Accepted teams without a writeup, by name
   */
  missing: {
    /**
     * Its number
     */
    id: number;
    /**
     * Team
     */
    team: {
      /**
       * Its number
       */
      id: number;
      /**
       * Name
       */
      name: string;
      /**
       * Address of the picture, null when there is none
       */
      avatar: string | null;
    };
    /**
     * Number of the division, null without one
     */
    divisionId: number | null;
  }[];
}
export interface ReviewedWriteup {
  /**
   * Of the participation
   */
  id: number;
  /**
   * Team
   */
  team: {
    /**
     * Its number
     */
    id: number;
    /**
     * Name
     */
    name: string;
    /**
     * Address of the picture, null when there is none
     */
    avatar: string | null;
  };
  /**
   * Number of the division, null without one
   */
  divisionId: number | null;
  /**
   * Address of the file
   */
  url: string;
  /**
   * Bytes; null for files that lie elsewhere
   */
  fileSize: number;
  /**
   * Unix time in milliseconds
   */
  uploadTimeUtc: number;
  /**
   * Of the organisers; the team does not see it
   */
  comment: string;
  /**
   * 0 to 100, null for none
   */
  grade: number | null;
}
export interface WriteupReviewBody {
  /**
   * Of the organisers; the team does not see it
   */
  comment?: string;
  /**
   * 0 to 100, null for none
   */
  grade?: number | null;
}
export interface AccountChangeEmailReply {
  /**
   * Title
   */
  title: string;
  /**
   * The rows of this page
   */
  data: boolean;
  /**
   * Status
   */
  status: number;
}
export interface AccountEndSessionParams {
  /**
   * Number of the session
   */
  sessionId: string;
}
export interface AccountRecoveryReply {
  /**
   * Title
   */
  title: string;
  /**
   * Status
   */
  status: number;
}
export interface AccountRegisterReply {
  /**
   * Title
   */
  title: string;
  /**
   * The rows of this page
   */
  data: 'LoggedIn' | 'AdminConfirmationRequired' | 'EmailConfirmationRequired';
  /**
   * Status
   */
  status: number;
}
export interface AccountAdminDeleteParams {
  /**
   * Number of the account
   */
  userId: string;
}
export interface AccountAdminEndSessionsParams {
  /**
   * Number of the account
   */
  userId: string;
}
export interface AccountAdminGetParams {
  /**
   * Number of the account
   */
  userId: string;
}
export interface AccountAdminImportQuery {
  /**
   * What becomes of a row whose name or address an account has
   */
  existing?: 'replace' | 'refuse';
}
export interface AccountAdminListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * In name, e-mail, number, phone or id
   */
  hint?: string;
  /**
   * What the account may do
   */
  role?: 'Banned' | 'User' | 'Monitor' | 'Admin';
  /**
   * Whether the e-mail address is confirmed
   */
  confirmed?: string;
  /**
   * What the list is ordered by
   */
  order?: 'registered' | 'visited' | 'name' | 'email';
  /**
   * Whether the order is turned round
   */
  descending?: string;
}
export interface AccountAdminListReply {
  /**
   * The rows of this page
   */
  data: AdminUserInfo[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface AccountAdminMakeResetLinkParams {
  /**
   * Number of the account
   */
  userId: string;
}
export interface AccountAdminResetPasswordParams {
  /**
   * Number of the account
   */
  userId: string;
}
export interface AccountAdminSearchQuery {
  /**
   * Part of a name, address or number
   */
  hint: string;
}
export interface AccountAdminSearchReply {
  /**
   * The rows of this page
   */
  data: AdminUserInfo[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface AccountAdminUpdateParams {
  /**
   * Number of the account
   */
  userId: string;
}
export interface ActivityListParams {
  /**
   * Its number
   */
  id: number;
}
export interface ActivityListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * Whether starts and ends of instances are left out
   */
  hideContainer?: boolean | string;
  /**
   * Kind
   */
  type?: 'Normal' | 'ContainerStart' | 'ContainerDestroy' | 'FlagSubmit' | 'CheatDetected';
  /**
   * Only of this team
   */
  teamId?: number;
  /**
   * Only of this challenge
   */
  challengeId?: number;
  /**
   * Only with this text in account, team, challenge or answer, in any case of letters
   */
  text?: string;
  /**
   * Only rows before this one, to page while new ones arrive
   */
  beforeId?: number;
}
export interface AssetDeleteParams {
  /**
   * SHA-256 of the content, 64 lower-case hex characters
   */
  hash: string;
}
export interface AssetDownloadParams {
  /**
   * SHA-256 of the content, 64 lower-case hex characters
   */
  hash: string;
  /**
   * Name
   */
  name: string;
}
export interface AssetListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * In the name or the hash
   */
  hint?: string;
  /**
   * Whether only files that nothing uses are listed
   */
  unused?: string;
  /**
   * What the list is ordered by
   */
  order?: 'name' | 'size' | 'time';
  /**
   * Absent: names upwards, the largest and the newest first
   */
  descending?: string;
}
export interface AssetListReply {
  /**
   * The rows of this page
   */
  data: ListedFile[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface AssetUploadQuery {
  /**
   * Name for every uploaded file, instead of its own
   */
  filename?: string;
}
export interface AuditAllQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * Also of a deleted game
   */
  gameId?: number;
  /**
   * In the user name
   */
  who?: string;
  /**
   * The beginning, such as `account.` or `game.update`
   */
  action?: string;
  /**
   * The beginning
   */
  target?: string;
  /**
   * Unix milliseconds
   */
  from?: number;
  /**
   * Unix milliseconds
   */
  until?: number;
}
export interface AuditAllReply {
  /**
   * The rows of this page
   */
  data: AuditEntryOfAll[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface AuditGameParams {
  /**
   * Its number
   */
  id: number;
}
export interface AuditGameQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * In the user name
   */
  who?: string;
  /**
   * The beginning, such as `account.` or `game.update`
   */
  action?: string;
  /**
   * The beginning
   */
  target?: string;
  /**
   * Unix milliseconds
   */
  from?: number;
  /**
   * Unix milliseconds
   */
  until?: number;
}
export interface AuditGameReply {
  /**
   * The rows of this page
   */
  data: AuditEntry[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface CaptureChallengesParams {
  /**
   * Its number
   */
  id: number;
}
export interface CaptureDeleteParams {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the participation
   */
  partId: number;
  /**
   * Name of the stored file
   */
  filename: string;
}
export interface CaptureDeleteAllParams {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the participation
   */
  partId: number;
}
export interface CaptureDownloadParams {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the participation
   */
  partId: number;
  /**
   * Name of the stored file
   */
  filename: string;
}
export interface CaptureDownloadAllParams {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the participation
   */
  partId: number;
}
export interface CaptureFilesParams {
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the participation
   */
  partId: number;
}
export interface CaptureTeamsParams {
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface CaptureSearchCreateParams {
  /**
   * Its number
   */
  id: number;
}
export interface CaptureSearchCreateBody {
  /**
   * `flag`: every flag of a team for the challenge
   */
  kind: 'text' | 'regex' | 'flag';
  /**
   * Exact text in UTF-8, or a regular expression of JavaScript over bytes; ignored for flags
   */
  pattern?: string | null;
  /**
   * For the letters a to z
   */
  ignoreCase?: boolean;
  /**
   * Only of this challenge
   */
  challengeId?: number | null;
  /**
   * Only of this participation
   */
  participationId?: number | null;
}
export interface CaptureSearchFindingsParams {
  /**
   * Its number
   */
  id: number;
}
export interface CaptureSearchGetParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Id of the search
   */
  searchId: string;
}
export interface CaptureSearchListParams {
  /**
   * Its number
   */
  id: number;
}
export interface CaptureSearchRemoveParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Id of the search
   */
  searchId: string;
}
export interface ChallengeDetailsParams {
  /**
   * Its number
   */
  id: number;
}
export interface ChallengeGetParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ChallengeEditCreateParams {
  /**
   * Its number
   */
  id: number;
}
export interface ChallengeEditDeleteParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ChallengeEditGetParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ChallengeEditHealthParams {
  /**
   * Its number
   */
  id: number;
}
export interface ChallengeEditListParams {
  /**
   * Its number
   */
  id: number;
}
export interface ChallengeEditOrderParams {
  /**
   * Its number
   */
  id: number;
}
export interface ChallengeEditSearchQuery {
  /**
   * Part of a name, address or number
   */
  hint: string;
}
export interface ChallengeEditSetAttachmentParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ChallengeEditUpdateParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ConfigAdminMailTextsReply {
  /**
   * What subject and text may name in double braces
   */
  placeholders: ('name' | 'platform' | 'email' | 'time')[];
  /**
   * One for each kind of mail and language
   */
  texts: {
    /**
     * Kind of mail
     */
    kind: 'VerifyEmail' | 'ResetPassword' | 'ChangeEmail';
    /**
     * Language of the mail
     */
    language:
      'en-US' | 'zh-CN' | 'zh-TW' | 'ja-JP' | 'id-ID' | 'ko-KR' | 'ru-RU' | 'de-DE' | 'fr-FR' | 'es-ES' | 'vi-VN';
    /**
     * null while the standard subject is sent
     */
    subject: string | null;
    /**
     * null while the standard text is sent
     */
    text: string | null;
    /**
     * The subject sent where none was set
     */
    standardSubject: string;
    /**
     * The text sent where none was set, with blank lines between paragraphs
     */
    standardText: string;
    /**
     * Label of the button with the link, which every mail has
     */
    button: string;
    /**
     * Lines below the button, which every mail has
     */
    closing: string[];
    /**
     * Grows by every save; sent back with a change
     */
    version: number;
  }[];
}
export interface ConfigAdminSetMailTextBody {
  /**
   * Own subject, null for the standard
   */
  subject: string | null;
  /**
   * Own text with blank lines between paragraphs, null for the standard
   */
  text: string | null;
  /**
   * Kind of mail
   */
  kind: 'VerifyEmail' | 'ResetPassword' | 'ChangeEmail';
  /**
   * Language of the mail
   */
  language: 'en-US' | 'zh-CN' | 'zh-TW' | 'ja-JP' | 'id-ID' | 'ko-KR' | 'ru-RU' | 'de-DE' | 'fr-FR' | 'es-ES' | 'vi-VN';
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface ConfigAdminTestCaptchaBody {
  /**
   * Title of the challenge
   */
  challenge?: string | null;
}
export interface ConfigAdminTestCaptchaReply {
  /**
   * Whether the captcha was solved
   */
  isSolved: boolean;
}
export interface ConfigAdminTestMailBody {
  /**
   * Address that the mail goes to
   */
  to: string;
}
export interface ContainerCreateParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ContainerDestroyParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ContainerExtendParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ContainerListParams {
  /**
   * Its number
   */
  id: number;
}
export interface ContainerAdminDestroyParams {
  /**
   * Its number
   */
  id: string;
}
export interface ContainerAdminListReply {
  /**
   * The rows of this page
   */
  data: ContainerInstance[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface ContainerAdminLogParams {
  /**
   * Its number
   */
  id: string;
}
export interface ContainerImageListParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface ContainerImagePullParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface DivisionCreateParams {
  /**
   * Its number
   */
  id: number;
}
export interface DivisionDeleteParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the division, null without one
   */
  divisionId: number;
}
export interface DivisionListParams {
  /**
   * Its number
   */
  id: number;
}
export interface DivisionUpdateParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the division, null without one
   */
  divisionId: number;
}
export interface DoctorEchoQuery {
  /**
   * Made with the key of the installation, for a minute
   */
  proof: string;
}
export interface EngineUpdateParams {
  /**
   * Name
   */
  name: string;
}
export interface FlagAddParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface FlagBindFilesParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface FlagDeleteParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the flag
   */
  flagId: number;
}
export interface GameGetParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
}
export interface GameListReply {
  /**
   * The rows of this page
   */
  data: BasicGame[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface GameRecentQuery {
  /**
   * The most that is allowed; 0 is no limit
   */
  limit?: number;
}
export interface GameArchiveDownloadParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameCheckGetParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameCheckStartParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditDeleteParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditFlushScoreboardParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditGetParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditHashSaltParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
}
export interface GameEditListReply {
  /**
   * The rows of this page
   */
  data: GameInfo[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface GameEditPosterParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditRemoveStaffParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the account
   */
  userId: string;
}
export interface GameEditSetStaffParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the account
   */
  userId: string;
}
export interface GameEditSetStaffBody {
  /**
   * What the account may do
   */
  role: 'organiser' | 'observer';
}
export interface GameEditStaffParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditUnfreezeParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditUpdateParams {
  /**
   * Its number
   */
  id: number;
}
export interface GameEditUpdateAcceptedParams {
  /**
   * Its number
   */
  id: number;
}
export interface GamePageGetParams {
  /**
   * Its number
   */
  id: number;
}
export interface HealthGetParams {
  /**
   * Its number
   */
  id: number;
}
export interface LogListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * Information, Warning, Error, Fatal, or All; another level has no lines
   */
  level?: string;
  /**
   * In the message, the name or the address
   */
  hint?: string;
}
export interface MonitorFiguresParams {
  /**
   * Its number
   */
  id: number;
}
export interface NoticeListParams {
  /**
   * Its number
   */
  id: number;
}
export interface NoticeListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
}
export interface NoticeEditCreateParams {
  /**
   * Its number
   */
  id: number;
}
export interface NoticeEditCreateBody {
  /**
   * Text in Markdown
   */
  content: string;
  /**
   * Stays above the others
   */
  pinned?: boolean;
  /**
   * A challenge of the game
   */
  challengeId?: number | null;
  /**
   * When it is published; null, absent or in the past: at once
   */
  scheduledUtc?: number | null;
}
export interface NoticeEditDeleteParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the notice
   */
  noticeId: number;
}
export interface NoticeEditListParams {
  /**
   * Its number
   */
  id: number;
}
export interface NoticeEditUpdateParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the notice
   */
  noticeId: number;
}
export interface NoticeEditUpdateBody {
  /**
   * Text in Markdown
   */
  content: string;
  /**
   * Stays above the others
   */
  pinned?: boolean;
  /**
   * A challenge of the game
   */
  challengeId?: number | null;
  /**
   * null publishes at once; has no effect once published
   */
  scheduledUtc?: number | null;
  /**
   * The version that the change was made on
   */
  version?: number | null;
}
export interface PackageCopyParams {
  /**
   * Its number
   */
  id: number;
}
export interface PackageExportParams {
  /**
   * Its number
   */
  id: number;
}
export interface ParticipationCheckParams {
  /**
   * Its number
   */
  id: number;
}
export interface ParticipationCheckReply {
  /**
   * Own teams that are in the game already, with their division
   */
  joinedTeams: {
    /**
     * Its number
     */
    id: number;
    /**
     * Division, null without one
     */
    division: number;
  }[];
  /**
   * Divisions teams may join now
   */
  joinableDivisions: number[];
}
export interface ParticipationJoinParams {
  /**
   * Its number
   */
  id: number;
}
export interface ParticipationLeaveParams {
  /**
   * Its number
   */
  id: number;
}
export interface ParticipationListParams {
  /**
   * Its number
   */
  id: number;
}
export interface ParticipationUpdateParams {
  /**
   * Its number
   */
  id: number;
}
export interface ParticipationUpdateBody {
  /**
   * Status
   */
  status?: ('Pending' | 'Accepted' | 'Rejected' | 'Suspended') | null;
  /**
   * Number of the division, null without one
   */
  divisionId?: number | null;
  /**
   * For the audit log
   */
  reason?: string | null;
}
export interface PostGetParams {
  /**
   * Its number
   */
  id: string;
}
export interface PostEditDeleteParams {
  /**
   * Its number
   */
  id: string;
}
export interface PostEditUpdateParams {
  /**
   * Its number
   */
  id: string;
}
export interface ScoreboardCtftimeParams {
  /**
   * Its number
   */
  id: number;
}
export interface ScoreboardGetParams {
  /**
   * Its number
   */
  id: number;
}
export interface ScoreboardSheetParams {
  /**
   * Its number
   */
  id: number;
}
export interface ScoreboardTimelineParams {
  /**
   * Its number
   */
  id: number;
}
export interface ScoreboardTimelineQuery {
  /**
   * Numbers of teams, with commas between, at most 50
   */
  teams: string;
  /**
   * The board as it stood then, Unix milliseconds; the public gets nothing later than a freeze
   */
  asOf?: number;
}
export interface SolverCheckParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface SolverGetParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface SolverOutputParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the check
   */
  checkId: number;
}
export interface SolverOutputReply {
  /**
   * null where the solver did not run to an end
   */
  text: string | null;
}
export interface SolverSetParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface SolverSetBody {
  /**
   * null removes it
   */
  solver: SolverSettingsInput | null;
}
export interface SubmissionOfTeamParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface SubmissionStatusParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
  /**
   * Number of the submission
   */
  submissionId: number;
}
export interface SubmissionSubmitParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface SubmissionSubmitBody {
  /**
   * The flag, exactly as it was found: nothing is trimmed
   */
  flag: string;
}
export interface SubmissionMonitorCheatInfoParams {
  /**
   * Its number
   */
  id: number;
}
export interface SubmissionMonitorListParams {
  /**
   * Its number
   */
  id: number;
}
export interface SubmissionMonitorListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * Kind
   */
  type?: 'FlagSubmitted' | 'Accepted' | 'WrongAnswer' | 'CheatDetected' | 'NotFound';
  /**
   * Only of this team
   */
  teamId?: number;
  /**
   * Only of this challenge
   */
  challengeId?: number;
  /**
   * Only with this text in account, team, challenge or answer, in any case of letters
   */
  text?: string;
  /**
   * Only rows before this one, to page while new ones arrive
   */
  beforeId?: number;
}
export interface SubmissionMonitorSheetParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamAvatarParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamDeleteParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamGetParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamInviteParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamKickParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the account
   */
  userId: string;
}
export interface TeamLeaveParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamRotateInviteParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamTransferParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamTransferBody {
  /**
   * Member who shall lead the team
   */
  newCaptainId: string;
}
export interface TeamUpdateParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamVerifyBody {
  /**
   * Proof of the team for services of the game: `{teamId}:{signature}`
   */
  teamToken: string;
  /**
   * Ed25519 key that verifies team tokens: 32 bytes in Base64
   */
  publicKey: string;
}
export interface TeamAdminDeleteParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamAdminListQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
  /**
   * In the name, or the id
   */
  hint?: string;
  /**
   * Whether members may not leave while a game runs
   */
  locked?: string;
  /**
   * Only teams that can be merged with this one
   */
  mergesWith?: number;
  /**
   * What the list is ordered by
   */
  order?: 'id' | 'name' | 'members' | 'games';
  /**
   * Whether the order is turned round
   */
  descending?: string;
}
export interface TeamAdminListReply {
  /**
   * The rows of this page
   */
  data: AdminTeam[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface TeamAdminMergeParams {
  /**
   * Its number
   */
  id: number;
}
export interface TeamAdminMergeBody {
  /**
   * Team that stays
   */
  intoTeamId: number;
}
export interface TeamAdminSearchQuery {
  /**
   * Part of a name, address or number
   */
  hint: string;
}
export interface TeamAdminSearchReply {
  /**
   * The rows of this page
   */
  data: Team[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface TeamAdminUpdateParams {
  /**
   * Its number
   */
  id: number;
}
export interface TestContainerCreateParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface TestContainerDestroyParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface TestContainerExtendParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface TestContainerLogParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the challenge
   */
  challengeId: number;
}
export interface TokenCreateReply {
  /**
   * Send it as "Authorization: Bearer <token>"
   */
  token: string;
  info: ApiToken1;
}
/**
 * The token without its text
 */
export interface ApiToken1 {
  /**
   * Its number
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Account that made it, null when that is gone
   */
  creatorId: string | null;
  /**
   * When it was made, in Unix milliseconds
   */
  createdAt: number;
  /**
   * When it expires, in Unix milliseconds; null for never
   */
  expiresAt: number | null;
  /**
   * To the minute
   */
  lastUsedAt: number | null;
  /**
   * Whether it was revoked
   */
  isRevoked: boolean;
  /**
   * User name of the creator
   */
  creator: string | null;
  /**
   * What it opens
   */
  scopes: (
    | 'account:read'
    | 'account:write'
    | 'team:read'
    | 'team:write'
    | 'game:read'
    | 'game:write'
    | 'play:read'
    | 'play:write'
    | 'monitor:read'
    | 'monitor:write'
    | 'edit:read'
    | 'edit:write'
    | 'admin:read'
    | 'admin:write'
    | 'file:read'
    | 'file:write'
  )[];
}
export interface TokenRemoveParams {
  /**
   * Its number
   */
  id: string;
}
export interface TokenRemoveQuery {
  /**
   * Delete instead of revoke
   */
  delete?: string;
}
export interface TokenRestoreParams {
  /**
   * Its number
   */
  id: string;
}
export interface WebhookCreateReply {
  /**
   * Signs every delivery; shown here and never again
   */
  secret: string;
  webhook: Webhook1;
}
/**
 * The webhook as it is stored
 */
export interface Webhook1 {
  /**
   * Its number
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Who reads it: JSON for programs, or a chat service
   */
  format: 'Json' | 'Discord' | 'Slack' | 'Telegram';
  /**
   * Of the address, whose rest may be a secret
   */
  host: string;
  /**
   * Of Telegram only
   */
  chatId: string | null;
  /**
   * Events that it receives
   */
  kinds: ('Blood' | 'Solve' | 'Notice' | 'Phase' | 'Cheat' | 'Participation' | 'Account' | 'Health')[];
  /**
   * null for all games
   */
  gameId: number | null;
  /**
   * Title of the game, null for all games or none
   */
  gameTitle: string | null;
  /**
   * Read by organisers only: also gets solves of a freeze and hidden games
   */
  isPrivate: boolean;
  /**
   * Whether players see it
   */
  isEnabled: boolean;
  /**
   * Unix time in milliseconds
   */
  createdAt: number;
  /**
   * Deliveries that wait
   */
  waiting: number;
  /**
   * Of the newest delivery that was tried
   */
  lastState: ('Waiting' | 'Delivered' | 'Failed') | null;
}
export interface WebhookDeliveriesParams {
  /**
   * The webhook
   */
  webhookId: string;
}
export interface WebhookDeliveriesQuery {
  /**
   * Rows at most
   */
  count?: number;
  /**
   * Rows to leave out first
   */
  skip?: number;
}
export interface WebhookDeliveriesReply {
  /**
   * The rows of this page
   */
  data: WebhookDelivery[];
  /**
   * Rows in this page
   */
  length: number;
  /**
   * Rows of the whole list
   */
  total: number;
}
export interface WebhookRemoveParams {
  /**
   * The webhook
   */
  webhookId: string;
}
export interface WebhookRenewSecretParams {
  /**
   * The webhook
   */
  webhookId: string;
}
export interface WebhookRenewSecretReply {
  /**
   * Signs every delivery; shown here and never again
   */
  secret: string;
  webhook: Webhook2;
}
/**
 * The webhook as it is stored
 */
export interface Webhook2 {
  /**
   * Its number
   */
  id: string;
  /**
   * Name
   */
  name: string;
  /**
   * Who reads it: JSON for programs, or a chat service
   */
  format: 'Json' | 'Discord' | 'Slack' | 'Telegram';
  /**
   * Of the address, whose rest may be a secret
   */
  host: string;
  /**
   * Of Telegram only
   */
  chatId: string | null;
  /**
   * Events that it receives
   */
  kinds: ('Blood' | 'Solve' | 'Notice' | 'Phase' | 'Cheat' | 'Participation' | 'Account' | 'Health')[];
  /**
   * null for all games
   */
  gameId: number | null;
  /**
   * Title of the game, null for all games or none
   */
  gameTitle: string | null;
  /**
   * Read by organisers only: also gets solves of a freeze and hidden games
   */
  isPrivate: boolean;
  /**
   * Whether players see it
   */
  isEnabled: boolean;
  /**
   * Unix time in milliseconds
   */
  createdAt: number;
  /**
   * Deliveries that wait
   */
  waiting: number;
  /**
   * Of the newest delivery that was tried
   */
  lastState: ('Waiting' | 'Delivered' | 'Failed') | null;
}
export interface WebhookReplayParams {
  /**
   * The webhook
   */
  webhookId: string;
  /**
   * Number of the delivery
   */
  deliveryId: number;
}
export interface WebhookTestParams {
  /**
   * The webhook
   */
  webhookId: string;
}
export interface WebhookUpdateParams {
  /**
   * The webhook
   */
  webhookId: string;
}
export interface WriteupGetParams {
  /**
   * Its number
   */
  id: number;
}
export interface WriteupUploadParams {
  /**
   * Its number
   */
  id: number;
}
export interface WriteupAdminArchiveParams {
  /**
   * Its number
   */
  id: number;
}
export interface WriteupAdminListParams {
  /**
   * Its number
   */
  id: number;
}
export interface WriteupEditArchiveParams {
  /**
   * Its number
   */
  id: number;
}
export interface WriteupEditDeleteAllParams {
  /**
   * Its number
   */
  id: number;
}
export interface WriteupEditListParams {
  /**
   * Its number
   */
  id: number;
}
export interface WriteupEditReviewParams {
  /**
   * Its number
   */
  id: number;
  /**
   * Number of the participation whose writeup it is
   */
  writeupId: number;
}

export type AccountChangeEmailBody = EmailChangeBody;
export type AccountChangePasswordBody = PasswordChangeBody;
export type AccountConfirmEmailBody = LinkBody;
export type AccountLoginBody = LoginBody;
export type AccountProfileReply = OwnProfile;
export type AccountRecoveryBody = RecoveryBody;
export type AccountRegisterBody = RegisterBody;
export type AccountResetPasswordBody = PasswordResetBody;
export type AccountUpdateBody = ProfileUpdateBody;
export type AccountVerifyBody = LinkBody;
export type AccountAdminGetReply = Profile;
export type AccountAdminMakeResetLinkReply = ResetLink;
export type AccountAdminUpdateBody = AdminUserUpdateBody;
export type CaptchaInfoReply = CaptchaInfo;
export type CaptchaPowChallengeReply = HashPowChallenge;
export type CaptureSearchCreateReply = CaptureSearch;
export type CaptureSearchGetReply = CaptureSearchDetail;
export type ChallengeDetailsReply = GameDetails;
export type ChallengeGetReply = ChallengeDetail;
export type ChallengeEditCreateBody = ChallengeCreateBody;
export type ChallengeEditCreateReply = ChallengeEdit;
export type ChallengeEditGetReply = ChallengeEdit;
export type ChallengeEditOrderBody = ChallengeOrderBody;
export type ChallengeEditSetAttachmentBody = AttachmentCreateBody;
export type ChallengeEditUpdateBody = ChallengeUpdateBody;
export type ChallengeEditUpdateReply = ChallengeEdit;
export type ConfigClientReply = ClientConfig;
export type ConfigAdminGetReply = VersionedSettings;
export type ConfigAdminTestMailReply = MailTest;
export type ConfigAdminUpdateBody = SettingsUpdateBody;
export type ContainerCreateReply = ContainerInfo;
export type ContainerExtendReply = ContainerInfo;
export type ContainerAdminLogReply = ContainerLog;
export type DivisionCreateReply = Division;
export type DivisionUpdateReply = Division;
export type DoctorEchoReply = Echo;
export type DoctorGetReply = PlatformHealth;
export type EngineListReply = EngineList;
export type EngineUpdateReply = Engine;
export type GameGetReply = DetailedGame;
export type GameMineReply = OwnGames;
export type GameArchiveDownloadBody = GameArchiveBody;
export type GameCheckStartReply = GameCheck;
export type GameEditCreateBody = GameCreateBody;
export type GameEditCreateReply = GameInfo;
export type GameEditGetReply = GameInfo;
export type GameEditSetStaffReply = Staff;
export type GameEditUnfreezeReply = GameInfo;
export type GameEditUpdateBody = GameUpdateBody;
export type GameEditUpdateReply = GameInfo;
export type GamePageGetReply = GamePage;
export type HealthGetReply = GameHealth;
export type MonitorFiguresReply = MonitorFigures;
export type NoticeEditCreateReply = WrittenNotice;
export type NoticeEditUpdateReply = WrittenNotice;
export type OverviewGetReply = Overview;
export type PackageCopyBody = GameCopyBody;
export type ParticipationJoinBody = JoinBody;
export type PostGetReply = PostDetail;
export type PostEditCreateBody = PostEditBody;
export type PostEditUpdateBody = PostUpdateBody;
export type PostEditUpdateReply = PostDetail;
export type ScoreboardCtftimeReply = CtftimeFeed;
export type ScoreboardGetQuery = ScoreboardQuery;
export type ScoreboardGetReply = Scoreboard;
export type SolverCheckReply = ChallengeSolver;
export type SolverGetReply = ChallengeSolver;
export type SolverSetReply = ChallengeSolver;
export type TeamCreateReply = Team;
export type TeamGetReply = Team;
export type TeamKickReply = InvitingTeam;
export type TeamTransferReply = InvitingTeam;
export type TeamUpdateReply = Team;
export type TeamAdminMergeReply = Team;
export type TeamAdminUpdateBody = AdminTeamUpdateBody;
export type TestContainerCreateReply = TestContainerInfo;
export type TestContainerExtendReply = TestContainerInfo;
export type TestContainerLogReply = ContainerLog;
export type WebhookReplayReply = WebhookDelivery;
export type WebhookTestReply = WebhookDelivery;
export type WebhookUpdateReply = Webhook;
export type WriteupGetReply = WriteupState;
export type WriteupAdminListReply = WriteupList;
export type WriteupEditListReply = WriteupReviewList;
export type WriteupEditReviewBody = WriteupReviewBody;
export type WriteupEditReviewReply = ReviewedWriteup;
