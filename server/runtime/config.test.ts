import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, describeMisspelt, describeRisks, readConfig } from './config';

const needed = {
  DATABASE_URL: 'postgres://vexil:pw@127.0.0.1:5432/vexil',
  REDIS_URL: 'redis://127.0.0.1:6379',
  SECRET_KEY: 'k'.repeat(32),
};

function mistakesOf(environment: Record<string, string | undefined>): string[] {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
  return [];
}

describe('readConfig', () => {
  it('has a default for all but database, Redis and key', () => {
    expect(readConfig(needed)).toEqual({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: null,
      sourceUrl: null,
      dataDir: '.data',
      databaseUrl: needed.DATABASE_URL,
      redisUrl: needed.REDIS_URL,
      keyPrefix: 'vexil:',
      adminPassword: null,
      secretKey: needed.SECRET_KEY,
      storage: { kind: 'file', directory: '.data/files' },
      smtpUrl: null,
      smtpFrom: 'no-reply@localhost',
      captcha: {
        provider: 'None',
        siteKey: '',
        secretKey: '',
        difficulty: 18,
        verifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
      },
      containerEngine: 'auto',
      containerEngines: [{ kind: 'docker', name: 'default', host: 'unix:///var/run/docker.sock', startsMax: 4 }],
      containerRegistries: {},
      dockerHost: null,
      containerPublicHost: null,
      containerPortMapping: 'default',
      containerProxyHost: '127.0.0.1',
      containerDiskFreeMinMiB: 2048,
      containerCapture: true,
      backup: { everyMs: null, keep: null, to: null, passphrase: null, verifies: true },
      captureDiskMaxMiB: 10_240,
      captureDirectory: '.data/captures',
      hsts: null,
      rateLimit: true,
      trustProxy: false,
      logLevel: 'info',
      metricsPort: null,
      metricsHost: '127.0.0.1',
      traces: null,
      heartbeatFile: null,
      workerConcurrency: 8,
      liveConnectionsMax: 10_000,
      relayConnectionsMax: 5000,
      attachmentMaxMiB: 512,
      packageMaxMiB: 512,
      containerDomain: null,
      containerPortRange: null,
      containerTlsPort: null,
      containerTls: null,
      webhookPrivateAddresses: false,
      oidcPrivateIssuers: false,
      verifyDatabaseUrl: null,
    });
  });

  it('takes an empty variable as absent', () => {
    expect(readConfig({ ...needed, PORT: '', PUBLIC_URL: ' ', STORAGE_URL: '' })).toEqual(readConfig(needed));
  });

  it('wants the keys of a captcha that has some', () => {
    const expected = 'is required with CAPTCHA_PROVIDER=CloudflareTurnstile';
    const environment = { ...needed, CAPTCHA_PROVIDER: 'CloudflareTurnstile' };
    expect(mistakesOf(environment)).toEqual([`CAPTCHA_SITE_KEY: ${expected}`, `CAPTCHA_SECRET_KEY: ${expected}`]);
    const captcha = { ...environment, CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET_KEY: 'secret' };
    expect(readConfig(captcha).captcha).toMatchObject({ siteKey: 'site', secretKey: 'secret' });
  });

  describe('the domain of instances', () => {
    const site = { ...needed, PUBLIC_URL: 'https://ctf.example.org' };
    const files = { CONTAINER_TLS_CERT: '/etc/c.pem', CONTAINER_TLS_KEY: '/etc/k.pem' };

    it.each([
      ['ctf.example.org', 'must not be the host of PUBLIC_URL'],
      ['play.ctf.example.org', 'must not lie below the host of PUBLIC_URL'],
      ['example.org', 'must not lie above the host of PUBLIC_URL'],
    ])('is not %s, which meets the site', (CONTAINER_DOMAIN, expected) => {
      const [mistake, ...others] = mistakesOf({ ...site, CONTAINER_DOMAIN });
      expect(mistake).toMatch(`CONTAINER_DOMAIN: ${expected}`);
      expect(others).toEqual([]);
    });

    it('has TLS with a certificate only', () => {
      const own = { ...site, CONTAINER_DOMAIN: 'play-ctf.net' };
      expect(mistakesOf({ ...own, CONTAINER_TLS_PORT: '8443' })).toEqual([
        'CONTAINER_TLS_PORT: needs CONTAINER_TLS_CERT and CONTAINER_TLS_KEY',
      ]);
      expect(mistakesOf({ ...site, ...files, CONTAINER_TLS_PORT: '8443' })).toEqual([
        'CONTAINER_TLS_PORT: needs CONTAINER_DOMAIN',
      ]);
      expect(readConfig({ ...own, ...files, CONTAINER_TLS_PORT: '8443' })).toMatchObject({
        containerTlsPort: 8443,
        containerTls: { certificateFile: '/etc/c.pem', keyFile: '/etc/k.pem' },
      });
    });
  });

  describe('HSTS', () => {
    const apart = { ...needed, PUBLIC_URL: 'https://ctf.example.org', CONTAINER_PUBLIC_HOST: 'play.example.net' };

    it('is for the site alone, and for what lies below it only where that is said', () => {
      const year = { ...apart, HSTS_MAX_AGE: '31536000' };
      expect(readConfig(year).hsts).toEqual({ maxAgeSeconds: 31_536_000, includeSubDomains: false });
      expect(readConfig({ ...year, HSTS_INCLUDE_SUBDOMAINS: 'on' }).hsts?.includeSubDomains).toBe(true);
      expect(readConfig({ ...apart, HSTS_MAX_AGE: '63072000' }).hsts?.maxAgeSeconds).toBe(63_072_000);
    });

    it('is refused where it would cover challenge containers', () => {
      const refused = [expect.stringMatching(/^HSTS_MAX_AGE: would make challenge containers unreachable/)];
      const year = { ...apart, HSTS_MAX_AGE: '31536000' };
      const below = { ...year, CONTAINER_PUBLIC_HOST: 'play.ctf.example.org' };
      expect(mistakesOf({ ...year, CONTAINER_PUBLIC_HOST: '' })).toEqual(refused);
      expect(mistakesOf({ ...year, CONTAINER_PUBLIC_HOST: 'ctf.example.org' })).toEqual(refused);
      expect(mistakesOf(below)).toEqual([]);
      expect(mistakesOf({ ...below, HSTS_INCLUDE_SUBDOMAINS: 'on' })).toEqual(refused);
      const on = { ...year, CONTAINER_PUBLIC_HOST: '' };
      expect(mistakesOf({ ...on, CONTAINER_PORT_MAPPING: 'proxy' })).toEqual([]);
      expect(mistakesOf({ ...on, CONTAINER_ENGINE: 'none' })).toEqual([]);
      // Withdraws the policy that browsers cached.
      expect(mistakesOf({ ...on, HSTS_MAX_AGE: '0', HSTS_INCLUDE_SUBDOMAINS: 'on' })).toEqual([]);
    });

    it('needs https', () => {
      const mistakes = mistakesOf({ ...apart, PUBLIC_URL: 'http://ctf.example.org', HSTS_MAX_AGE: '1' });
      expect(mistakes).toEqual(['HSTS_MAX_AGE: needs a PUBLIC_URL that begins with https://']);
    });
  });

  it('keeps files in the data directory by default', () => {
    expect(readConfig({ ...needed, DATA_DIR: '/srv/ctf' }).storage).toEqual({
      kind: 'file',
      directory: '/srv/ctf/files',
    });
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['HOST', '::1', { host: '::1' }],
    ['SOURCE_URL', 'https://git.example.org/vexil', { sourceUrl: 'https://git.example.org/vexil' }],
    ['PUBLIC_URL', 'https://ctf.example.org/', { publicUrl: 'https://ctf.example.org' }],
    ['STORAGE_URL', 'file:uploads', { storage: { kind: 'file', directory: 'uploads' } }],
    ['STORAGE_URL', 'file:///srv/files', { storage: { kind: 'file', directory: '/srv/files' } }],
    ['CONTAINER_ENGINE', 'none', { containerEngine: 'none' }],
    ['DOCKER_HOST', 'unix:///run/docker.sock', { dockerHost: 'unix:///run/docker.sock' }],
    [
      'DOCKER_HOST',
      'tcp://docker.lan:2375',
      { containerEngines: [{ kind: 'docker', name: 'default', host: 'tcp://docker.lan:2375', startsMax: 4 }] },
    ],
    ['CONTAINER_ENGINE', 'none', { containerEngines: [] }],
    [
      'CONTAINER_ENGINES',
      '[{"kind":"docker","name":"a","memoryMiB":4096},{"kind":"kubernetes","name":"b"}]',
      {
        containerEngines: [
          { kind: 'docker', name: 'a', memoryMiB: 4096, host: 'unix:///var/run/docker.sock', startsMax: 4 },
          { kind: 'kubernetes', name: 'b', startsMax: 4 },
        ],
      },
    ],
    [
      'CONTAINER_REGISTRIES',
      '{"ghcr.io":{"username":"a","password":"b"}}',
      { containerRegistries: { 'ghcr.io': { username: 'a', password: 'b' } } },
    ],
    ['CONTAINER_PORT_MAPPING', 'proxy', { containerPortMapping: 'proxy' }],
    ['CONTAINER_PROXY_HOST', '172.17.0.1', { containerProxyHost: '172.17.0.1' }],
    ['CONTAINER_DOMAIN', 'Play-CTF.net', { containerDomain: { protocol: 'https', host: 'play-ctf.net', port: 443 } }],
    [
      'CONTAINER_DOMAIN',
      'http://play.test:8080/',
      { containerDomain: { protocol: 'http', host: 'play.test', port: 8080 } },
    ],
    ['CONTAINER_DISK_FREE_MIN', '0', { containerDiskFreeMinMiB: 0 }],
    ['CONTAINER_PUBLIC_HOST', 'play.example.org', { containerPublicHost: 'play.example.org' }],
    ['RATE_LIMIT', 'off', { rateLimit: false }],
    ['HSTS_INCLUDE_SUBDOMAINS', 'off', { hsts: null }],
    ['TRUST_PROXY', 'true', { trustProxy: true }],
    ['TRUST_PROXY', 'false', { trustProxy: false }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', '10.0.0.0/255.0.0.0,::1/128,fd00::1', { trustProxy: ['10.0.0.0/255.0.0.0', '::1/128', 'fd00::1'] }],
    ['TRUST_PROXY', '10.0.0.0/8, loopback', { trustProxy: ['10.0.0.0/8', 'loopback'] }],
    ['CONTAINER_PORT_RANGE', '32768-60999', { containerPortRange: '32768-60999' }],
    ['METRICS_PORT', '9100', { metricsPort: 9100 }],
    ['METRICS_HOST', '0.0.0.0', { metricsHost: '0.0.0.0' }],
    ['HEARTBEAT_FILE', '/tmp/heartbeat', { heartbeatFile: '/tmp/heartbeat' }],
    ['SMTP_URL', 'smtps://u:p@mail.example.org', { smtpUrl: 'smtps://u:p@mail.example.org' }],
    ['SMTP_URL', 'smtp://robot%40ctf.test:p@mail.example.org', { smtpFrom: 'robot@ctf.test' }],
    ['PUBLIC_URL', 'https://ctf.example.org:8443', { smtpFrom: 'no-reply@ctf.example.org' }],
    ['SMTP_FROM', 'ctf@example.org', { smtpFrom: 'ctf@example.org' }],
    ['CAPTCHA_PROVIDER', 'HashPow', { captcha: { provider: 'HashPow' } }],
    ['CAPTCHA_DIFFICULTY', '48', { captcha: { difficulty: 48 } }],
  ])('reads %s=%s', (variable, value, expected) => {
    expect(readConfig({ ...needed, [variable]: value })).toMatchObject(expected);
  });

  it.each([
    ['PORT', 'eighty'],
    ['PORT', '70000'],
    ['SMTP_FROM', 'CTF <ctf@example.org>'],
    ['CAPTCHA_PROVIDER', 'Other'],
    ['CAPTCHA_DIFFICULTY', '7'],
    ['CAPTCHA_VERIFY_URL', 'turnstile'],
    ['HOST', 'http://0.0.0.0'],
    ['PUBLIC_URL', 'ctf.example.org'],
    ['PUBLIC_URL', 'https://ctf.example.org/play'],
    ['DATABASE_URL', 'mysql://127.0.0.1/vexil'],
    ['REDIS_URL', '127.0.0.1:6379'],
    ['ADMIN_PASSWORD', 'short'],
    ['SECRET_KEY', 'k'.repeat(31)],
    ['STORAGE_URL', '/srv/files'],
    ['STORAGE_URL', 's3:'],
    ['STORAGE_URL', 's3://B_cket'],
    ['STORAGE_URL', 's3://id@bucket'],
    ['STORAGE_URL', 's3://i%:%@bucket'],
    ['STORAGE_URL', 's3://bucket/..%2f'],
    ['STORAGE_URL', 's3://bucket?colour=red'],
    ['STORAGE_URL', 's3://id:secret@bucket?endpoint=minio:9000'],
    ['STORAGE_URL', 's3://bucket?forcePathStyle=yes'],
    ['SMTP_URL', 'mail.example.org:587'],
    ['CONTAINER_ENGINE', 'podman'],
    ['CONTAINER_ENGINES', 'docker'],
    ['CONTAINER_ENGINES', '[]'],
    ['CONTAINER_ENGINES', '[{"kind":"docker","name":"Two Words"}]'],
    ['CONTAINER_ENGINES', '[{"kind":"docker"},{"kind":"docker"}]'],
    ['CONTAINER_ENGINES', '[{"kind":"docker","hots":"unix:///a"}]'],
    ['CONTAINER_REGISTRIES', '{"ghcr.io":{"username":"a"}}'],
    ['DOCKER_HOST', '/var/run/docker.sock'],
    ['DOCKER_HOST', 'ssh://docker.lan'],
    ['CONTAINER_PUBLIC_HOST', 'https://play.example.org'],
    ['HSTS_MAX_AGE', 'a year'],
    ['HSTS_MAX_AGE', '63072001'],
    ['HSTS_MAX_AGE', '0'],
    ['HSTS_INCLUDE_SUBDOMAINS', 'on'],
    ['HSTS_INCLUDE_SUBDOMAINS', 'yes'],
    ['RATE_LIMIT', 'yes'],
    ['TRUST_PROXY', 'proxy.example.org'],
    ...[
      '0.0.0.0/0',
      '::/0',
      '10.0.0.300',
      '10.0.0.0/33',
      '::1/129',
      '10.0.0.0/8/8',
      '::1/255.0.0.0',
      '10.0.0.0/0.0.0.0',
    ].map((value) => ['TRUST_PROXY', value]),
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '-1'],
    ['WORKER_CONCURRENCY', '0'],
    ['LIVE_CONNECTIONS_MAX', '0'],
    ...['0-80', '90-80', '80', '1-65536', '1-2-3', 'a-b'].map((value) => ['CONTAINER_PORT_RANGE', value]),
    ['CONTAINER_DOMAIN', '192.0.2.7'],
    ['CONTAINER_DOMAIN', 'https://play-ctf.net/path'],
    ['CONTAINER_DOMAIN', 'play-ctf.net:70000'],
    ['RELAY_CONNECTIONS_MAX', '0'],
  ])('refuses %s=%s in one line that names it', (variable, value) => {
    const mistakes = mistakesOf({ ...needed, [variable]: value });
    expect(mistakes).toHaveLength(1);
    expect(mistakes[0]).toMatch(new RegExp(`^${variable}: `));
  });

  it('reads a bucket with all its parts', () => {
    const url = 's3://id:s%2Fcret@files/vexil/a/?endpoint=http://minio:9000&region=eu-1&forcePathStyle=false';
    expect(readConfig({ ...needed, STORAGE_URL: url }).storage).toEqual({
      kind: 's3',
      bucket: 'files',
      prefix: 'vexil/a/',
      endpoint: 'http://minio:9000',
      region: 'eu-1',
      forcePathStyle: false,
      credentials: { accessKeyId: 'id', secretAccessKey: 's/cret' },
    });
  });

  it('takes the key of a bucket from variables of its own, and leaves it to the environment at Amazon', () => {
    const key = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    const read = (url: string, more = {}) => readConfig({ ...needed, STORAGE_URL: url, ...more }).storage;
    expect(read('s3://bucket', key)).toMatchObject({ credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } });
    expect(read('s3://bucket?endpoint=http://minio:9000', key)).toMatchObject({ forcePathStyle: true });
    expect(read('s3://bucket')).toMatchObject({ credentials: null, endpoint: null, forcePathStyle: false, prefix: '' });
    expect(read('s3://x:y@bucket', key)).toMatchObject({ credentials: { accessKeyId: 'x', secretAccessKey: 'y' } });
  });

  it.each([
    [{ S3_ACCESS_KEY_ID: 'hunter2' }, 'S3_SECRET_ACCESS_KEY'],
    [{ S3_SECRET_ACCESS_KEY: 'hunter2' }, 'S3_ACCESS_KEY_ID'],
    [{ STORAGE_URL: 's3://bucket?endpoint=http://minio:9000' }, 'S3_ACCESS_KEY_ID'],
  ])('refuses a key of which a half is missing: %j', (environment, variable) => {
    const mistakes = mistakesOf({ ...needed, ...environment });
    expect(mistakes).toEqual([expect.stringMatching(`^${variable}: is required`)]);
    expect(mistakes.join()).not.toContain('hunter');
  });

  it.each([
    ['needs a bucket', 'tasks', ''],
    ['needs a bucket', 'tasks', 'file:files'],
    ...['../a', 'a//b', 'a b'].map((prefix) => ['must have letters', prefix, 's3://bucket']),
    ...['objects', 'incoming/a', 'places', 'af', '0f/a'].map((prefix) => ['must lie beside', prefix, 's3://bucket']),
    ...['a', 'a/b', 'a/b/objects', '/a/'].map((prefix) => ['must lie beside', prefix, 's3://bucket/a/b']),
  ])('%s as prefix of what challenges name: %j in %j', (message, prefix = '', storage = '') => {
    const mistakes = mistakesOf({ ...needed, S3_CHALLENGE_PREFIX: prefix, STORAGE_URL: storage });
    expect(mistakes).toEqual([expect.stringMatching(`^S3_CHALLENGE_PREFIX: ${message}`)]);
  });

  it.each([
    ['tasks', 's3://bucket', 'tasks/'],
    ['/tasks/2026/', 's3://bucket/a/b', 'tasks/2026/'],
    ['a/c', 's3://bucket/a/b', 'a/c/'],
    ['a/b/abc', 's3://bucket/a/b', 'a/b/abc/'],
    ['/', 's3://bucket', undefined],
  ])('takes %j as prefix of what challenges name in %j', (prefix, storage, challengePrefix) => {
    const config = readConfig({ ...needed, S3_CHALLENGE_PREFIX: prefix, STORAGE_URL: storage });
    expect((config.storage as { challengePrefix?: string }).challengePrefix).toBe(challengePrefix);
  });

  it('lists every mistake at once', () => {
    const mistakes = mistakesOf({ PORT: 'x', REDIS_URL: 'x', RATE_LIMIT: 'x' });
    expect(mistakes.map((line) => line.split(':')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'REDIS_URL',
      'SECRET_KEY',
      'RATE_LIMIT',
    ]);
  });

  it('repeats no value, since it may be a secret', () => {
    const mistakes = mistakesOf({
      DATABASE_URL: 'hunter2',
      REDIS_URL: 'hunter2',
      SECRET_KEY: 'hunter2',
      ADMIN_PASSWORD: 'hunter',
      STORAGE_URL: 's3://id:hunter2@bucket?hunter2=1',
    });
    expect(mistakes).toHaveLength(5);
    expect(mistakes.join('\n')).not.toContain('hunter');
  });
});

