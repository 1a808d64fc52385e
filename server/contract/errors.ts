import type { HashPowChallenge } from './hash-pow';

/**
 * Codes are also keys of the texts. `wireStatus` is the body's `status` where wire clients expect another than HTTP's, `visitorStatus` that of
 * callers without a session.
 */
export const errorCatalogue = {
  'request.invalid': { status: 400 },
  'request.bodyMissing': { status: 400 },
  'request.bodyUnreadable': { status: 400 },
  'request.timeout': { status: 408 },
  'request.mediaType': { status: 415 },
  'request.tooLarge': { status: 413 },
  'request.addressTooLong': { status: 414 },
  'request.headersTooLarge': { status: 431 },
  /** The connection of a WebSocket, or of another protocol, at an address without one. */
  'request.upgradeRefused': { status: 400 },
  'request.notFound': { status: 404 },
  'request.methodNotAllowed': { status: 405 },
  'request.tooMany': { status: 429 },
  'request.busy': { status: 429 },
  'request.crossSite': { status: 403 },
  'request.wrongAddress': { status: 403 },
  'request.preconditionFailed': { status: 412 },
  /** Sent on an older version than the stored one. */
  'request.outdated': { status: 409 },
  'request.failed': { status: 500 },
  'request.unavailable': { status: 503 },
  'request.noSpace': { status: 507 },

  'account.unauthenticated': { status: 401 },
  'account.forbidden': { status: 403 },
  'account.banned': { status: 403 },
  'account.notFound': { status: 404 },
  'account.badCredentials': { status: 401 },
  'account.loginBanned': { status: 401 },
  /** The password was right: `login/factor` finishes the sign-in. */
  'account.factorRequired': { status: 401 },
  /** The cookie of the first step is missing or old, or the account has changed since. */
  'account.factorExpired': { status: 401 },
  'account.factorWrong': { status: 400 },
  'account.factorSetupInvalid': { status: 400 },
  'account.factorsTooMany': { status: 400 },
  /** Of another site, changed on its way, or not of this account. */
  'account.passkeyInvalid': { status: 400 },
  /** Its challenge was used, is old, or belongs to another session or browser. */
  'account.passkeyExpired': { status: 400 },
  'account.passkeyTaken': { status: 400 },
  /** Browsers know them at names with https alone. */
  'account.passkeysUnavailable': { status: 409 },
  'account.factorNone': { status: 400 },
  'account.factorNotFound': { status: 404 },
  'account.providerNotFound': { status: 404 },
  /** It does not answer in time, or not as its kind does. */
  'account.providerUnavailable': { status: 502 },
  /** Its state was used, is old, or belongs to another browser. */
  'account.signInExpired': { status: 400 },
  'account.signInCancelled': { status: 400 },
  /** What the provider sent was not signed for us, by it, or for this sign-in. */
  'account.signInInvalid': { status: 400 },
  'account.signInClock': { status: 400 },
  'account.signInNotAllowed': { status: 403 },
  'account.emailUnverified': { status: 403 },
  /** The account waits for its confirmation. */
  'account.unconfirmed': { status: 401 },
  'account.linkTaken': { status: 400 },
  'account.linkNotFound': { status: 404 },
  'account.lastWayIn': { status: 400 },
  /** This session proves a factor again, and makes the call once more. */
  'account.stepUpRequired': { status: 403 },
  'account.exportNotFound': { status: 404 },
  'account.leadsPlayingTeam': { status: 409 },
  'account.factorMissing': { status: 403 },
  'account.termsMissing': { status: 403 },
  'account.termsNotAccepted': { status: 400 },
  /** A field that is required of accounts is not answered yet. */
  'account.fieldsMissing': { status: 403 },
  /** The two are also about fields of games. */
  'account.fieldRequired': { status: 400 },
  'account.fieldInvalid': { status: 400 },
  'account.rowFieldInvalid': { status: 400 },
  /** What was given to staff would become public. */
  'account.fieldPrivate': { status: 400 },
  'account.registrationClosed': { status: 400 },
  'account.userNameTaken': { status: 400 },
  'account.nameReserved': { status: 400 },
  'account.emailTaken': { status: 400 },
  'account.emailDomainRefused': { status: 400 },
  'account.passwordWeak': { status: 400 },
  'account.oldPasswordWrong': { status: 400 },
  'account.lastAdmin': { status: 400 },
  'account.mailsOff': { status: 400 },
  'account.verifyLinkInvalid': { status: 401 },
  'account.linkInvalid': { status: 400 },
  'account.alreadyConfirmed': { status: 400 },
  'account.notRecoverable': { status: 400 },
  'account.own': { status: 400 },
  'account.leadsTeam': { status: 400 },
  'account.rowNameTaken': { status: 400 },
  'account.rowEmailTaken': { status: 400 },
  'account.rowPasswordWeak': { status: 400 },

  'captcha.failed': { status: 400 },
  /** A sign-in with a solved captcha is still accepted. */
  'captcha.needed': { status: 429 },
  'captcha.unavailable': { status: 400 },

  'mail.notConfigured': { status: 400 },

  'team.notFound': { status: 404 },
  'team.unknown': { status: 400 },
  'team.notCaptain': { status: 403 },
  /** An accepted team of a game that it plays in has one that looks the same. */
  'team.nameTaken': { status: 400 },
  'team.captainLimit': { status: 400 },
  'team.newCaptainLimit': { status: 400 },
  'team.notMember': { status: 400 },
  'team.alreadyMember': { status: 400 },
  'team.inviteInvalid': { status: 400 },
  'team.locked': { status: 400 },
  'team.captainStays': { status: 400 },
  'team.mergeSame': { status: 400 },
  /** Both have joined one game, and no rule says which solves would count. */
  'team.mergeCommonGame': { status: 400 },
  'team.tokenMalformed': { status: 400 },
  'team.tokenWrong': { status: 401 },

  'gameCheck.runs': { status: 409 },
  'game.notFound': { status: 404 },
  'game.notStarted': { status: 400, wireStatus: 10001 },
  'game.ended': { status: 400, wireStatus: 10002 },
  'game.notEnded': { status: 400 },
  'game.notRunning': { status: 409 },
  'game.paused': { status: 409 },
  'game.notPaused': { status: 409 },
  'game.endBeforeStart': { status: 400 },
  'game.freezeOutside': { status: 400 },
  'game.hasTeams': { status: 400 },
  'game.categoryUsed': { status: 409 },
  'game.staffNotFound': { status: 404 },
  'game.staffIsPlayer': { status: 400 },
  'game.mcpOff': { status: 403 },

  'award.notFound': { status: 404 },
  'award.teamNotAccepted': { status: 400 },
  'award.timeOutside': { status: 400 },
  'award.tooMany': { status: 400 },

  'rejudging.notFound': { status: 404 },
  /** A game has one draft at a time. */
  'rejudging.open': { status: 409 },
  'rejudging.notReady': { status: 409 },
  /** What the draft followed from has changed: it is computed anew. */
  'rejudging.outdated': { status: 409 },
  'rejudging.applied': { status: 409 },
  /** A server or worker of an earlier release is connected, which would count what is taken back. */
  'rejudging.earlierProcess': { status: 409 },

  'plan.notFound': { status: 404 },
  /** The game is not as it was when the plan was made. */
  'plan.outdated': { status: 409 },
  'plan.filesMissing': { status: 409 },
  'plan.fileUnknown': { status: 400 },
  'plan.fileDiffers': { status: 400 },
  /** `allow` does not name what a running game asks for. */
  'plan.notAllowed': { status: 409 },
  /** Challenges were changed in the browser, and `choices` does not say which side stays. */
  'plan.undecided': { status: 409 },
  'plan.notPossible': { status: 400 },

  'division.notFound': { status: 404 },
  'division.challengeUnknown': { status: 400 },
  'division.challengeTwice': { status: 400 },
  'division.hasTeams': { status: 400 },
  'division.reasonMissing': { status: 400 },
  /** A token, or a tool, in a division for people. */
  'division.peopleOnly': { status: 403 },

  'participation.notFound': { status: 404 },
  'participation.missing': { status: 400 },
  'participation.notAccepted': { status: 400 },
  'participation.rulesNotAccepted': { status: 400 },
  'participation.ruleNotAccepted': { status: 400 },
  'participation.teamNotFound': { status: 404 },
  'participation.notTeamMember': { status: 400 },
  'participation.divisionRequired': { status: 400 },
  'participation.divisionNotJoinable': { status: 400 },
  'participation.divisionFixed': { status: 400 },
  'participation.inviteCodeWrong': { status: 400 },
  'participation.alreadyJoined': { status: 400 },
  'participation.joinedAlone': { status: 400 },
  'participation.teamSuspended': { status: 400 },
  'participation.memberLimit': { status: 400 },
  'participation.cannotLeave': { status: 400 },
  'participation.isStaff': { status: 400 },
  /** They see submissions and staff data of every game. */
  'participation.staffCannotPlay': { status: 400 },

  'case.notFound': { status: 404 },
  'case.questionNotFound': { status: 404 },
  'case.tooMany': { status: 400 },
  'case.deadlinePast': { status: 400 },
  'case.answerLate': { status: 409 },
  /** It is opened again first. */
  'case.decided': { status: 409 },

  'challenge.notFound': { status: 404 },
  'challenge.noFlags': { status: 400 },
  'challenge.releaseEnabled': { status: 400 },
  'challenge.releasePast': { status: 400 },
  'challenge.captureNeedsContainer': { status: 400 },
  'challenge.optionNotPossible': { status: 400 },
  'challenge.minimumAbove': { status: 400 },
  'challenge.requiresItself': { status: 400 },
  'challenge.templateWeak': { status: 400 },
  'challenge.templateTooLong': { status: 400 },
  'challenge.attachmentPerFlag': { status: 400 },
  'challenge.imageMissing': { status: 400 },
  'challenge.ceilingExceeded': { status: 400 },
  'challenge.imageInvalid': { status: 400 },
  'challenge.imageNotAllowed': { status: 400 },
  'challenge.networkNotAllowed': { status: 400 },
  'challenge.runtimeNotAllowed': { status: 400 },
  'challenge.hintNotFound': { status: 404 },
  'challenge.hintTooExpensive': { status: 400 },
  'challenge.noFlagLeft': { status: 404 },

  'flag.notFound': { status: 404 },
  'flag.notAllowed': { status: 400 },
  'flag.notForAll': { status: 400 },
  'flag.patternInvalid': { status: 400 },
  'flag.patternTooWide': { status: 400 },
  'flag.patternLimit': { status: 400 },
  'flag.exampleWrong': { status: 400 },
  'flag.overlaps': { status: 400 },

  'notice.notFound': { status: 404 },
  'notice.notNormal': { status: 400 },

  'submission.notFound': { status: 404 },
  'submission.empty': { status: 400 },
  'submission.tooLong': { status: 400 },
  'submission.deadlinePassed': { status: 400 },
  'submission.notPermitted': { status: 400 },
  'submission.limitReached': { status: 400 },

  'scoreboard.noTeams': { status: 400 },
  'scoreboard.notVisible': { status: 403, visitorStatus: 401 },

  'writeup.notFound': { status: 404 },
  'writeup.notRequired': { status: 400 },
  'writeup.deadlinePassed': { status: 400 },
  'writeup.notPdf': { status: 400 },
  'writeup.contentNotPdf': { status: 400 },

  'container.notFound': { status: 404 },
  'container.none': { status: 400 },
  'container.notSupported': { status: 400 },
  'container.alreadyRunning': { status: 400 },
  'container.isShared': { status: 400 },
  'container.tooSoon': { status: 429 },
  'container.limitReached': { status: 400 },
  'container.notYetRenewable': { status: 400 },
  'container.startFailed': { status: 400 },
  'container.stopFailed': { status: 400 },
  'container.noEngine': { status: 400 },
  'container.engineUnavailable': { status: 503 },
  'container.diskLimitExceeded': { status: 400 },
  'container.diskFull': { status: 503 },
  'container.noCapacity': { status: 503 },
  'container.exitedEarly': { status: 400 },
  'container.noAnswer': { status: 400 },
  'container.imageMissing': { status: 400 },
  'container.imageDenied': { status: 400 },
  'container.imagePullFailed': { status: 400 },
  'container.imagePullSaid': { status: 400 },
  'container.registryUnreachable': { status: 503 },
  'container.pullDiskFull': { status: 503 },
  'container.specRefused': { status: 400 },
  'container.lifetimeReached': { status: 400 },
  'container.queueFull': { status: 429 },
  'container.stillWaiting': { status: 429 },
  'container.full': { status: 429 },
  'container.notReady': { status: 400 },
  'container.runtimeMissing': { status: 503 },

  'solver.none': { status: 400 },
  'solver.checkNotFound': { status: 404 },
  'solver.workerLost': { status: 503 },
  'solver.instanceEnded': { status: 400 },
  'solver.runFailed': { status: 400 },

  'proxy.off': { status: 400 },
  'proxy.full': { status: 400 },
  'proxy.hostUnknown': { status: 400 },
  'proxy.unreachable': { status: 418 },
  'proxy.nameUnknown': { status: 404 },
  'proxy.starting': { status: 503 },
  'proxy.notRunning': { status: 503 },

  'capture.notFound': { status: 404 },
  'capture.fileNotFound': { status: 404, wireStatus: 400 },
  /** Its server does not answer, or the storage is slow. */
  'capture.notStoredYet': { status: 503 },
  'capture.patternInvalid': { status: 400 },
  'capture.searchNotFound': { status: 404 },
  'capture.searchLimit': { status: 400 },

  'asset.notFound': { status: 404 },
  'asset.inUse': { status: 400 },
  'asset.empty': { status: 400 },
  'asset.fileMissing': { status: 400 },
  'asset.tooLarge': { status: 400 },
  'asset.notAnImage': { status: 400 },
  'asset.urlInvalid': { status: 400 },
  'asset.placeInvalid': { status: 400 },

  'package.notZip': { status: 400 },
  'package.damaged': { status: 400 },
  'package.tooLarge': { status: 400 },
  'package.entriesTooMany': { status: 400 },
  'package.unpacksTooLarge': { status: 400 },
  'package.entryUnsafe': { status: 400 },
  'package.entryTwice': { status: 400 },
  'package.entryEncrypted': { status: 400 },
  'package.fileMissing': { status: 400 },
  'package.formatUnknown': { status: 400 },
  'package.invalid': { status: 400 },
  'package.hashWrong': { status: 400 },
  'package.contentMissing': { status: 400 },

  'post.notFound': { status: 404 },

  'engine.notFound': { status: 404 },
  'engine.occupied': { status: 409 },

  'config.encryptionUnsupported': { status: 400 },
  'config.issuerPrivate': { status: 400 },

  'token.notFound': { status: 404 },
  'token.invalid': { status: 401 },
  'token.scopeMissing': { status: 403 },
  'token.sessionOnly': { status: 403 },
  'token.expiryTooFar': { status: 400 },
  'token.tooMany': { status: 400 },
  'token.tooManyOwn': { status: 400 },
  /** `/mcp` takes tokens of players alone. */
  'token.playerOnly': { status: 403 },

  'webhook.notFound': { status: 404 },
  'webhook.addressRefused': { status: 400 },
  'webhook.chatMissing': { status: 400 },
  'webhook.tooMany': { status: 400 },
} as const satisfies Record<string, { status: number; wireStatus?: number; visitorStatus?: number }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** `path` is dotted for nested fields. */
export interface ErrorDetail {
  path: string;
  message: string;
}

