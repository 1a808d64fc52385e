// What a sender may take of a server. docs/http.md has the same numbers in its table; a test compares the two.

import type { RateClass } from '@vexil/contract/route';
import type { Budget } from './counters';

const KiB = 1024;
const MiB = 1024 ** 2;

export const kibibytes = (bytes: number): string => `${Math.floor(bytes / KiB)} KiB`;
export const mebibytes = (bytes: number): string => `${Math.ceil(bytes / MiB)} MiB`;

// Connections and heads

/** The system may allow fewer. Connections beyond are ignored, not refused, and retried by their clients after seconds. */
export const backlogMax = 8192;
/** As many connections as can be accepted in one turn of the event loop. */
export const listenersMax = 16;
/** Connections without a request: before the first one or a part of it, and kept after a reply. Each holds a descriptor. */
export const idleMax = 16_384;
/** The other descriptors are for requests, live connections, relays, files and stores. */
export const idlePartOfFiles = 1 / 4;
/** A hall shares an address. Browsers lose nothing when an old connection is closed. */
export const idlePartOfAddress = 1 / 4;
/** Headers have to be there this long after a connection is open or has begun a request. */
export const headersMsMax = 15_000;
export const headersCheckMs = 5000;
/** Between two requests of a connection: longer than load balancers keep theirs, so that they close first. */
export const keepAliveMs = 72_000;
/** Address and headers together. */
export const headBytesMax = 16 * KiB;
/** Path and query as they are sent. Instances below a domain of their own take longer ones. */
export const addressLengthMax = 2048;
export const pathParamLengthMax = 512;

// Bodies

/** Of anything but an upload, from its headers to its end. */
export const bodyMsMax = 20_000;
/** An upload may take as long as it likes while each of these periods brings the least rate. */
export const uploadWindowMs = 15_000;
export const uploadBytesPerSecondMin = 4 * KiB;
/** The rest of a body after an early reply is read and discarded, so that the sender sees the reply. */
export const drainMsMax = 5000;
export const drainBytesMax = 64 * MiB;
/** Of an upload that its sender may make: senders that write all of it before they read would lose the refusal. */
export const refusedBytesMax = 8 * 1024 * MiB;
/** A hall of players shares an address. Past the limit the oldest is dropped, never the newest. */
export const unfinishedMax = { address: 256, account: 32, token: 32 } as const;
export const unfinishedSweepMs = 1000;
/** Boundaries, names and fields of a multipart body, beside its files. */
export const multipartEnvelopeBytesMax = MiB;
export const multipartMax = { fields: 10, fieldSize: 1024, files: 512 } as const;

// Queues

/** Requests of one batch go from statement to statement together. With 128, server and PostgreSQL waited for each other. */
export const runningMax = 256;
/** What would wait longer is refused at once. */
export const queueWaitMsMax = 10_000;
/** Sheets and searches hold the event loop for long, so there are fewer slots for them. */
export const requestsPerBackground = 32;
/** A request that takes longer waits for something else than this process, so others may have its slot. */
export const slotMsMax = 5000;
export const limiterSweepMs = 1000;
/** A hall of players shares an address, and their first requests have no known session. */
export const queuePeople = { address: 50, account: 1, token: 1 } as const;
/** Our web client waits no longer than this before it retries. */
export const retrySecondsMax = 60;
/** For what a limit of a feature refuses, such as pictures that wait to be made smaller. */
export const turnsRetrySeconds = 5;

// Budgets

