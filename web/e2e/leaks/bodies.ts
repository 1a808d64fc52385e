import { createHash } from 'node:crypto';
import { type Games, picture } from './games';
import { hookAddress } from './hook-address';
import { addressOf, noteInvite, type Stage } from './people';
import type { Person } from './person';
import { pdf } from './play';

export interface Ids {
  games: Games;
  teams: number[];
  participationId: number;
  divisionId: number;
  noticeId: number;
  awardId: number;
  gameTokenId: string;
  factorId: string;
  rejudgingId: number;
  caseId: number;
  questionId: number;
  /** The last one that was made: an organiser has one for each game. */
  planId: string;
  importId: string;
  flagId: number;
  submissionIds: number[];
  capture: { challengeId: number; partId: number; filename: string };
  searchIds: string[];
  containerIds: string[];
  postId: string;
  tokenId: string;
  webhookId: string;
  deliveryId: number;
  checkId: number;
  userId: string;
  posterHash: string;
  package: File;
}

export type Params = Record<string, string | number>;

const planText = 'a file of a plan';
export const planHash = createHash('sha256').update(planText).digest('hex');

let count = 0;
const fresh = (): number => {
  count += 1;
  return count;
};

/** Bodies for changes that keep everything that later requests need. */
export function bodyOf(call: string, person: Person, params: Params, ids: Ids, { secrets }: Stage): unknown {
  const password = secrets.add('typed', 'a password that was wrong', 'typed In "Confidence" & 4711');
  const number = fresh();
  const link = { token: 'bm90aGluZw==', email: 'bm9ib2R5' };
  const bodies: Record<string, () => unknown> = {
    'account.register': () => ({ userName: `new${number}`, email: `new${number}@post.leaks.example`, password }),
    'account.login': () => ({ userName: 'ada', password }),
    'account.loginFactor': () => ({ code: '000000' }),
    'account.loginPasskey': () => ({
      id: 'AAAA',
      response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
    }),
    'factor.confirmTotp': () => ({ name: 'Phone', setup: 'nothing', code: '000000' }),
    'factor.confirmPasskey': () => ({
      name: 'Laptop',
      credential: { id: 'AAAA', response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } },
    }),
    'factor.stepUp': () => ({ code: '000000' }),
    'factor.rename': () => ({ name: 'New phone' }),
    'signIn.enter': () => ({ userName: `first${number}` }),
    'terms.accept': () => ({ hash: '0'.repeat(64) }),
    'participation.acceptRules': () => ({ hash: '0'.repeat(64) }),
    'participation.answerFields': () => ({ fields: {} }),
    'account.update': () => ({ bio: 'Now with a bio.' }),
    'account.changePassword': () => ({ old: password, new: `${password} again` }),
    'account.recovery': () => ({ email: addressOf('bob') }),
    'account.resetPassword': () => ({ rToken: link.token, email: link.email, password }),
    'account.verify': () => link,
    'account.confirmEmail': () => link,
    'account.changeEmail': () => ({ newMail: `${person.name}.elsewhere@post.leaks.example` }),
    'team.create': () => ({ name: `Team ${number}` }),
    'team.update': () => ({ bio: 'Now with a bio.' }),
    'team.transfer': () => ({ newCaptainId: ids.userId }),
    'team.accept': () =>
      secrets.add('typed', 'an invite code that was wrong', 'Aurora:1:00000000ffffffff00000000ffffffff'),
    'team.verify': () => ({ teamToken: '1:AAAA', publicKey: 'AAAA' }),
    'teamAdmin.update': () => ({ bio: 'As administrators see it.' }),
    'teamAdmin.merge': () => ({ intoTeamId: params.id }),
    'participation.join': () => ({ teamId: ids.teams[0], inviteCode: password.slice(0, 20) }),
    'participation.update': () => ({ status: 'Accepted' }),
    'submission.submit': () => {
      const [game = ''] = Object.entries(ids.games).find(([, { id }]) => id === params.id) ?? [];
      const flag = `flag{guess "of" ${person.name} & in ${game}}`;
      return { flag: secrets.add('answer', `a wrong answer of ${person.name}`, flag, { games: [game] }) };
    },
    'noticeEdit.create': () => ({ content: 'One more.' }),
    'noticeEdit.update': () => ({ content: 'In other words.' }),
    'award.create': () => ({ teamId: ids.teams[0], points: number, reason: `Quiz ${number}` }),
    'case.open': () => ({ participationId: ids.participationId }),
    'case.note': () => ({ text: `Note ${number}` }),
    'case.ask': () => {
      const game = Object.values(ids.games).find(({ id }) => id === params.id);
      const [challengeId = 1] = Object.values(game?.challenges ?? {});
      return { challengeId, text: `Question ${number}`, dueAt: Date.now() + 3_600_000 };
    },
    'case.decide': () => ({ state: 'Open', reason: `Again ${number}` }),
    'question.answer': () => ({ text: `With a debugger, ${number}` }),
    'rejudging.create': () => ({ reason: `A wrong flag, number ${number}` }),
    'plan.create': () => {
      const flag = secrets.add('flag', 'a flag of a plan', `flag{"planned" by ${person.name}}`);
      const title = `Planned ${number}`;
      const attachment = { hash: planHash, fileName: 'plan.txt', fileSize: planText.length };
      const challenge = { title, attachment, flags: { static: [{ value: flag }] } };
      return { challenges: [{ key: title, path: `${title}/challenge.yml`, challenge }], keepOthers: true };
    },
    'pause.pause': () => ({ reason: `Outage ${number}` }),
    'pause.pauseAll': () => ({ reason: `Outage ${number}` }),
    'division.create': () => ({ name: `division ${number}` }),
    'division.update': () => ({ name: 'the hall' }),
    'challengeEdit.create': () => ({ title: `Draft ${number}` }),
    'challengeEdit.update': () => ({ difficulty: 4 }),
    'challengeEdit.setAttachment': () => ({ attachmentType: 'Remote', remoteUrl: 'https://files.example/one' }),
    'challengeEdit.setAttachments': () => ({
      attachments: [{ attachmentType: 'Remote', remoteUrl: 'https://files.example/two', name: 'two' }],
    }),
    'flag.add': () => [{ flag: secrets.add('flag', 'a flag added late', `flag{"late" of ${person.name}}`) }],
    'flag.bindFiles': () => [
      {
        flag: secrets.add('flag', 'a flag with a file', `flag{"bound" by ${person.name}}`),
        fileHash: ids.posterHash,
      },
    ],
    'gameEdit.create': () => ({
      title: `Game ${number}`,
      start: Date.now() + 1000,
      end: Date.now() + 2000,
      hidden: true,
    }),
    'gameEdit.update': () => ({ summary: 'In shorter words.' }),
    'gameEdit.setStaff': () => ({ role: 'observer' }),
    'accountAdmin.import': () => [
      { userName: `row${number}`, email: `row${number}@post.leaks.example`, password: 'R0w of an import' },
    ],
    'accountAdmin.update': () => ({ bio: 'As administrators see it.' }),
    'configAdmin.update': () => ({ globalConfig: { slogan: 'Play fair.' } }),
    'challengeEdit.order': () => {
      const game = Object.values(ids.games).find(({ id }) => id === params.id);
      return { challengeIds: Object.values(game?.challenges ?? {}) };
    },
    'configAdmin.setMailText': () => ({
      kind: 'ResetPassword',
      language: 'fr-FR',
      subject: null,
      text: 'Bonjour {{name}},\n\nvoici votre lien pour {{platform}}.',
    }),
    'configAdmin.testMail': () => ({ to: addressOf('bob') }),
    'configAdmin.testCaptcha': () => ({ challenge: 'a captcha that was solved' }),
    'writeupEdit.review': () => ({ comment: 'Clear from the first page.', grade: 80 }),
    'package.copy': () => ({ title: `Again ${number}`, start: Date.now(), end: Date.now() + 3_600_000 }),
    'solver.set': () => ({
      solver: {
        image: 'vexil/solver:1',
        command: [],
        script: secrets.add('solver', `a solver of ${person.name}`, `echo "solved" by ${person.name}`),
        timeoutSeconds: 60,
        everyMinutes: 0,
        showStatus: true,
      },
    }),
    'engine.update': () => ({ state: 'active' }),
    'webhook.create': () => ({
      name: `Channel ${number}`,
      format: 'Json',
      kinds: ['Solve'],
      address: hookAddress(secrets),
    }),
    'webhook.update': () => ({ name: 'Another name', kinds: ['Solve', 'Cheat'], isPrivate: true }),
    'captureSearch.create': () => ({ kind: 'flag' }),
    'token.create': () => ({ name: `token ${number}` }),
    'playerToken.create': () => ({
      name: `agent ${number}`,
      gameId: Object.values(ids.games)[0]?.id,
      scopes: ['game:read'],
    }),
    'gameToken.create': () => ({ name: `feed ${number}`, scopes: ['award:write'] }),
    'postEdit.create': () => ({ title: 'News', content: 'Long.' }),
    'postEdit.update': () => ({ title: 'Newer' }),
  };
  return bodies[call]?.();
}

