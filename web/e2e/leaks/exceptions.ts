import type { Trace } from './record';
import type { Secret, SecretKind } from './secrets';

/** Where a secret may appear, and why. Anything else is a leak. */
export interface Exception {
  secrets: readonly SecretKind[];
  /** Only secrets with this in their name. */
  named?: RegExp;
  /** Only submitted flags. */
  answered?: true;
  /** Only secrets that the audience owns. */
  own?: true;
  to: readonly string[];
  in: RegExp;
  why: string;
}

const organisers = ['organiser', 'admin'];
const watchers = ['observer', 'monitor', 'organiser', 'admin'];
const everyRole = ['anonymous', 'player', 'observer', 'monitor', 'organiser', 'admin'];
const people = everyRole.slice(1);

/** Secrets that tables contain by design; none contains plain flags, submissions, passwords or keys. */
const tables: readonly [SecretKind, RegExp][] = [
  ['passwordHash', /^accounts$/],
  [
    'sealed',
    /^(sessions|api_tokens|mail_tokens|games|challenges|flags|team_challenges|submissions|solver_checks|webhooks|factors|recovery_codes)$/,
  ],
  ['profile', /^(accounts|mail_tokens|audit_entries)$/],
  ['teamInvite', /^teams$/],
  ['teamToken', /^participations$/],
  ['inviteCode', /^(games|divisions)$/],
  ['hiddenGame', /^(games|audit_entries|logs)$/],
  // Also the notice of a challenge with prerequisites, which no player gets.
  ['draft', /^(games|challenges|board_rules|files|attachments|audit_entries|notices)$/],
  ['divisionText', /^(challenges|files|attachments|audit_entries)$/],
  ['teamFile', /^(files|attachments)$/],
  ['writeup', /^(files|participations|case_questions)$/],
  ['containerId', /^(containers|logs|audit_entries)$/],
  ['cheating', /^(submissions|activities)$/],
];

const stored = tables.map(
  ([kind, where]): Exception => ({
    secrets: [kind],
    to: ['table'],
    in: where,
    why: `${kind}: stored in ${where.source}`,
  }),
);

