import { asciiEmail, asciiHost, emailForm } from '@vexil/contract/email.rules';
import { captchaProviders } from '@vexil/db/enums/captcha';
import { z } from 'zod';
import { backupSettingsOf, duration } from './backup.settings';
import { findCaptchaMistakes, turnstileUrl } from './captcha.settings';
import { ContainerDomainName, findDomainMistakes } from './container-domain.settings';
import {
  defaultEngineName,
  EngineSettings,
  EnginesText,
  engineKindNames,
  findEngineMistakes,
  RegistriesText,
} from './engine.settings';
import { findMisspelt, type Environment as Given, readSecretFiles } from './environment';
import { findHstsMistakes, hstsOf } from './hsts.settings';
import { defaultSender } from './mail.settings';
import { findPortRangeMistakes, PortRange } from './port-range.settings';
import { findKeyMistakes, findPrefixMistakes, StorageUrl, withKey, withPlaces } from './storage/settings';
import { TracesRatio } from './tracing.settings';
import { TrustProxy, trustWarning } from './trust-proxy.settings';

const containerPortMappings = ['default', 'proxy'] as const;

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** One line per mistake, each beginning with its variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(readonly mistakes: readonly { variable: string; message: string }[]) {
    super(mistakes.map(({ variable, message }) => `${variable}: ${message}`).join('\n'));
  }
}