/** Who stored something last, and when. */
export interface LastSave {
  /** null when the account is gone, or the platform did it. */
  userName: string | null;
  /** Unix milliseconds. */
  time: number;
}

export interface DomainErrorOptions {
  /** Values of the text, for example `{ limit: 3 }`. */
  params?: Record<string, string | number>;
  field?: string;
  details?: ErrorDetail[];
  /** Read by wire clients. */
  data?: boolean;
  retryAfterSeconds?: number;
  /** What is stored, as the call would reply: for `request.outdated`. */
  current?: unknown;
  /** Of `current`. */
  lastSave?: LastSave | undefined;
  /** With `captcha.needed`. */
  proofOfWork?: HashPowChallenge;
  /** The caller has no session. */
  isVisitor?: boolean;
  cause?: unknown;
}

/** An expected refusal, thrown by service, policy, query and worker alike. */
export class DomainError extends Error {
  override readonly name = 'DomainError';

  constructor(
    readonly code: ErrorCode,
    readonly options: DomainErrorOptions = {},
  ) {
    super(code, { cause: options.cause });
  }
}

/** Of a refusal that says in its text when to try again. */
export const retryIn = (seconds: number) => ({ params: { seconds }, retryAfterSeconds: seconds });

/** A violation is a programming error and answers 500. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Invariant broken: ${message}`);
}