export const exceptions: readonly Exception[] = [
  {
    secrets: ['session'],
    own: true,
    to: everyRole,
    in: /^account\.(login|loginFactor|register|verify|resetPassword|confirmEmail|changePassword)$/,
    why: 'signing in sets the cookie',
  },
  {
    secrets: ['factor'],
    to: people,
    in: /^factor\.(beginTotp|confirmTotp|renewCodes)$/,
    why: 'shown once to the account',
  },
  {
    secrets: ['webhookSecret'],
    to: ['admin'],
    in: /^webhook\.(create|renewSecret)$/,
    why: 'shown once to the administrator',
  },
  { secrets: ['apiToken'], to: ['admin'], in: /^token\.create$/, why: 'shown once to its creator' },
  { secrets: ['apiToken'], to: organisers, in: /^gameToken\.create$/, why: 'shown once to its creator' },
  { secrets: ['apiToken'], to: people, in: /^playerToken\.create$/, why: 'shown once to its creator' },
  {
    secrets: ['password'],
    own: true,
    to: ['admin'],
    in: /^accountAdmin\.(resetPassword|makeResetLink)$/,
    why: 'shown once to the administrator',
  },
  {
    secrets: ['mailToken', 'profile'],
    to: ['admin'],
    in: /^accountAdmin\.makeResetLink$/,
    why: 'the link names the address, as a mail would; administrators see addresses',
  },
  {
    secrets: ['flag', 'template', 'draft', 'divisionText', 'teamFile'],
    to: organisers,
    in: /^(challengeEdit\.(list|create|get|update|listAttachments|setAttachments)|package\.export)$/,
    why: 'organisers edit challenges and export them in packages',
  },
  {
    secrets: ['draft', 'hiddenGame'],
    to: organisers,
    in: /^challengeEdit\.search$/,
    why: 'organisers find a challenge by its name, with the name of its game',
  },
  {
    secrets: ['draft'],
    named: /^the category of /,
    to: organisers,
    in: /^(gameEdit\.(create|list|get|update|unfreeze)|pause\.(pause|resume))$/,
    why: 'organisers edit the categories of a game, also those that only drafts have',
  },
  {
    secrets: ['draft', 'divisionText'],
    to: watchers,
    in: /^(challenge\.preview|monitor\.figures|evidence\.get|case\.export)$/,
    why: 'staff see challenges as the players of a division will, and how many teams solved each',
  },
  {
    secrets: ['solver'],
    to: organisers,
    in: /^(solver\.(get|set|output)|package\.export)$/,
    why: 'organisers read what their solver wrote, and export it in packages',
  },
  {
    secrets: ['flag', 'answer'],
    answered: true,
    to: watchers,
    in: /^(submissionMonitor\.(list|cheatInfo|findings|sheet)|evidence\.get|case\.export|rejudging\.submissions|activity\.list|hub)$/,
    why: 'monitors see submissions',
  },
  {
    secrets: ['profile'],
    own: true,
    to: people,
    in: /^(account\.profile|gamePage\.get)$/,
    why: 'all accounts see their own profile',
  },
  {
    secrets: ['profile'],
    to: ['admin'],
    in: /^accountAdmin\.(list|search|get)$/,
    why: 'administrators manage accounts',
  },
  {
    secrets: ['profile'],
    to: organisers,
    in: /^participation\.list$/,
    why: 'organisers review participants and contact them',
  },
  {
    secrets: ['profile'],
    to: watchers,
    in: /^(scoreboard|submissionMonitor)\.sheet$/,
    why: 'the sheets of the wire format include contact data',
  },
  { secrets: ['profile', 'mailToken'], own: true, to: ['mail'], in: /^mail$/, why: 'a mail is for its recipient' },
  {
    secrets: ['teamInvite'],
    own: true,
    to: ['captain'],
    in: /^team\.(invite|rotateInvite)$/,
    why: "captains share their team's code",
  },
  {
    secrets: ['inviteCode'],
    to: organisers,
    in: /^(gameEdit\.(create|list|get|update|unfreeze)|pause\.(pause|resume)|division\.(create|list|update)|package\.export)$/,
    why: "organisers share their games' codes",
  },
  {
    secrets: ['hiddenGame'],
    to: organisers,
    in: /^(gameEdit\.(create|list|get|update|unfreeze)|package\.export|terms\.gameConsentSheet|writeup(Admin|Edit)\.archive)$/,
    why: 'organisers prepare it',
  },
  {
    secrets: ['hiddenGame'],
    own: true,
    to: people,
    in: /^(game|gamePage)\.get$/,
    why: 'members of its accepted teams play it',
  },
  {
    secrets: ['hiddenGame'],
    to: watchers,
    in: /^(game|gamePage)\.get$/,
    why: 'staff see it too',
  },
  { secrets: ['hashSalt'], to: organisers, in: /^gameEdit\.hashSalt$/, why: 'organisers compute flags outside' },
  {
    secrets: ['teamToken'],
    own: true,
    to: ['player'],
    in: /^(challenge\.details|gamePage\.get)$/,
    why: 'teams identify themselves to challenges',
  },
  {
    secrets: ['teamFile', 'divisionText'],
    own: true,
    to: ['player'],
    in: /^challenge\.get$/,
    why: 'visible to its team',
  },
  {
    secrets: ['teamFile', 'divisionText', 'draft'],
    to: organisers,
    in: /^asset\.upload$/,
    why: 'the reply to an upload contains its URL',
  },
  {
    secrets: ['teamFile', 'divisionText', 'draft', 'writeup'],
    to: ['admin'],
    in: /^asset\.list$/,
    why: 'administrators manage files',
  },
  { secrets: ['writeup'], to: ['admin'], in: /^writeupAdmin\.list$/, why: 'administrators read writeups' },
  {
    secrets: ['writeup'],
    to: organisers,
    in: /^writeupEdit\.(list|review)$/,
    why: 'organisers read and grade writeups',
  },
  {
    secrets: ['writeup'],
    to: organisers,
    in: /^case\.(note|ask|decide)$/,
    why: 'organisers read the answers to what they ask',
  },
  {
    secrets: ['flag', 'answer'],
    answered: true,
    to: ['player'],
    in: /^submission\.ofTeam$/,
    why: 'a team sees what it has sent',
  },
  {
    secrets: ['containerId'],
    own: true,
    to: ['player'],
    in: /^(container\.(list|extend)|(challenge|gamePage)\.get|hub)$/,
    why: 'the team connects to its instance',
  },
  {
    secrets: ['containerId'],
    to: organisers,
    in: /^(containerAdmin\.list|challengeEdit\.(get|update)|testContainer\.extend)$/,
    why: 'organisers end instances by their id, and connect to their own',
  },
  {
    secrets: ['cheating'],
    to: watchers,
    in: /^(submissionMonitor\.(list|cheatInfo|findings|sheet)|evidence\.get|case\.export|rejudging\.submissions|activity\.list|hub)$/,
    why: 'monitors see cheating verdicts',
  },
  {
    secrets: ['cheating'],
    to: everyRole,
    in: /^page \/api\/openapi\.json$/,
    why: 'the word is part of the contract',
  },
  {
    secrets: ['draft', 'divisionText', 'hiddenGame', 'teamFile'],
    to: organisers,
    in: /^audit\.(game|all)$/,
    why: 'organisers see what they changed, with the texts before and after',
  },
  { secrets: ['profile'], to: ['admin'], in: /^audit\.all$/, why: 'administrators see how accounts were changed' },
  {
    secrets: ['containerId', 'hiddenGame'],
    to: ['log', 'admin'],
    in: /^(log|log\.list|hub)$/,
    why: 'the log is for administrators, who see every game and end instances by their id',
  },
  {
    secrets: ['containerId'],
    to: ['redis'],
    in: /./,
    why: 'jobs name the instance they are about, and the log passes through',
  },
  { secrets: ['hiddenGame'], to: ['redis'], in: /./, why: 'lines of the administrators’ log pass through' },
  {
    secrets: ['draft'],
    to: ['redis'],
    in: /^(command set|key)$/,
    why: 'findings about a game name its challenges; only its organisers get them',
  },
  ...stored,
];

export function findException(secret: Secret, { audience, call }: Trace): Exception | undefined {
  const isOwn = secret.owner !== undefined && audience.owns.includes(secret.owner);
  const isTheirs = !audience.games || !secret.games || secret.games.some((one) => audience.games?.includes(one));
  return exceptions.find(
    (one) =>
      one.secrets.includes(secret.kind) &&
      (!one.named || one.named.test(secret.name)) &&
      (!one.answered || secret.answered || secret.kind === 'answer') &&
      (one.own ? isOwn : isTheirs || one.to === everyRole) &&
      one.to.some((role) => audience.is.includes(role)) &&
      one.in.test(call),
  );
}
