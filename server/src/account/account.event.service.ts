import { Email, userNameLength } from '@vexil/contract/account';
import { hasVisible, isVisibleName, nameSkeleton, normaliseName, reservedNames } from '@vexil/contract/name.rules';
import type { Executor, Tx } from '@vexil/db';
import type { NewAccountRow } from '@vexil/db/schema/account';
import type { Deps } from '@vexil/http/deps';
import { mapInTurns } from '@vexil/runtime/turns';
import { insertAccounts, listKnownAccounts, listTrustedNames, lockImports } from './account.queries';
import { readForeignHash } from './foreign-password';
import { decoy } from './password';

export interface WantedAccount {
  name: string;
  email: string;
  passwordHash: string;
  /** Its owner has shown that the address is theirs. */
  isVerified: boolean;
  mayConfirm: boolean;
  isBanned: boolean;
  registeredAt: Date;
}

export interface PlannedAccount {
  /** Of the account that is there already; undefined for a new one. */
  linkedId: string | undefined;
  userName: string;
  keepsEmail: boolean;
  keepsPassword: boolean;
  row: NewAccountRow;
}

const cut = (text: string, length: number) => [...text].slice(0, length).join('').trim();

/** A name within the limits that is not taken yet: the wanted one, or that with a number. */
export function createNames(limits: { min: number; max: number; fallback: string }, isFree: (name: string) => boolean) {
  const numbers = new Map<string, number>();
  return (wanted: string): string => {
    const shown = cut(
      normaliseName(wanted.slice(0, 1000).replace(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffd]/gu, '')),
      limits.max,
    );
    const isName = hasVisible(shown) && isVisibleName(shown) && [...shown].length >= limits.min;
    const name = isName ? shown : limits.fallback;
    for (let number = numbers.get(name) ?? 1; ; number += 1) {
      const suffix = number === 1 ? '' : `${number}`;
      const numbered = cut(name, limits.max - suffix.length) + suffix;
      if (!isFree(numbered)) continue;
      numbers.set(name, number + 1);
      return numbered;
    }
  };
}

const rowOf = ({ passwordHash, isBanned, registeredAt }: WantedAccount, keepsPassword: boolean) => ({
  passwordHash: keepsPassword ? passwordHash : decoy,
  role: isBanned ? ('Banned' as const) : ('User' as const),
  registeredAt,
});

/**
 * An account is linked only where its own owner and that of the export have both confirmed the address: an account that merely
 * named the address of another becomes one of its own, under an address that receives nothing.
 */
export async function planAccounts(
  deps: Pick<Deps, 'random'>,
  db: Executor,
  wanted: readonly WantedAccount[],
): Promise<PlannedAccount[]> {
  const known = await listKnownAccounts(db);
  const names = new Set(known.map(({ userName }) => userName.toLowerCase()));
  const holders = new Map<string, { id: string; userName: string; emailConfirmed: boolean } | null>(
    known.map((account) => [account.email.toLowerCase(), account]),
  );
  const staff = new Set([...reservedNames, ...(await listTrustedNames(db, null))].map(nameSkeleton));
  const nameOf = createNames(
    { ...userNameLength, fallback: 'player' },
    (name) => !names.has(name.toLowerCase()) && !staff.has(nameSkeleton(name)),
  );
  return mapInTurns(wanted, (one) => {
    const email = Email.safeParse(one.email.trim());
    const key = email.success ? email.data.toLowerCase() : '';
    const holder = holders.get(key);
    const isLinked = one.isVerified && holder?.emailConfirmed === true;
    const keepsEmail = isLinked || (key !== '' && holder === undefined);
    const address = keepsEmail && email.success ? email.data : `${deps.random.uuid()}@imported.invalid`;
    // No other account of the export is linked to it, or gets the address.
    holders.set(address.toLowerCase(), null);
    const userName = isLinked ? holder.userName : nameOf(one.name);
    names.add(userName.toLowerCase());
    const keepsPassword = isLinked || readForeignHash(one.passwordHash) !== null;
    const row = {
      ...rowOf(one, keepsPassword),
      userName,
      email: address,
      emailConfirmed: keepsEmail && one.mayConfirm,
    };
    return { linkedId: isLinked ? holder.id : undefined, userName, keepsEmail, keepsPassword, row };
  });
}

/** Imports take turns; a registration of the same name at the same time fails the transaction. */
export async function createAccounts(
  deps: Pick<Deps, 'random'>,
  tx: Tx,
  wanted: readonly WantedAccount[],
): Promise<(PlannedAccount & { id: string })[]> {
  await lockImports(tx);
  const planned = await planAccounts(deps, tx, wanted);
  const rows = planned.flatMap(({ linkedId, row }) => (linkedId === undefined ? [row] : []));
  const ids = await insertAccounts(tx, rows);
  return planned.map((one) => ({ ...one, id: one.linkedId ?? ids.get(one.userName) ?? '' }));
}
