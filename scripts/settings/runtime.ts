// What each run-time setting means; defaults are those of the contract.

export const runtimeMeanings: Record<string, string> = {
  'accountPolicy.allowRegister': 'Visitors may create accounts',
  'accountPolicy.activeOnRegister':
    'New accounts are signed in at once. Otherwise an e-mail or an administrator confirms them',
  'accountPolicy.emailConfirmationRequired':
    'Turns on mails, which need `SMTP_URL`: accounts that are not active at once confirm their address with a mailed link, passwords can be recovered, and a new address has to be confirmed',
  'accountPolicy.useCaptcha': 'Registration, sign-in and recovery ask for a captcha; needs `CAPTCHA_PROVIDER`',
  'accountPolicy.emailDomainList': 'E-mail domains that may register, with commas between; empty allows all',
  'accountPolicy.factorRequiredOf':
    'Of whom a second factor is required: `None`, `Admins`, or `Staff` (administrators, monitors and the staff of games). Without one, their sessions open nothing but the page where they set it up; their API tokens go on',
  'accountPolicy.factorRequiredFrom':
    'From when it is required, in Unix milliseconds; until then staff are asked for it. 0 is at once',
  'accountPolicy.fields':
    'At most ten own fields that accounts answer, in their order: `[{ id, name, kind, choices, required, visibility }]`. See [Own fields](operate.md#own-fields)',
  'termsPolicy.terms':
    'Terms of use, in Markdown. Where one of the three texts is set, accounts are asked once, when registering or at the next request, and again when a text changes; API tokens are not asked',
  'termsPolicy.privacy': 'Privacy notice, in Markdown; accepted together with the terms',
  'termsPolicy.eligibility': 'A sentence that has to be ticked beside them, an age for example',
  'globalConfig.title': 'Name of the platform. The web client shows "Vexil" as long as the default stands',
  'globalConfig.slogan': 'Line below the title on the home page',
  'globalConfig.description': 'Description for search engines and link previews',
  'globalConfig.footerInfo':
    'Markdown of the organiser, such as a legal notice; part of `/api/config` and shown on the About page',
  'globalConfig.customTheme': 'Accent colour as `#rrggbb`',
  'globalConfig.foreignImages':
    "Pictures of other hosts in Markdown. `ask`: loaded when the reader clicks, which shows that host the reader's address. `refuse`: never loaded; the page shows the address as text and its content security policy forbids them. The platform does not fetch pictures for its readers: without signed addresses anybody could make it fetch any page",
  'globalConfig.apiEncryption': 'Cannot be turned on; TLS does this. Kept for existing clients',
  'globalConfig.logoHash': 'Stored logo. Read-only: upload a picture with `POST /api/admin/config/logo`',
  'globalConfig.faviconHash':
    'Stored icon. Read-only: it is made of the logo unless one was uploaded with `POST /api/admin/config/favicon`',
  'globalConfig.hasOwnFavicon': 'Whether the icon was uploaded by itself. Read-only',
  'containerPolicy.autoDestroyOnLimitReached':
    "A start beyond the team's limit ends the team's oldest container instead of being refused",
  'containerPolicy.defaultLifetime': 'Lifetime of a new container in minutes, 1 to 7200',
  'containerPolicy.extensionDuration': 'Minutes that an extension adds, 1 to 7200',
  'containerPolicy.renewalWindow': 'Minutes before the end in which a team can extend, 1 to 360',
  'containerPolicy.maxExerciseContainerCountPerUser': 'Without effect. Kept for existing clients',
  'containerCeilings.memoryMiB': 'Most memory of one container',
  'containerCeilings.cpuTenths': 'Most processor time of one container, in tenths of a core',
  'containerCeilings.storageMiB': 'Most disk space of one container',
  'containerCeilings.lifetimeMinutes': 'Longest life of one container, extensions included',
  'containerCeilings.instancesMax':
    'Containers of the whole deployment at the same time, tests and those started ahead included; further starts wait for one to end. 0 is no limit',
  'containerCeilings.networkModes': 'Network modes that a challenge may use',
  'containerCeilings.imageRegistries':
    'Registries that images may come from; empty allows every registry with a public name. See [Limits for organisers](operate.md#limits-for-organisers)',
  'containerCeilings.runtimes':
    'Runtimes of engines that a challenge may name in `containerOptions.runtime`; empty leaves each engine its own. See [Stronger runtimes](engines.md#stronger-runtimes)',
};