describe('passwords in addresses', () => {
  it('may contain @, which clients get encoded', () => {
    const { databaseUrl, redisUrl } = readConfig({
      ...needed,
      DATABASE_URL: 'postgres://vexil:p@ss@db.lan:5432/vexil',
      REDIS_URL: 'redis://:a@b@cache.lan:6379',
    });
    expect(databaseUrl).toBe('postgres://vexil:p%40ss@db.lan:5432/vexil');
    expect(redisUrl).toBe('redis://:a%40b@cache.lan:6379');
  });

  it.each(['postgres://vexil:p#ss@db.lan/vexil', 'postgres://vexil:12#ss@db.lan/vexil', 'postgres://v:50%@db.lan/v'])(
    'are refused with the reason where they would be misread: %s',
    (DATABASE_URL) => {
      const [mistake = '', ...others] = mistakesOf({ ...needed, DATABASE_URL });
      expect(mistake).toMatch(/^DATABASE_URL: .*percent-encoded/);
      expect(mistake).not.toContain('ss@');
      expect(others).toEqual([]);
    },
  );
});

describe('the schedule of backups', () => {
  it.each([
    ['30m', 30 * 60_000],
    ['6h', 6 * 3_600_000],
    ['1d', 86_400_000],
  ])('takes %s', (BACKUP_EVERY, everyMs) => {
    expect(readConfig({ ...needed, BACKUP_EVERY }).backup.everyMs).toBe(everyMs);
  });

  it.each(['6', '0h', '1w', '6 h', '-1h'])('refuses %s', (BACKUP_EVERY) => {
    expect(mistakesOf({ ...needed, BACKUP_EVERY })).toEqual([
      'BACKUP_EVERY: must be a number with m, h or d, such as 30m, 6h or 1d',
    ]);
  });
});