/** Per account; calls without a session spend the second figure, per address, because a hall shares one. */
export const budgets: Readonly<Record<RateClass | 'general', { account: Budget; address: Budget }>> = {
  general: { account: { points: 600, seconds: 60 }, address: { points: 3000, seconds: 60 } },
  login: { account: { points: 20, seconds: 60 }, address: { points: 1500, seconds: 60 } },
  register: { account: { points: 20, seconds: 150 }, address: { points: 200, seconds: 150 } },
  query: { account: { points: 100, seconds: 10 }, address: { points: 1000, seconds: 10 } },
  submit: { account: { points: 20, seconds: 10 }, address: { points: 20, seconds: 10 } },
  container: { account: { points: 20, seconds: 30 }, address: { points: 20, seconds: 30 } },
  upload: { account: { points: 60, seconds: 60 }, address: { points: 10, seconds: 60 } },
  /** A plan names their hashes and sizes, and a folder has hundreds of them. */
  planFile: { account: { points: 600, seconds: 60 }, address: { points: 10, seconds: 60 } },
  captcha: { account: { points: 30, seconds: 60 }, address: { points: 600, seconds: 60 } },
  mailTest: { account: { points: 5, seconds: 60 }, address: { points: 5, seconds: 60 } },
  team: { account: { points: 30, seconds: 60 }, address: { points: 30, seconds: 60 } },
  proxy: { account: { points: 6000, seconds: 60 }, address: { points: 30_000, seconds: 60 } },
};

/** Of an account's budgets, for all tokens together that play for it, beside what its sessions spend. */
export const tokenPartOfAccount = 1 / 2;

/** Of a target, from all callers together. */
export const targetBudgets = {
  mailsTo: { points: 5, seconds: 3600 },
  mailsBy: { points: 10, seconds: 3600 },
  /** Passwords for one account from one address; a right one clears them. Known devices spend nothing of it. */
  guessesFrom: { points: 10, seconds: 600 },
  /** Passwords for one account from anywhere but its owner's last address. Known devices spend nothing of it. */
  guessesAt: { points: 100, seconds: 3600 },
  /** Passwords for one account from a browser that signed in to it before; a right one clears them. */
  guessesOfDevice: { points: 10, seconds: 600 },
  /** Passwords for one account from one address, each with a solved captcha, when the others are used up. */
  solvedGuessesFrom: { points: 20, seconds: 3600 },
  /** The same from anywhere. */
  solvedGuessesAt: { points: 300, seconds: 3600 },
  /** Old passwords that one session has sent to change its account's. */
  guessesOfSession: { points: 10, seconds: 600 },
  /** Uses of one passkey from one address to sign in; a right one clears them. */
  passkeysFrom: { points: 20, seconds: 600 },
  /** Times that the content of one hash is sent for the plans of one game. */
  planFile: { points: 20, seconds: 600 },
} as const;

/** Budgets that are known to be spent, and refused from memory. */
export const spentBudgetsMax = 20_000;
/** Sessions and tokens whose account is known before they are authenticated. */
export const knownSecretsMax = 50_000;
/** A bearer token can be padded without end, so longer ones are not kept in memory. */
export const secretLengthMax = 256;

// What the log says of refusals

export const refusedReportMs = 10_000;
/** A player who retries once too often is no news. */
export const refusedReportedMin = 50;
/** Further clients are counted in the metrics only. */
export const refusedClientsMax = 10_000;
/** Of all callers in `deniedLineMs`: players who follow one wrong link must not fill the log. */
export const deniedLinesMax = 100;
export const deniedLineMs = 60_000;

// The disk

/** What PostgreSQL, Redis and the logs need to go on for a while, so that the database never meets a full disk first. */
export const fullBelowBytes = 64 * MiB;
/** An operator should act. */
export const lowBelowBytes = 1024 * MiB;
export const noSpaceRetrySeconds = 30;

// Live and relayed connections; how many there may be is a setting

/** Of a client of the hubs; what a relay carries has a limit of its own. */
export const socketMessageBytesMax = 32 * KiB;
/** Of organisers, who try their challenges; players are limited per instance. */
export const relayAccountMax = 64;
/** Players on site share an address. */
export const relayPartOfAddress = 1 / 10;
/** Spread, so that refused clients do not return together. */
export const relayRetrySecondsMax = 10;
/** Of all relays; above it those that hold most are ended. */
export const relayBufferedBytesMax = 256 * MiB;
/** Requests that wait for one instance, per server; a browser behind a proxy with HTTP/2 sends a hundred at once. */
export const instanceWaitingMax = 512;
/** Handshakes cost more than open connections, so they are bounded before the server knows what is asked for. */
export const handshakesPartOfRelays = 1 / 5;
export const handshakesMin = 64;
export const handshakesOfAddressMin = 32;
/** From the connection to the end of the handshake. */
export const handshakeMsMax = 10_000;
