import { readFileSync } from 'node:fs';

export type Environment = Readonly<Record<string, string | undefined>>;

interface Mistake {
  variable: string;
  message: string;
}

/** Each of these can be read from the file that the variable with `_FILE` behind its name names. */
export const secretVariables = [
  'DATABASE_URL',
  'VERIFY_DATABASE_URL',
  'REDIS_URL',
  'SECRET_KEY',
  'ADMIN_PASSWORD',
  'SMTP_URL',
  'STORAGE_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'CAPTCHA_SECRET_KEY',
  'BACKUP_TO',
  'BACKUP_PASSPHRASE',
  'CONTAINER_ENGINES',
  'CONTAINER_REGISTRIES',
] as const;

const isSet = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/**
 * Replaces `<SECRET>_FILE` by `<SECRET>` with what the file contains, without blanks around it.
 * @returns the environment without the replaced variables, and one mistake for each file that cannot be used
 */
export function readSecretFiles(environment: Environment): { environment: Environment; mistakes: Mistake[] } {
  const read: Record<string, string | undefined> = { ...environment };
  const mistakes: Mistake[] = [];
  for (const name of secretVariables) {
    const variable = `${name}_FILE`;
    const file = environment[variable];
    if (!isSet(file)) continue;
    delete read[variable];
    if (isSet(environment[name])) {
      mistakes.push({ variable, message: `is set together with ${name}; set one of them` });
      continue;
    }
    try {
      read[name] = readFileSync(file, 'utf8').trim();
      if (read[name] === '') mistakes.push({ variable, message: 'names a file that is empty' });
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
      mistakes.push({ variable, message: `names a file that cannot be read${code}` });
    }
  }
  return { environment: read, mistakes };
}

const lengthMin = 8;
const squeeze = (name: string) => name.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Whether one letter more, less, other or swapped with the next makes one text of the other. */
function isOneSlipApart(a: string, b: string): boolean {
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  const [restA, restB] = [a.slice(start, endA), b.slice(start, endB)];
  const isSwap = restA.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
  return isSwap || Math.max(restA.length, restB.length) <= 1;
}

/** @returns variables that are set, that nothing reads, and that look like one of `known`, such as LOGLEVEL */
export function findMisspelt(environment: Environment, known: readonly string[]): { given: string; meant: string }[] {
  const names = new Set([...known, ...secretVariables.map((name) => `${name}_FILE`)]);
  return Object.keys(environment)
    .filter((given) => !names.has(given) && given.length >= lengthMin && isSet(environment[given]))
    .flatMap((given) => {
      const meant = [...names].find(
        (name) => name.length >= lengthMin && isOneSlipApart(squeeze(given), squeeze(name)),
      );
      return meant ? [{ given, meant }] : [];
    });
}