export function fileOf(call: string, ids: Ids): File {
  if (call === 'package.import' || call === 'package.startEvent') return ids.package;
  if (call === 'writeup.upload' || call === 'question.upload') return pdf;
  if (call === 'plan.file') return new File([planText], 'plan.txt');
  return call === 'asset.upload' ? new File([`upload ${fresh()}`], 'upload.txt') : picture;
}

/** Registers secrets that a reply creates. */
export function noteReply(stage: Stage, call: string, body: Buffer): void {
  const { secrets } = stage;
  if (call === 'team.rotateInvite' || call === 'team.invite') noteInvite(stage, JSON.parse(body.toString()));
  if (/^(token|gameToken|playerToken)\.create$/.test(call))
    secrets.add('apiToken', 'an API token', JSON.parse(body.toString()).token);
  if (call === 'factor.beginTotp') secrets.add('factor', 'the secret of an app', JSON.parse(body.toString()).secret);
  if (call === 'factor.renewCodes') {
    for (const code of JSON.parse(body.toString()).recoveryCodes) secrets.add('factor', 'a recovery code', code);
  }
  if (call === 'webhook.create' || call === 'webhook.renewSecret') {
    secrets.add('webhookSecret', 'the secret of a webhook', JSON.parse(body.toString()).secret);
  }
  if (call === 'accountAdmin.resetPassword') {
    secrets.add('password', 'a password that was given', JSON.parse(body.toString()), { owner: 'admin' });
  }
  if (call === 'accountAdmin.makeResetLink') {
    const token = new URL(JSON.parse(body.toString()).link, 'http://leaks.example').searchParams.get('token') ?? '';
    secrets.add('password', 'a link that sets a password', token, { owner: 'admin' });
  }
}
