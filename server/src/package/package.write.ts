import { commonFlagLengthMax } from '@vexil/contract/flag.limits';
import {
  type PackageAttachmentText,
  type PackageChallengeText,
  type PackageGameText,
  packageFormat,
} from '@vexil/contract/package';
import { int32Max } from '@vexil/contract/wire';
import { hasContainer } from '@vexil/db/enums/challenge';
import type { ChallengeRow, FlagRow } from '@vexil/db/schema/challenge';
import type { GameRow } from '@vexil/db/schema/game';
import type { Sealing } from '@vexil/db/sealing';
import { addressName, attachmentName } from '@vexil/rules/asset.rules';
import { shownFlag } from '@vexil/rules/flag-match.rules';
import { isCommonTemplate } from '@vexil/rules/flag-template.rules';
import { readHints } from '@vexil/rules/hint.rules';
import { packageTime, writePermissionNames } from '@vexil/rules/package.rules';
import { unpackBloodBonus } from '@vexil/rules/score.rules';
import { defaultScoreCurve } from '@vexil/rules/score-curve.rules';
import { readSolver } from '@vexil/rules/solver.rules';
import type { AttachmentFile } from '../challenge/attachment.service';
import type { GameFacts } from './package.queries';

// Where other platforms refuse one of our values, the member has the nearest value that they accept, and `vexil` has ours.

const codePattern = /^[\w-]*$/;
const isCommonCode = (inviteCode: string | null) => inviteCode === null || codePattern.test(inviteCode);
const commonCode = (inviteCode: string | null) => (isCommonCode(inviteCode) ? inviteCode : null);
const ownCode = (inviteCode: string | null) => (inviteCode === null || isCommonCode(inviteCode) ? {} : { inviteCode });

const switchedOn = ({ hintsMayGoBelowZero, individual, allowsMcp }: GameRow) => {
  const switches = Object.entries({ hintsMayGoBelowZero, individual, allowsMcp });
  return Object.fromEntries(switches.filter(([, isOn]) => isOn));
};
const keptDaysOf = ({ addressesKeptDays, capturesKeptDays, writeupsKeptDays }: GameFacts['game']) => ({
  ...(addressesKeptDays ? { addressesKeptDays } : {}),
  ...(capturesKeptDays ? { capturesKeptDays } : {}),
  ...(writeupsKeptDays ? { writeupsKeptDays } : {}),
});

function writeGame({ game, divisions, masks }: GameFacts): PackageGameText {
  const isLate = !game.writeupRequired || game.writeupDeadline > game.endAt;
  const deadline = isLate ? game.writeupDeadline : new Date(game.endAt.getTime() + 1000);
  return {
    title: game.title,
    summary: game.summary,
    content: game.content,
    hidden: game.hidden,
    practiceMode: game.practiceMode,
    acceptWithoutReview: game.acceptWithoutReview,
    inviteCode: commonCode(game.inviteCode),
    teamMemberCountLimit: game.teamMemberCountLimit,
    containerCountLimit: game.containerCountLimit === 0 ? int32Max : game.containerCountLimit,
    startTime: packageTime(game.startAt),
    endTime: packageTime(game.endAt),
    writeup: { required: game.writeupRequired, deadline: packageTime(deadline), note: game.writeupNote || null },
    // Never null, which other platforms read as the default bonus.
    bloodBonus: unpackBloodBonus(game.bloodBonus),
    posterHash: game.posterHash,
    divisions: divisions.map((division) => ({
      name: division.name,
      inviteCode: commonCode(division.inviteCode),
      defaultPermissions: writePermissionNames(division.defaultPermissions),
      challengeConfig: masks
        .filter(({ divisionId }) => divisionId === division.id)
        .map(({ challengeId, permissions }) => ({ challengeId, permissions: writePermissionNames(permissions) })),
      vexil: {
        ...ownCode(division.inviteCode),
        ...(division.kind ? { kind: division.kind } : {}),
        ...(division.ruleText ? { ruleText: division.ruleText } : {}),
        ...(division.scoresAlone ? { scoresAlone: true } : {}),
      },
    })),
    vexil: {
      practiceMode: game.practiceMode,
      freezeTime: game.freezeAt && packageTime(game.freezeAt),
      ...ownCode(game.inviteCode),
      ...(game.containerCountLimit === 0 ? { containerCountLimit: 0 } : {}),
      ...(game.containerTotalLimit === 0 ? {} : { containerTotalLimit: game.containerTotalLimit }),
      ...(game.boardVisibility === 'Everyone' ? {} : { boardVisibility: game.boardVisibility }),
      ...(game.bloodBonusPoints ? { bloodBonusPoints: game.bloodBonusPoints } : {}),
      ...(game.customCategories.length === 0
        ? {}
        : { customCategories: game.customCategories.map(({ id: _, ...category }) => category) }),
      ...switchedOn(game),
      ...(game.rules ? { rules: game.rules } : {}),
      ...(game.fields.length === 0 ? {} : { fields: game.fields }),
      ...keptDaysOf(game),
      ...(isLate ? {} : { writeupDeadline: packageTime(game.writeupDeadline) }),
    },
  };
}