const integer = (min: number, max: number) => {
  const message = `must be a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
};

function parsesAs(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

const escapes = 'a password with / ? # or % in it has them percent-encoded, such as %23 for #';

function decodes(value: string): boolean {
  const { username, password } = new URL(value);
  try {
    return decodeURIComponent(username + password).length >= 0;
  } catch {
    return false;
  }
}

/** An @ in the password is encoded, because clients take the first @ for the one before the host. */
const url = (protocols: readonly string[], example: string) =>
  z
    .string()
    // Everything behind # would be lost without a word, the host included.
    .refine((value) => parsesAs(value, protocols) && !value.includes('#'), {
      message: `must be a URL such as ${example}; ${escapes}`,
      abort: true,
    })
    .refine(decodes, escapes)
    .transform((value) => (new URL(value).password.includes('%40') ? new URL(value).href : value));

const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

const origin = z
  .string()
  .refine((value) => {
    if (!parsesAs(value, ['http:', 'https:'])) return false;
    const { pathname, search, hash, username } = new URL(value);
    return pathname === '/' && search === '' && hash === '' && username === '';
  }, 'must be an origin such as https://ctf.example.org, without a path')
  .transform((value) => new URL(value).origin);

const hostName = z
  .string()
  .overwrite(asciiHost)
  .regex(
    /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$|^[0-9a-f]*:[0-9a-f:.]*$/i,
    'must be a host name or address, without scheme and port',
  );

const required = (example: string) => ({ error: `is required, such as ${example}` });

const hstsSecondsMax = 63_072_000;

/** Each environment variable, as text. */
export const environmentSchema = z.object({
  PORT: integer(0, 65_535).default(8080),
  HOST: hostName.default('0.0.0.0'),
  PUBLIC_URL: origin.optional(),
  SOURCE_URL: url(['https:', 'http:'], 'https://git.example.org/club/vexil').optional(),
  DATA_DIR: z.string().default('.data'),
  DATABASE_URL: z
    .string(required('postgres://user:password@host:5432/vexil'))
    .pipe(url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/vexil')),
  VERIFY_DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/postgres').optional(),
  REDIS_URL: z.string(required('redis://host:6379')).pipe(url(['redis:', 'rediss:'], 'redis://host:6379')),
  KEY_PREFIX: z
    .string()
    .regex(/^[a-z0-9-]{1,32}:$/, 'must be small letters, digits and - with a colon at the end, such as vexil:')
    .default('vexil:'),
  ADMIN_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(128, 'must have at most 128 characters')
    .optional(),
  SECRET_KEY: z
    .string({ error: 'is required, a random text of at least 32 characters' })
    .min(32, 'must have at least 32 characters'),
  STORAGE_URL: StorageUrl.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_CHALLENGE_PREFIX: z.string().optional(),
  SMTP_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@host:587').optional(),
  SMTP_FROM: z
    .string()
    .overwrite(asciiEmail)
    .email({ pattern: emailForm, error: 'must be an e-mail address without a name' })
    .max(256)
    .optional(),
  BACKUP_EVERY: duration.optional(),
  BACKUP_KEEP: integer(1, 100_000).optional(),
  BACKUP_TO: z.string().optional(),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  BACKUP_VERIFY: oneOf(['on', 'off']).default('on'),
  CAPTCHA_PROVIDER: oneOf(captchaProviders).default('None'),
  CAPTCHA_SITE_KEY: z.string().default(''),
  CAPTCHA_SECRET_KEY: z.string().default(''),
  CAPTCHA_DIFFICULTY: integer(8, 48).default(18),
  CAPTCHA_VERIFY_URL: url(['https:', 'http:'], turnstileUrl).default(turnstileUrl),
  CONTAINER_ENGINE: oneOf(engineKindNames).optional(),
  CONTAINER_ENGINES: EnginesText.optional(),
  CONTAINER_REGISTRIES: RegistriesText.optional(),
  DOCKER_HOST: url(['unix:', 'tcp:', 'http:'], 'unix:///var/run/docker.sock').optional(),
  CONTAINER_PUBLIC_HOST: hostName.optional(),
  CONTAINER_PORT_MAPPING: oneOf(containerPortMappings).default('default'),
  CONTAINER_PORT_RANGE: PortRange.optional(),
  CONTAINER_PROXY_HOST: z
    .union([z.ipv4(), z.ipv6()], 'must be an IP address of the machine that containers run on')
    .default('127.0.0.1'),
  CONTAINER_DOMAIN: ContainerDomainName.optional(),
  CONTAINER_TLS_PORT: integer(0, 65_535).optional(),
  CONTAINER_TLS_CERT: z.string().optional(),
  CONTAINER_TLS_KEY: z.string().optional(),
  CONTAINER_DISK_FREE_MIN: integer(0, 100_000_000).default(2048),
  CONTAINER_CAPTURE: oneOf(['on', 'off']).default('on'),
  CONTAINER_CAPTURE_DISK_MAX: integer(1, 100_000_000).default(10_240),
  CONTAINER_CAPTURE_DIRECTORY: z.string().optional(),
  HSTS_MAX_AGE: integer(0, hstsSecondsMax).optional(),
  HSTS_INCLUDE_SUBDOMAINS: oneOf(['on', 'off']).default('off'),
  RATE_LIMIT: oneOf(['on', 'off']).default('on'),
  TRUST_PROXY: TrustProxy.default(false),
  LOG_LEVEL: oneOf(logLevels).default('info'),
  WEBHOOK_PRIVATE_ADDRESSES: oneOf(['on', 'off']).default('off'),
  OIDC_PRIVATE_ISSUERS: oneOf(['on', 'off']).default('off'),
  METRICS_PORT: integer(0, 65_535).optional(),
  METRICS_HOST: hostName.default('127.0.0.1'),
  TRACES_URL: url(['http:', 'https:'], 'http://127.0.0.1:4318/v1/traces').optional(),
  TRACES_RATIO: TracesRatio.default(1),
  HEARTBEAT_FILE: z.string().optional(),
  WORKER_CONCURRENCY: integer(1, 256).default(8),
  LIVE_CONNECTIONS_MAX: integer(1, 1_000_000).default(10_000),
  RELAY_CONNECTIONS_MAX: integer(1, 1_000_000).default(5000),
  ATTACHMENT_MAX_MIB: integer(1, 1_048_576).default(512),
  PACKAGE_MAX_MIB: integer(1, 1_048_576).default(512),
});

/** One line for each variable that nothing reads and that looks like one of ours. */
export const describeMisspelt = (environment: Given): string[] =>
  findMisspelt(environment, Object.keys(environmentSchema.shape)).map(
    ({ given, meant }) => `${given} is not a setting and has no effect. Is ${meant} meant?`,
  );

/** What a valid setting puts at risk. */
export const describeRisks = ({ trustProxy }: Config): string[] => (trustProxy === true ? [trustWarning] : []);

/**
 * An empty variable counts as absent; secrets may come from files.
 * @throws ConfigError with every mistake and no value, which may be a secret
 */
export function readConfig(environment: Given): Config {
  const opened = readSecretFiles(environment);
  const given = Object.fromEntries(Object.entries(opened.environment).filter(([, value]) => value?.trim() !== ''));
  const isFromFile = new Set(opened.mistakes.map(({ variable }) => variable.replace(/_FILE$/, '')));
  const parsed = environmentSchema.safeParse(given);
  const mistakes = [
    ...opened.mistakes,
    ...(parsed.error?.issues ?? [])
      .map(({ path: [variable], message }) => ({ variable: String(variable), message }))
      .filter(({ variable }) => !isFromFile.has(variable)),
    ...findKeyMistakes(given),
    ...findPrefixMistakes(given),
    ...findCaptchaMistakes(given),
    ...findEngineMistakes(given),
  ];
  if (!parsed.success || mistakes.length > 0) throw new ConfigError(mistakes);
  const config = configOf(parsed.data);
  const hostMistakes = [
    ...findHstsMistakes(config.hsts, parsed.data.HSTS_INCLUDE_SUBDOMAINS === 'on', config),
    ...findDomainMistakes(config),
    ...findPortRangeMistakes(config.containerPortRange, config.containerEngines),
  ];
  if (hostMistakes.length > 0) throw new ConfigError(hostMistakes);
  return config;
}

/** Of CONTAINER_ENGINE and DOCKER_HOST. */
function singleEngine({ CONTAINER_ENGINE: kind, DOCKER_HOST: host }: z.infer<typeof environmentSchema>) {
  if (kind === 'none') return [];
  const address = kind === 'kubernetes' ? {} : { host };
  return [EngineSettings.parse({ kind: kind ?? 'docker', name: defaultEngineName, ...address })];
}

function containersOf(env: z.infer<typeof environmentSchema>) {
  return {
    /** `auto`: docker when its socket answers, else none. */
    containerEngine: env.CONTAINER_ENGINES?.[0]?.kind ?? env.CONTAINER_ENGINE ?? 'auto',
    /** What workers run containers on; empty where there is none, or `auto` finds none. */
    containerEngines: (env.CONTAINER_ENGINES ?? singleEngine(env)) as readonly EngineSettings[],
    /** Logins by host; `docker.io` for images without one. Never log them. */
    containerRegistries: env.CONTAINER_REGISTRIES ?? {},
    dockerHost: env.DOCKER_HOST ?? null,
    /** null for the host of the request. */
    containerPublicHost: env.CONTAINER_PUBLIC_HOST ?? null,
    /** `default`: players reach published ports; `proxy`: servers relay. */
    containerPortMapping: env.CONTAINER_PORT_MAPPING,
    /** Instances have host names below it; null for none. */
    containerDomain: env.CONTAINER_DOMAIN ?? null,
    /** Servers take TCP with TLS there and choose the instance by the server name; null for none. */
    containerTlsPort: env.CONTAINER_TLS_PORT ?? null,
    /** PEM files for `containerTlsPort`. */
    containerTls:
      env.CONTAINER_TLS_CERT !== undefined && env.CONTAINER_TLS_KEY !== undefined
        ? { certificateFile: env.CONTAINER_TLS_CERT, keyFile: env.CONTAINER_TLS_KEY }
        : null,
    /** `first-last`, of ports that engines of kind docker publish; null for the engine's choice. */
    containerPortRange: env.CONTAINER_PORT_RANGE ?? null,
    /** With `proxy` and for instances with names: workers publish on it, servers connect to it. */
    containerProxyHost: env.CONTAINER_PROXY_HOST,
    /** Below this workers start no containers; 0 disables. */
    containerDiskFreeMinMiB: env.CONTAINER_DISK_FREE_MIN,
    /** Whether servers record the traffic of challenges that ask for it. */
    containerCapture: env.CONTAINER_CAPTURE === 'on',
    /** Of all captures; the oldest are deleted beyond. */
    captureDiskMaxMiB: env.CONTAINER_CAPTURE_DISK_MAX,
    /** Captures that are not in the storage yet. */
    captureDirectory: env.CONTAINER_CAPTURE_DIRECTORY ?? `${env.DATA_DIR}/captures`,
  };
}

function configOf(env: z.infer<typeof environmentSchema>) {
  return {
    /** 0 takes any free port. */
    port: env.PORT,
    host: env.HOST,
    /** Without a trailing slash; null for the request's own. */
    publicUrl: env.PUBLIC_URL ?? null,
    /** null for the address in package.json. */
    sourceUrl: env.SOURCE_URL ?? null,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL,
    /** Whose role may create databases, for verifying backups; null for `databaseUrl`. */
    verifyDatabaseUrl: env.VERIFY_DATABASE_URL ?? null,
    redisUrl: env.REDIS_URL,
    /** Prefix of keys and channels, so deployments can share a Redis. */
    keyPrefix: env.KEY_PREFIX,
    /** For the user Admin, created once; null creates none. */
    adminPassword: env.ADMIN_PASSWORD ?? null,
    secretKey: env.SECRET_KEY,
    storage: withPlaces(withKey(env.STORAGE_URL ?? { kind: 'file', directory: `${env.DATA_DIR}/files` }, env), env),
    /** null sends no mails. Contains a password: never log it. */
    smtpUrl: env.SMTP_URL ?? null,
    smtpFrom: env.SMTP_FROM ?? defaultSender(env.SMTP_URL, env.PUBLIC_URL),
    backup: backupSettingsOf(env),
    captcha: {
      provider: env.CAPTCHA_PROVIDER,
      /** Turnstile's public key. */
      siteKey: env.CAPTCHA_SITE_KEY,
      secretKey: env.CAPTCHA_SECRET_KEY,
      /** Leading zero bits for HashPow. */
      difficulty: env.CAPTCHA_DIFFICULTY,
      verifyUrl: env.CAPTCHA_VERIFY_URL,
    },
    ...containersOf(env),
    /** null for none. */
    hsts: hstsOf(env.HSTS_MAX_AGE, env.HSTS_INCLUDE_SUBDOMAINS === 'on'),
    rateLimit: env.RATE_LIMIT === 'on',
    /** As Fastify takes it. */
    trustProxy: env.TRUST_PROXY,
    logLevel: env.LOG_LEVEL,
    /** Whether webhooks may go to private addresses and over http. */
    webhookPrivateAddresses: env.WEBHOOK_PRIVATE_ADDRESSES === 'on',
    /** Whether providers of sign-ins may have private addresses and http. */
    oidcPrivateIssuers: env.OIDC_PRIVATE_ISSUERS === 'on',
    metricsPort: env.METRICS_PORT ?? null,
    metricsHost: env.METRICS_HOST,
    /** null traces nothing. */
    traces: env.TRACES_URL === undefined ? null : { url: env.TRACES_URL, ratio: env.TRACES_RATIO },
    /** null for none. */
    heartbeatFile: env.HEARTBEAT_FILE ?? null,
    /** Per queue and process. */
    workerConcurrency: env.WORKER_CONCURRENCY,
    /** Per server process; more are refused. */
    liveConnectionsMax: env.LIVE_CONNECTIONS_MAX,
    /** Relayed connections to containers per server process; more are refused. */
    relayConnectionsMax: env.RELAY_CONNECTIONS_MAX,
    attachmentMaxMiB: env.ATTACHMENT_MAX_MIB,
    packageMaxMiB: env.PACKAGE_MAX_MIB,
  };
}

/** Each member is the environment variable of the same name in capitals. */
export type Config = ReturnType<typeof configOf>;
