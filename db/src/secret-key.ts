import postgres from 'postgres';
import { createSealing, type Sealing } from './sealing';

export class WrongSecretKeyError extends Error {
  override readonly name = 'WrongSecretKeyError';

  constructor() {
    super(
      'SECRET_KEY: is not the one this database was written with, so its flags could not be read. Set the key of the first start again (npm start keeps it in DATA_DIR/secrets/key), or use another database.',
    );
  }
}

/** What the database holds of the key. */
export const keyCheckOf = (sealing: Sealing): string => sealing.deriveKey('check').toString('hex');

/** For a database older than its check value. */
async function findSealed(sql: postgres.TransactionSql): Promise<string | undefined> {
  const [row] = await sql<{ sealed: string }[]>`
    (select private_key_sealed as sealed from games limit 1)
    union all (select flag_template_sealed from challenges where flag_template_sealed is not null limit 1)
    union all (select sealed from flags limit 1)
    limit 1`;
  return row?.sealed;
}

function opens(sealing: Sealing, sealed: string): boolean {
  try {
    sealing.unseal(sealed);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks that `secretKey` is the one this database was written with, and notes it in a database that has no key yet. Of
 * processes that start together with different keys only one has its key stored; the others are refused.
 * @throws WrongSecretKeyError
 */
export async function checkSecretKey(url: string, secretKey: string): Promise<void> {
  const sealing = createSealing(secretKey);
  const value = keyCheckOf(sealing);
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {} });
  try {
    await sql.begin(async (tx) => {
      const find = () => tx<{ value: string }[]>`select value from secret_key_checks`;
      let [stored] = await find();
      if (!stored) {
        const sealed = await findSealed(tx);
        if (sealed !== undefined && !opens(sealing, sealed)) throw new WrongSecretKeyError();
        // The primary key lets one concurrent insert win.
        await tx`insert into secret_key_checks (value) values (${value}) on conflict do nothing`;
        [stored] = await find();
      }
      if (stored?.value !== value) throw new WrongSecretKeyError();
    });
  } finally {
    await sql.end({ timeout: 5 });
  }
}