function writeAttachment(row: AttachmentFile): PackageAttachmentText {
  if (row.type === 'Remote') {
    const remoteUrl = row.remoteUrl ?? '';
    // Other platforms require a file name for remote attachments too.
    const fileName = row.fileName ?? addressName(remoteUrl).slice(0, 255);
    return { type: 'Remote', hash: null, fileName, fileSize: null, remoteUrl };
  }
  const fileName = row.fileName ?? row.storedName ?? attachmentName;
  return { type: 'Local', hash: row.fileHash, fileName, fileSize: row.sizeBytes ?? 0, remoteUrl: row.remoteUrl };
}

/** Other platforms refuse an empty file: then all attachments are in `vexil`. */
function writeAttachments({ attachments }: GameFacts, { attachmentId }: { attachmentId: number | null }) {
  const [first = null, ...others] = (attachments.get(attachmentId ?? 0) ?? []).map(writeAttachment);
  const isCommon = first === null || first.fileSize !== 0;
  const own = isCommon ? others : [first, ...others];
  return { attachment: isCommon ? first : null, vexil: own.length === 0 ? {} : { attachments: own } };
}

const readFlag = ({ sealed, match, exampleSealed }: FlagRow, { unseal }: Sealing) => ({
  value: shownFlag(unseal(sealed)),
  match,
  example: exampleSealed && unseal(exampleSealed),
});

/** Other platforms compare texts only: with the example of an expression. */
function writeFlag(flag: FlagRow, sealing: Sealing) {
  const { value, match, example } = readFlag(flag, sealing);
  const shown = example ?? value;
  const cut = shown.length <= commonFlagLengthMax ? shown : shown.slice(0, commonFlagLengthMax).trim() || 'unset';
  const own = {
    ...(cut === value ? {} : { value }),
    ...(match === 'Exact' ? {} : { match }),
    ...(example === null || cut === example ? {} : { example }),
  };
  return { value: cut, vexil: own };
}

function writeListed(facts: GameFacts, flag: FlagRow, sealing: Sealing) {
  const { attachment, vexil: files } = writeAttachments(facts, flag);
  const { value, vexil } = writeFlag(flag, sealing);
  const own = { ...vexil, ...files };
  return { value, ...(Object.keys(own).length === 0 ? {} : { vexil: own }), attachment };
}

const tmpfsMiBDefault = 16;

function writeContainer(challenge: ChallengeRow): Pick<PackageChallengeText, 'container' | 'vexil'> {
  const settings = {
    image: challenge.containerImage,
    memoryLimit: challenge.memoryLimitMiB,
    cpuCount: challenge.cpuTenths,
    storageLimit: challenge.storageLimitMiB,
    exposePort: challenge.exposePort,
    networkMode: challenge.networkMode,
  };
  const { fileName } = challenge;
  if (!hasContainer(challenge.type)) return { container: null, vexil: { fileName, container: settings } };
  const isCommon = settings.image.trim() !== '' && settings.storageLimit > 0;
  const image = settings.image.trim() === '' ? 'unset' : settings.image;
  return {
    container: { ...settings, image, storageLimit: Math.max(1, settings.storageLimit), fileName },
    vexil: isCommon ? {} : { container: settings },
  };
}

/** What a list of texts does not say. */
function writeHints(challenge: ChallengeRow) {
  const hintList = readHints(challenge).map(({ id: _, releaseUtc, ...hint }) => ({
    ...hint,
    releaseUtc: releaseUtc === null ? null : packageTime(new Date(releaseUtc)),
  }));
  return hintList.every(({ title, cost, releaseUtc }) => title === '' && cost === 0 && releaseUtc === null)
    ? {}
    : { hintList };
}

const hasUsualFall = ({ minimumScore, decay }: ChallengeRow) =>
  minimumScore === defaultScoreCurve.minimumScore && decay === defaultScoreCurve.decay;

