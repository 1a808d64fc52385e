export type SecretKind =
  /** Of the deployment: what its environment holds, and the keys made from it. */
  | 'deployment'
  | 'password'
  | 'passwordHash'
  | 'session'
  | 'apiToken'
  /** Of a mailed link. */
  | 'mailToken'
  | 'flag'
  | 'template'
  /** What a team sent that was not right. */
  | 'answer'
  /** Sealed texts, keyed hashes, and hashes of tokens, as they are stored. */
  | 'sealed'
  /** Of a game: the seed its team tokens are signed with. */
  | 'privateKey'
  | 'hashSalt'
  | 'teamToken'
  | 'teamInvite'
  | 'inviteCode'
  /** How to reach somebody, and who that is. */
  | 'profile'
  /** Texts and files of challenges that are disabled or whose game has not begun. */
  | 'draft'
  /** Texts of a challenge that one division only may see. */
  | 'divisionText'
  /** Of a game that is in no list. */
  | 'hiddenGame'
  /** Hash of a file that one team only may download; the hash opens it. */
  | 'teamFile'
  | 'writeup'
  /** Whoever knows it reaches the instance. */
  | 'containerId'
  /** That somebody was found cheating. */
  | 'cheating'
  /** What somebody typed into a call that was refused. */
  | 'typed';

export interface Secret {
  kind: SecretKind;
  name: string;
  value: string;
  /** The person or team it belongs to, by the name an audience owns. */
  owner?: string | undefined;
  /** Games whose staff may know it; absent are all. */
  games?: readonly string[] | undefined;
  /** A flag that some team has handed in: those who watch the game see it as an answer. */
  answered?: boolean | undefined;
}

type More = Pick<Secret, 'owner' | 'games'>;

/** Every secret of a world. A text may be several: one team's flag is another team's answer. */
export class SecretBook {
  readonly secrets: Secret[] = [];

  /** Notes a secret, or what else is known of it, and gives its value. */
  add(kind: SecretKind, name: string, value: string, more: More = {}): string {
    const known = this.secrets.find((one) => one.kind === kind && one.value === value);
    if (known) known.owner ??= more.owner;
    else this.secrets.push({ kind, name, value, ...more });
    return value;
  }

  /** Marks flags that were handed in. */
  answer(value: string): string {
    for (const secret of this.secrets) if (secret.value === value) secret.answered = true;
    return value;
  }
}