describe('secrets in files', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'vexil-secrets-'));
  const fileWith = (name: string, content: string) => {
    writeFileSync(path.join(directory, name), content);
    return path.join(directory, name);
  };

  it('are read without blanks around them', () => {
    const { SECRET_KEY: _, ...rest } = needed;
    const SECRET_KEY_FILE = fileWith('key', `${'s'.repeat(40)}\n`);
    expect(readConfig({ ...rest, SECRET_KEY_FILE }).secretKey).toBe('s'.repeat(40));
  });

  it('are checked like any value', () => {
    const { SECRET_KEY: _, ...rest } = needed;
    expect(mistakesOf({ ...rest, SECRET_KEY_FILE: fileWith('short', 'abc') })).toEqual([
      'SECRET_KEY: must have at least 32 characters',
    ]);
  });

  it('are named in one line each when they cannot be used', () => {
    const { SECRET_KEY: _, DATABASE_URL: __, ...rest } = needed;
    const files = {
      SECRET_KEY_FILE: path.join(directory, 'missing'),
      DATABASE_URL_FILE: fileWith('empty', ' \n'),
      REDIS_URL_FILE: fileWith('redis', needed.REDIS_URL),
    };
    expect(mistakesOf({ ...rest, ...files }).sort()).toEqual([
      'DATABASE_URL_FILE: names a file that is empty',
      'REDIS_URL_FILE: is set together with REDIS_URL; set one of them',
      'SECRET_KEY_FILE: names a file that cannot be read (ENOENT)',
    ]);
  });
});