/** Left out at their defaults, so that packages of ordinary challenges do not change. */
const writeOwn = (challenge: ChallengeRow) => ({
  ...(challenge.connection === '' ? {} : { connection: challenge.connection }),
  ...(challenge.readOnlyRoot ? { readOnlyRoot: true } : {}),
  ...(challenge.tmpfsMiB === tmpfsMiBDefault ? {} : { tmpfsSize: challenge.tmpfsMiB }),
  ...(Object.keys(challenge.containerOptions).length === 0 ? {} : { containerOptions: challenge.containerOptions }),
  ...(challenge.position === null ? {} : { position: challenge.position }),
  ...(challenge.curve === 'Exponential' && hasUsualFall(challenge)
    ? {}
    : { scoring: { curve: challenge.curve, minimum: challenge.minimumScore, decay: challenge.decay } }),
});

const writeLabels = ({ author, tags, topics, customCategory, requires, nextId }: ChallengeRow) => ({
  ...(author === '' ? {} : { author }),
  ...(tags.length === 0 ? {} : { tags }),
  ...(topics.length === 0 ? {} : { topics }),
  ...(customCategory === null ? {} : { customCategory: customCategory.name }),
  ...(requires === null ? {} : { requires }),
  ...(nextId === null ? {} : { next: nextId }),
});

function writeChallenge(facts: GameFacts, challenge: ChallengeRow, flags: FlagRow[], sealing: Sealing) {
  const { container, vexil } = writeContainer(challenge);
  const script = challenge.solverScriptSealed && sealing.unseal(challenge.solverScriptSealed);
  const solver = readSolver(challenge.solver, script);
  const template = challenge.flagTemplateSealed && sealing.unseal(challenge.flagTemplateSealed);
  const canaries = flags.filter(({ isCanary }) => isCanary).map((flag) => readFlag(flag, sealing));
  const isCommon = template === null || isCommonTemplate(template);
  const { attachment, vexil: files } = writeAttachments(facts, challenge);
  return {
    id: challenge.id,
    title: challenge.title,
    content: challenge.content,
    category: challenge.category,
    type: challenge.type,
    enabled: challenge.isEnabled,
    scoring: {
      original: Math.max(1, challenge.originalScore),
      minRate: challenge.minScoreRate,
      difficulty: challenge.difficulty,
    },
    limits: {
      submission: challenge.submissionLimit,
      deadline: challenge.deadlineAt && packageTime(challenge.deadlineAt),
    },
    flags: {
      disableBloodBonus: challenge.disableBloodBonus,
      enableTrafficCapture: challenge.enableTrafficCapture,
      template: isCommon ? template : null,
      static: flags.filter(({ isCanary }) => !isCanary).map((flag) => writeListed(facts, flag, sealing)),
    },
    attachment,
    hints: challenge.hints.length === 0 ? null : challenge.hints,
    container,
    vexil: {
      ...vexil,
      ...(challenge.sourceKey === null ? {} : { key: challenge.sourceKey }),
      ...(challenge.releaseAt === null ? {} : { release: packageTime(challenge.releaseAt) }),
      ...files,
      ...(isCommon ? {} : { flagTemplate: template }),
      ...writeLabels(challenge),
      ...(canaries.length === 0 ? {} : { canaries }),
      ...writeHints(challenge),
      ...(challenge.originalScore < 1 ? { originalScore: challenge.originalScore } : {}),
      ...(solver === null ? {} : { solver }),
      ...writeOwn(challenge),
    },
  } satisfies PackageChallengeText;
}

function writeManifest(facts: GameFacts, game: GameRow, at: Date) {
  const templates = facts.challenges.filter(({ flagTemplateSealed }) => flagTemplateSealed !== null);
  return {
    version: '1.0',
    format: packageFormat,
    exportedAt: packageTime(at),
    exporterVersion: 'Vexil',
    game: { id: game.id, title: game.title },
    statistics: {
      challengeCount: facts.challenges.length,
      divisionCount: facts.divisions.length,
      totalFlags: facts.flags.filter(({ isCanary }) => !isCanary).length + templates.length,
      totalFiles: facts.files.size,
      totalFileSize: [...facts.files.values()].reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
    },
  };
}

/** The JSON files of a package by path. They contain flags in plain text. */
export function writeTexts(facts: GameFacts, sealing: Sealing, at: Date): Map<string, Buffer> {
  const flagsOf = new Map<number, FlagRow[]>(facts.challenges.map(({ id }) => [id, []]));
  for (const flag of facts.flags) flagsOf.get(flag.challengeId)?.push(flag);
  const documents: [string, object][] = [
    ['manifest.json', writeManifest(facts, facts.game, at)],
    ['game.json', writeGame(facts)],
    ...facts.challenges.map((challenge): [string, object] => [
      `challenges/challenge-${challenge.id}.json`,
      writeChallenge(facts, challenge, flagsOf.get(challenge.id) ?? [], sealing),
    ]),
  ];
  return new Map(documents.map(([path, value]) => [path, Buffer.from(JSON.stringify(value, null, 2))]));
}
