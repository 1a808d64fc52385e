import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import net from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { countMigrations } from '@vexil/db/migrate';
import { checkSecretKey } from '@vexil/db/secret-key';
import type { Config } from '@vexil/runtime/config';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import type { Deps } from '../deps';

type Grade = 'ok' | 'warning' | 'failed';

export interface Finding {
  check: string;
  grade: Grade;
  message: string;
}

type Check = (deps: Deps) => Promise<Finding[]>;

const checkTimeoutMs = 15_000;
const skewMsMax = 2000;
const freeBytesLow = 1024 ** 3;
const openFilesLow = 8192;
/** A server opens 16 and a worker about 20. */
const connectionsLow = 60;

const finding = (check: string, grade: Grade, message: string): Finding => ({ check, grade, message });

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; ms: number }> {
  const startedAt = performance.now();
  const value = await work();
  return { value, ms: Math.round((performance.now() - startedAt) * 10) / 10 };
}

const checkDatabase: Check = async ({ database: { sql }, config }) => {
  const { ms } = await timed(() => sql`select 1`);
  const [row] = await sql<Record<'version' | 'fsync' | 'commit' | 'connections', string>[]>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('max_connections') as connections`;
  const { known, applied } = await countMigrations(sql);
  const findings = [finding('database', 'ok', `PostgreSQL ${row?.version} answers in ${ms} ms`)];
  if (row?.fsync !== 'on')
    findings.push(finding('database', 'failed', 'fsync is off: a power cut destroys the database'));
  if (row?.commit === 'off')
    findings.push(finding('database', 'failed', 'synchronous_commit is off: a crash loses acknowledged submissions'));
  if (Number(row?.connections) < connectionsLow)
    findings.push(
      finding(
        'database',
        'warning',
        `max_connections is ${row?.connections}; a server opens 16, a worker about ${2 * config.workerConcurrency + 4}`,
      ),
    );
  const state =
    applied === known
      ? finding('migrations', 'ok', `All ${known} migrations are applied`)
      : applied < known
        ? finding('migrations', 'warning', `${known - applied} migrations are not applied; the next start applies them`)
        : finding('migrations', 'failed', 'The database belongs to a newer version');
  return [...findings, state];
};

const checkKey: Check = async ({ config }) => {
  await checkSecretKey(config.databaseUrl, config.secretKey);
  return [finding('key', 'ok', 'SECRET_KEY belongs to this database')];
};

const checkRedis: Check = async ({ redis, keyPrefix }) => {
  const { ms } = await timed(() => redis.ping());
  const [info, [seconds, micros]] = await Promise.all([redis.info(), redis.time()]);
  const read = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(info)?.[1]?.trim() ?? '';
  const findings = [finding('redis', 'ok', `Redis ${read('redis_version')} answers in ${ms} ms`)];
  if (read('maxmemory_policy') !== 'noeviction')
    findings.push(finding('redis', 'failed', `maxmemory-policy is ${read('maxmemory_policy')}; it must be noeviction`));
  if (read('aof_enabled') !== '1')
    findings.push(
      finding('redis', 'warning', 'appendonly is off: a restart of Redis delays queued work until a sweep'),
    );
  const skewMs = Math.abs(Date.now() - (Number(seconds) * 1000 + Number(micros) / 1000));
  if (skewMs > skewMsMax)
    findings.push(finding('clock', 'warning', `The clock of Redis differs by ${Math.round(skewMs)} ms`));
  const workers = await countLivingWorkers(redis, keyPrefix);
  return [
    ...findings,
    workers > 0 ? finding('workers', 'ok', `${workers} running`) : finding('workers', 'warning', 'No worker runs'),
  ];
};

const checkClock: Check = async ({ database: { sql } }) => {
  const [row] = await sql<{ now: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
  const skewMs = Math.round(Math.abs(Date.now() - (row?.now ?? 0)));
  return [
    skewMs > skewMsMax
      ? finding('clock', 'warning', `The clock of PostgreSQL differs by ${skewMs} ms`)
      : finding('clock', 'ok', `Within ${skewMs} ms of PostgreSQL`),
  ];
};

const checkStorage: Check = async ({ storage, diskSpace }) => {
  const key = `doctor/${randomBytes(8).toString('hex')}`;
  const content = randomBytes(1024);
  try {
    await storage.putObject(key, Readable.from([content]), content.length);
    const read = await buffer(storage.readObject(key));
    if (!read.equals(content))
      return [finding('storage', 'failed', 'The storage returns other bytes than it was given')];
  } finally {
    await storage.deleteObject(key);
  }
  const free = await diskSpace.freeBytes();
  const gib = free === null ? '' : `, ${(free / 1024 ** 3).toFixed(1)} GiB free`;
  return [
    finding('storage', free !== null && free < freeBytesLow ? 'warning' : 'ok', `Writes, reads and deletes${gib}`),
  ];
};

/** Only whether a mail server greets; nothing is sent. */
function greetingOf(config: Config): Promise<string> {
  const { hostname, port, protocol } = new URL(config.smtpUrl ?? '');
  return new Promise((resolve, reject) => {
    const socket = net.connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || (protocol === 'smtps:' ? 465 : 587)),
      timeout: 5000,
    });
    // With TLS from the first byte, a connection has to do.
    if (protocol === 'smtps:') socket.once('connect', () => socket.destroy());
    socket.once('data', () => socket.destroy());
    socket.once('timeout', () => socket.destroy(new Error('No answer within 5 s')));
    socket.once('error', reject);
    socket.once('close', () => resolve(hostname));
  });
}

const checkMail: Check = async ({ config }) => {
  if (config.smtpUrl === null)
    return [finding('mail', 'warning', 'SMTP_URL is not set: accounts cannot be recovered by mail')];
  return [finding('mail', 'ok', `${await greetingOf(config)} answers`)];
};

const checkAddress: Check = async ({ config }) => {
  if (config.publicUrl === null) return [finding('address', 'warning', 'PUBLIC_URL is not set')];
  const reply = await fetch(`${config.publicUrl}/api/config`, { signal: AbortSignal.timeout(10_000) });
  const isOurs = reply.ok && 'slogan' in ((await reply.json()) as object);
  if (!isOurs) return [finding('address', 'failed', `${config.publicUrl} answers ${reply.status}, and not as Vexil`)];
  const secure = config.publicUrl.startsWith('https:');
  return [finding('address', secure ? 'ok' : 'warning', `${config.publicUrl} answers${secure ? '' : ', without TLS'}`)];
};

const checkLimits: Check = async () => {
  const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
  const files = Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? Number.NaN);
  if (Number.isNaN(files)) return [];
  return [finding('limits', files < openFilesLow ? 'warning' : 'ok', `${files} open files per process`)];
};

const checks: Record<string, Check> = {
  database: checkDatabase,
  key: checkKey,
  redis: checkRedis,
  clock: checkClock,
  storage: checkStorage,
  mail: checkMail,
  address: checkAddress,
  limits: checkLimits,
};

async function run(name: string, check: Check, deps: Deps): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${checkTimeoutMs / 1000} s`)), checkTimeoutMs);
  });
  try {
    return await Promise.race([check(deps), late]);
  } catch (error) {
    return [finding(name, 'failed', error instanceof Error ? error.message || error.name : String(error))];
  } finally {
    clearTimeout(timer);
  }
}

/** All checks at once; one that cannot be made is a failed finding. */
export async function examine(deps: Deps): Promise<Finding[]> {
  return (await Promise.all(Object.entries(checks).map(([name, check]) => run(name, check, deps)))).flat();
}
