import type { HashPowChallenge } from '@vexil/contract/hash-pow';

/** Who stored something last, where the account still is, and when. */
export type LastSave = { userName: string | null; time: number };

export type ApiErrorBody = {
  title: string;
  status: number;
  code: string;
  details?: unknown;
  current?: unknown;
  lastSave?: LastSave | undefined;
  proofOfWork?: HashPowChallenge | undefined;
};

/** A refused or failed call. `code` is the contract's stable word, or says that no proper reply came. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** 0 where no reply came. */
  readonly status: number;
  readonly code: string;
  /** Per field, as the contract's error of that code describes. */
  readonly details: unknown;
  /** What is stored, where the call was made on an older version of it. */
  readonly current: unknown;
  /** Of `current`, where the server knows. */
  readonly lastSave: LastSave | undefined;
  /** What a repeated call has to solve. */
  readonly proofOfWork: HashPowChallenge | undefined;
  /** How long the server asks to wait after a 429. */
  readonly retryAfterSeconds: number | undefined;

  constructor(body: ApiErrorBody, retryAfterSeconds?: number) {
    super(body.title);
    this.status = body.status;
    this.code = body.code;
    this.details = body.details;
    this.current = body.current;
    this.lastSave = body.lastSave;
    this.proofOfWork = body.proofOfWork;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Narrows what a call rejected with to one error of the contract: `isError(error, 'team.full')`. */
export const isError = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code;
