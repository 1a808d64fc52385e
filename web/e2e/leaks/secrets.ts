export type SecretKind =
  /** Environment values and keys derived from them. */
  | 'deployment'
  | 'password'
  | 'passwordHash'
  | 'session'
  /** Of an authenticator app, and recovery codes. */
  | 'factor'
  | 'apiToken'
  /** Signs what a webhook sends, or is part of its address. */
  | 'webhookSecret'
  /** Token of a mailed link. */
  | 'mailToken'
  | 'flag'
  | 'template'
  /** Script of an organiser's solver, and what it wrote. */
  | 'solver'
  /** Text of a wrong submission. */
  | 'answer'
  /** Encrypted texts, keyed hashes, and hashes of tokens, as stored. */
  | 'sealed'
  /** A game's seed for signing team tokens. */
  | 'privateKey'
  | 'hashSalt'
  | 'teamToken'
  | 'teamInvite'
  | 'inviteCode'
  /** Contact data and real names. */
  | 'profile'
  /** Texts and files of disabled challenges and of games that have not started. */
  | 'draft'
  /** Texts of a challenge visible to one division only. */
  | 'divisionText'
  /** Of a game that is in no list. */
  | 'hiddenGame'
  /** Hash of a team's own file; the hash is enough to download it. */
  | 'teamFile'
  | 'writeup'
  /** Enough to connect to the instance. */
  | 'containerId'
  /** A cheating verdict. */
  | 'cheating'
  /** Input of a refused call. */
  | 'typed';

export interface Secret {
  kind: SecretKind;
  name: string;
  value: string;
  /** Person or team it belongs to; matches the `owns` of an audience. */
  owner?: string | undefined;
  /** Games whose staff may know it; all if absent. */
  games?: readonly string[] | undefined;
  /** A submitted flag: visible to those who monitor the game. */
  answered?: boolean | undefined;
}

type More = Pick<Secret, 'owner' | 'games'>;

/** All secrets of a run. A text may be several: one team's flag is another team's wrong submission. */
export class SecretRegistry {
  readonly all: Secret[] = [];

  /** Registers a secret, or adds details to a known one; returns its value. */
  add(kind: SecretKind, name: string, value: string, more: More = {}): string {
    const known = this.all.find((one) => one.kind === kind && one.value === value);
    if (known) known.owner ??= more.owner;
    else this.all.push({ kind, name, value, ...more });
    return value;
  }

  answer(value: string): string {
    for (const secret of this.all) if (secret.value === value) secret.answered = true;
    return value;
  }
}