describe('CONTAINER_PORT_RANGE', () => {
  it.each(['swarm', 'kubernetes'])('is refused with %s, which has a range of its own', (engine) => {
    const settings = { ...needed, CONTAINER_ENGINE: engine, CONTAINER_PORT_RANGE: '40000-40099' };
    expect(mistakesOf(settings)).toEqual([expect.stringMatching(/^CONTAINER_PORT_RANGE: /)]);
  });
});

describe('describeRisks', () => {
  it.each([
    ['true', 1],
    ['1', 0],
    ['10.0.0.0/8', 0],
    ['', 0],
  ])('of TRUST_PROXY=%s are %i', (value, count) => {
    expect(describeRisks(readConfig({ ...needed, TRUST_PROXY: value }))).toHaveLength(count);
  });
});

describe('describeMisspelt', () => {
  it.each([
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['SECRET_KEYFILE', 'SECRET_KEY_FILE'],
    ['S3_SECRET_ACCES_KEY', 'S3_SECRET_ACCESS_KEY'],
    ['TRUST_PROYX', 'TRUST_PROXY'],
  ])('names what %s probably means', (given, meant) => {
    expect(describeMisspelt({ [given]: 'x' })).toEqual([
      `${given} is not a setting and has no effect. Is ${meant} meant?`,
    ]);
  });

  it('says nothing of settings, of other programs and of empty variables', () => {
    const others = {
      PATH: '/bin',
      HOSTNAME: 'a',
      NODE_OPTIONS: '--x',
      LOGLEVEL: ' ',
      POSTGRES_PASSWORD: 'p',
      PGHOST: 'h',
    };
    expect(describeMisspelt({ ...needed, LOG_LEVEL: 'info', ...others })).toEqual([]);
  });
});
