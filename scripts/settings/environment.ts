// What each environment variable means, by section of docs/settings.md. Defaults stand here only where the schema has none,
// or where the table says more.

export interface Meaning {
  means: string;
  /** In place of the schema's default; `none` where there is neither. */
  default?: string;
}

export const environmentMeanings: Record<string, Record<string, Meaning>> = {
  Addresses: {
    PORT: { means: 'Port that the server listens on. `0` takes a free one' },
    HOST: { means: 'Address that the server listens on' },
    PUBLIC_URL: {
      means:
        'Origin that players see, such as `https://ctf.example.org`. Mails need it: their links never use the host of a request. With it, changes through any other address are refused; with https the session cookie is `Secure`. See [The address of the site](install.md#the-address-of-the-site)',
      default: "the request's own origin",
    },
    SOURCE_URL: {
      means:
        'Address of the source of the running version, shown on the About page and in `/api/config`. Set it when you run a modified version: the AGPL, section 13, asks for it',
      default: '`repository` in `package.json`, which is not set',
    },
    TRUST_PROXY: {
      means:
        "Reverse proxies whose `X-Forwarded-*` headers count: `1` for one proxy in front, or how many there are, or their addresses with commas between (`10.0.0.0/8, loopback`). A number is right only where clients cannot reach the servers past the proxies. `true` believes every sender, so that clients choose their address and no limit per address holds; the log, `npm start` and `vexil doctor` warn of it. Without it every client behind a proxy has the proxy's address. The log warns once when forwarded headers arrive and this is not set",
    },
    HSTS_MAX_AGE: {
      means:
        '`max-age` in seconds of `Strict-Transport-Security`, at most 63072000. Needs an https `PUBLIC_URL` and containers on a host that the policy does not cover. `0` clears the policy in browsers. See [HTTPS only](operate.md#https-only)',
      default: 'off',
    },
    HSTS_INCLUDE_SUBDOMAINS: { means: '`on` extends the policy to every name below the host of `PUBLIC_URL`' },
  },
  Data: {
    DATA_DIR: {
      means: 'Directory for everything that `npm start` stores; mode 0700',
      default: '`.data` (`.data-demo` for the demo)',
    },
    DATABASE_URL: {
      means: '`postgres://user:password@host:5432/vexil`',
      default: 'an embedded PostgreSQL with `npm start`, else required',
    },
    REDIS_URL: {
      means: '`redis://host:6379` or `rediss://…`. Redis needs AOF and `maxmemory-policy noeviction`',
      default: 'found or started by `npm start`, else required',
    },
    KEY_PREFIX: { means: 'Prefix of every key and channel in Redis, so that deployments can share one' },
    SECRET_KEY: {
      means: 'At least 32 characters. Keys for flags and tokens are derived from it. See [The key](install.md#the-key)',
      default: 'made and stored in `DATA_DIR` by `npm start`, else required',
    },
    ADMIN_PASSWORD: {
      means:
        'Password of the user `Admin`, which is created when it does not exist: 8 to 128 characters with a digit, a lower-case and an upper-case letter',
      default: 'made and printed once by `npm start`',
    },
    STORAGE_URL: {
      means:
        'Uploaded files: `file:<directory>` shared by all servers and workers, or `s3://<bucket>/<prefix>?endpoint=https://…&region=…&forcePathStyle=…`. See [File storage](install.md#file-storage)',
      default: '`file:<DATA_DIR>/files`',
    },
    VERIFY_DATABASE_URL: {
      means: 'Where `vexil verify` creates its temporary database; the role must be allowed to create databases',
      default: '`DATABASE_URL`',
    },
    S3_ACCESS_KEY_ID: {
      means:
        'Key of the bucket, when `STORAGE_URL` does not contain it as `s3://<id>:<secret>@<bucket>`, percent-encoded. Required with an `endpoint`',
      default: 'on Amazon the role of the machine',
    },
    S3_SECRET_ACCESS_KEY: { means: 'Secret of that key', default: 'on Amazon the role of the machine' },
    S3_CHALLENGE_PREFIX: {
      means:
        'Folder of that bucket whose objects [challenges may name](as-code.md#files-in-s3) as attachments; those of a game lie below its number',
      default: 'none: challenges name no objects',
    },
  },
  Backups: {
    BACKUP_EVERY: {
      means:
        'Time between two backups of the schedule, such as `30m`, `6h` or `1d`. `npm start` runs the schedule itself; Compose does with the profile `backup`, every 6 hours',
    },
    BACKUP_KEEP: { means: 'How many backups stay', default: 'all; 28 in Compose' },
    BACKUP_TO: { means: 'Directory, or bucket as in `STORAGE_URL`, for backups', default: '`DATA_DIR/backups`' },
    BACKUP_PASSPHRASE: {
      means: 'At least 12 characters. Encrypts backups; without it they hold password hashes and sealed flags',
    },
    BACKUP_VERIFY: { means: '`off` verifies no backup of the schedule' },
  },
  Containers: {
    CONTAINER_ENGINE: {
      means: 'Kind of the engine for challenge containers: `docker`, `swarm`, `kubernetes` or `none`',
      default: '`docker` when `DOCKER_HOST` is set or the local socket answers, else `none`',
    },
    DOCKER_HOST: {
      means: 'Address of the engine, `unix:///path` or `tcp://host:port`. Only workers use it',
      default: 'the local socket',
    },
    CONTAINER_ENGINES: {
      means: 'Engines as a JSON list: see [engines.md](engines.md)',
      default: 'one engine named `default` from the two rows above',
    },
    CONTAINER_REGISTRIES: {
      means:
        'Logins of private registries by host, as JSON: `{"ghcr.io": {"username": "…", "password": "…"}}`. `docker.io` is for images without a host',
    },
    CONTAINER_DISK_FREE_MIN: {
      means:
        "Free MiB that the engine's disk needs before a container starts, where the worker can see that disk. `0` turns the check off",
    },
    CONTAINER_PUBLIC_HOST: {
      means:
        'Host name or address at which players reach container ports. Use another host than the site: see [A second host name](install.md#a-second-host-name-for-challenge-containers)',
      default: 'the host of `PUBLIC_URL`, else the host of each request',
    },
    CONTAINER_PORT_MAPPING: {
      means:
        '`default` publishes a port for each container. `proxy` opens no port to players; they connect through `/api/proxy`',
    },
    CONTAINER_PORT_RANGE: {
      means:
        'First and last port that containers are published on, such as `40000-40999`, on engines of kind `docker`. Each reachable port of an instance takes one; a start that finds none free fails with the reason and may be tried again. Swarm and Kubernetes have [ranges of their own](engines.md#published-ports)',
      default: "the engine's: the system's `net.ipv4.ip_local_port_range`",
    },
    CONTAINER_DOMAIN: {
      means:
        'Domain below which instances have host names, such as `play-ctf.net`, or with scheme and port as `https://play-ctf.net:8443`. For servers and workers. It must be a registered domain of its own: the start is refused when it is the host of `PUBLIC_URL`, lies below or above it. See [Names for instances](install.md#names-for-instances)',
    },
    CONTAINER_TLS_PORT: {
      means: 'Port where servers take TCP with TLS for instances with names. For servers and workers',
      default: 'off',
    },
    CONTAINER_TLS_CERT: {
      means:
        'PEM file of the wildcard certificate for `CONTAINER_TLS_PORT`, required with it. Servers read it again when it changes',
    },
    CONTAINER_TLS_KEY: { means: 'PEM file of its key, likewise' },
    CONTAINER_PROXY_HOST: {
      means:
        "With `proxy`, and for instances with names: IP address on the engine's machine where ports are published for the servers. Choose one that players cannot reach; `docker/compose.yml` uses `172.17.0.1`, the engine's bridge",
    },
    CONTAINER_CAPTURE: {
      means:
        '`on` records the traffic of challenges that ask for it, where connections go through the platform. `off` records nothing: see [Traffic capture](operate.md#traffic-capture). For servers',
    },
    CONTAINER_CAPTURE_DISK_MAX: {
      means: 'MiB that all captures may take; beyond, the oldest are deleted. For servers and workers',
    },
    CONTAINER_CAPTURE_DIRECTORY: {
      means: 'Where servers keep captures until they are complete. Servers that share it store what a killed one left',
      default: '`DATA_DIR/captures`',
    },
  },
  'Mail and captcha': {
    SMTP_URL: {
      means:
        'Mail server for servers and workers, `smtp://user:password@host:587` or `smtps://…`. Without it no mail confirms or recovers an account',
    },
    SMTP_FROM: {
      means: 'Sender address',
      default: 'the user of `SMTP_URL` where it is an address, else `no-reply@` the host of `PUBLIC_URL`',
    },
    CAPTCHA_PROVIDER: {
      means:
        '`HashPow` (proof of work in the browser) or `CloudflareTurnstile`. Forms ask for it when `accountPolicy.useCaptcha` is on; sign-in also asks after too many wrong passwords for an account',
    },
    CAPTCHA_DIFFICULTY: { means: 'Zero bits that an answer of `HashPow` needs, 8 to 48' },
    CAPTCHA_SITE_KEY: { means: 'Public key of `CloudflareTurnstile`, required with it' },
    CAPTCHA_SECRET_KEY: { means: 'Secret key of `CloudflareTurnstile`, required with it' },
    CAPTCHA_VERIFY_URL: { means: 'Address that checks answers of `CloudflareTurnstile`', default: "Cloudflare's" },
  },
  Limits: {
    RATE_LIMIT: {
      means:
        'Budgets of requests per account, or per address for clients without a session (an IPv6 /64 counts as one address), and limits of live connections per sender. `off` does not turn off [load shedding](scale.md#load-shedding)',
    },
    LIVE_CONNECTIONS_MAX: {
      means:
        'Live connections of one server. Beyond it new ones get 503. An account has at most 32, an address without a session a tenth, and a quarter is reserved for signed-in clients',
    },
    RELAY_CONNECTIONS_MAX: {
      means:
        'Relayed connections to containers of one server. Beyond it new ones get 503. An address has at most a tenth, an instance 32 over all servers. See [Relayed connections](install.md#relayed-connections)',
    },
    ATTACHMENT_MAX_MIB: {
      means:
        'Largest upload of attachments in MiB, of all files of a call together. Larger ones are refused by their length, before they are read. Writeups have at most 20 MiB, pictures 3 MiB',
    },
    PACKAGE_MAX_MIB: {
      means:
        'Largest package of a game in MiB that can be imported, and therefore exported; unpacked it may have four times as much',
    },
    WORKER_CONCURRENCY: { means: 'Jobs that one worker runs at a time, per queue' },
    WEBHOOK_PRIVATE_ADDRESSES: {
      means:
        '`on` lets [webhooks](operate.md#webhooks) go to private addresses and over `http`. For servers and workers',
    },
    OIDC_PRIVATE_ISSUERS: {
      means:
        '`on` lets [providers of sign-ins](operate.md#sign-in-by-a-provider) have private addresses and `http`, for a directory inside the house. For servers',
    },
  },
  'Logs, metrics and traces': {
    LOG_LEVEL: {
      means:
        '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`. Logs are JSON lines on standard output; `npm start` writes them to `DATA_DIR/logs`',
    },
    METRICS_PORT: {
      means:
        'Port of `/metrics` for Prometheus, on servers and workers. A worker takes one of the three ports after it where it is taken; with `npm start` it has the next port. Where a server and a worker share an address, give the worker the next port: a server does not start on a taken one',
      default: 'off',
    },
    METRICS_HOST: { means: 'Address of the metrics port' },
    TRACES_URL: {
      means:
        'Where servers and workers send [traces](operate.md#traces): the address of an OpenTelemetry collector for OTLP over HTTP, such as `http://127.0.0.1:4318/v1/traces`',
      default: 'off',
    },
    TRACES_RATIO: { means: 'Part of the requests that are traced, from 0 to 1' },
    HEARTBEAT_FILE: {
      means: "File that a worker writes every five seconds, for health checks. The worker's image sets it",
    },
  },
};
