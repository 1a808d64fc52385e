import type { PackageAttachment, PackageChallenge, PackageGame } from '@vexil/contract/package';
import { isUnset } from '@vexil/contract/wire';
import type { Tx } from '@vexil/db';
import { type CustomCategory, hasContainer, isDynamic } from '@vexil/db/enums/challenge';
import type { GameRow, NewGameRow } from '@vexil/db/schema/game';
import type { Deps } from '@vexil/http/deps';
import { findCategory, numberCategories } from '@vexil/rules/category.rules';
import { storeFreeHints, storeHints } from '@vexil/rules/hint.rules';
import { readPermissionNames } from '@vexil/rules/package.rules';
import { defaultBloodBonus, normaliseBloodBonus, packBloodBonus } from '@vexil/rules/score.rules';
import { insertAttachments, type NewAttachmentRow } from '../challenge/attachment.service';
import { requirePattern, sealFlag } from '../flag/flag.match';
import { createGameKeys } from '../game/game.keys';
import { insertChallenge, insertDivision, insertFlags, insertGame, insertMasks, updateLinks } from './package.queries';
import { attachmentsOf, categoriesOf, type GamePackage, templateOf } from './package.read';

export { type GameFacts, readGameFacts } from './package.queries';

const fileNameLengthMax = 255;
const defaultFileName = 'attachment';
/** Stands for 0, by which the score curve would divide: the second solve already reaches the minimum. */
const fastestDecay = 0.001;

const code = (text: string | null | undefined) => (text?.trim() ? text : null);

function readBonus({ bloodBonus }: PackageGame): number {
  if (bloodBonus === undefined) return defaultBloodBonus;
  return bloodBonus === null ? 0 : normaliseBloodBonus(packBloodBonus(bloodBonus));
}

const keptDaysOf = (own: PackageGame['vexil']) => ({
  addressesKeptDays: own?.addressesKeptDays,
  capturesKeptDays: own?.capturesKeptDays,
  writeupsKeptDays: own?.writeupsKeptDays,
});

/** Hidden until an organiser has reviewed it. Practice mode and invitation code count in our own packages only. */
function readGame(game: PackageGame): Omit<NewGameRow, 'publicKey' | 'privateKeySealed'> {
  const { vexil: own, writeup } = game;
  const { individual = false, rules = '', fields = [], allowsMcp = false } = own ?? {};
  return {
    title: game.title,
    summary: game.summary,
    content: game.content,
    hidden: true,
    practiceMode: own?.practiceMode ?? false,
    acceptWithoutReview: game.acceptWithoutReview,
    inviteCode: own ? code(own.inviteCode ?? game.inviteCode) : null,
    teamMemberCountLimit: game.teamMemberCountLimit,
    containerCountLimit: own?.containerCountLimit ?? game.containerCountLimit,
    containerTotalLimit: own?.containerTotalLimit ?? 0,
    boardVisibility: own?.boardVisibility ?? 'Everyone',
    bloodBonusPoints: own?.bloodBonusPoints ?? null,
    hintsMayGoBelowZero: own?.hintsMayGoBelowZero ?? false,
    individual,
    rules,
    fields,
    allowsMcp,
    ...keptDaysOf(own),
    startAt: new Date(game.startTime),
    endAt: new Date(game.endTime),
    freezeAt: own?.freezeTime ? new Date(own.freezeTime) : null,
    writeupRequired: writeup?.required ?? false,
    writeupDeadline: new Date(own?.writeupDeadline ?? writeup?.deadline ?? 0),
    writeupNote: writeup?.note ?? '',
    bloodBonus: readBonus(game),
    posterHash: game.posterHash?.toLowerCase() ?? null,
  };
}

function readContainer({ type, container, vexil }: PackageChallenge) {
  const settings = vexil?.container ?? container;
  const fileName = vexil?.fileName ?? container?.fileName;
  return {
    fileName: fileName?.trim() ? fileName : defaultFileName,
    ...(settings && {
      containerImage: settings.image.trim(),
      memoryLimitMiB: settings.memoryLimit,
      cpuTenths: settings.cpuCount,
      storageLimitMiB: settings.storageLimit,
      exposePort: settings.exposePort,
      networkMode: settings.networkMode ?? ('Open' as const),
    }),
    ...(vexil?.readOnlyRoot !== undefined && { readOnlyRoot: vexil.readOnlyRoot }),
    ...(vexil?.tmpfsSize !== undefined && { tmpfsMiB: vexil.tmpfsSize }),
    ...(vexil?.containerOptions && { containerOptions: vexil.containerOptions }),
    isContainer: hasContainer(type),
  };
}

function readSolver(deps: Pick<Deps, 'sealing'>, { type, vexil }: PackageChallenge) {
  if (!vexil?.solver || !hasContainer(type)) return {};
  const { script, ...solver } = vexil.solver;
  return { solver, solverScriptSealed: script === '' ? null : deps.sealing.seal(script) };
}

const noHints = { hints: [], hintList: [], lastHintId: 0, hintDueAt: null };

function readHints({ clock }: Pick<Deps, 'clock'>, { hints, vexil }: PackageChallenge) {
  const now = clock.now().getTime();
  return vexil?.hintList ? storeHints(noHints, vexil.hintList, now) : storeFreeHints(noHints, hints ?? [], now);
}

function readCategory({ category, vexil }: PackageChallenge, categories: readonly CustomCategory[]) {
  const own = findCategory(categories, vexil?.customCategory ?? '') ?? null;
  return { category: own?.category ?? category, customCategory: own };
}

export function readChallenge(
  deps: Pick<Deps, 'clock' | 'sealing'>,
  challenge: PackageChallenge,
  categories: readonly CustomCategory[],
) {
  const { scoring, limits, flags, vexil } = challenge;
  const { isContainer, ...container } = readContainer(challenge);
  const template = templateOf(challenge);
  return {
    title: challenge.title,
    content: challenge.content,
    connection: vexil?.connection,
    author: vexil?.author,
    tags: vexil?.tags,
    topics: vexil?.topics,
    ...readCategory(challenge, categories),
    type: challenge.type,
    ...readHints(deps, challenge),
    isEnabled: false,
    position: vexil?.position ?? null,
    deadlineAt: limits.deadline === null || isUnset(limits.deadline) ? null : new Date(limits.deadline),
    submissionLimit: limits.submission,
    originalScore: vexil?.originalScore ?? scoring.original,
    minScoreRate: scoring.minRate,
    difficulty: scoring.difficulty === 0 ? fastestDecay : scoring.difficulty,
    curve: vexil?.scoring?.curve,
    minimumScore: vexil?.scoring?.minimum,
    decay: vexil?.scoring?.decay,
    disableBloodBonus: flags.disableBloodBonus,
    flagTemplateSealed: template?.trim() ? deps.sealing.seal(template) : null,
    // Other types have no traffic, and the editor refuses the option for them.
    enableTrafficCapture: isContainer && flags.enableTrafficCapture,
    ...container,
    ...readSolver(deps, challenge),
  };
}

function readAttachment(attachment: PackageAttachment): NewAttachmentRow[] {
  if (attachment.type === 'None') return [];
  const fileName = attachment.fileName?.trim() ? attachment.fileName.slice(0, fileNameLengthMax) : null;
  return attachment.type === 'Local'
    ? [{ type: 'Local', fileHash: attachment.hash?.toLowerCase(), fileName }]
    : [{ type: 'Remote', remoteUrl: attachment.remoteUrl?.trim(), fileName }];
}

async function storeChallenge(
  deps: Deps,
  tx: Tx,
  { id: gameId, customCategories }: GameRow,
  challenge: PackageChallenge,
): Promise<number> {
  // Flags of this type are generated from the template; listed ones would never be accepted.
  const listed = challenge.type === 'DynamicContainer' ? [] : (challenge.flags.static ?? []);
  const lists = [challenge, ...listed].map((one) => attachmentsOf(one).flatMap(readAttachment));
  const [attachmentId = null, ...ofFlags] = await insertAttachments(tx, lists);
  const { id } = await insertChallenge(tx, {
    ...readChallenge(deps, challenge, customCategories),
    gameId,
    attachmentId,
  });
  const right = listed.map(({ value, vexil }, index) => ({
    flag: vexil?.value ?? value,
    match: isDynamic(challenge.type) ? undefined : vexil?.match,
    example: vexil?.example ?? value,
    attachmentId: ofFlags[index] ?? null,
  }));
  const canaries = isDynamic(challenge.type) ? [] : (challenge.vexil?.canaries ?? []);
  const flags = [
    ...right,
    ...canaries.map(({ value, ...own }) => ({ ...own, flag: value, canary: true, attachmentId: null })),
  ].map(({ attachmentId, ...flag }) => {
    if (flag.match === 'Regex') requirePattern(deps, flag, '');
    return { ...sealFlag(deps, id, flag), attachmentId };
  });
  await insertFlags(tx, flags);
  return id;
}

async function storeDivisions(tx: Tx, gameId: number, game: PackageGame, newIds: Map<number, number>): Promise<void> {
  for (const division of game.divisions) {
    const { inviteCode, ...own } = division.vexil ?? {};
    const divisionId = await insertDivision(tx, {
      gameId,
      name: division.name,
      inviteCode: code(inviteCode ?? division.inviteCode),
      ...own,
      defaultPermissions: readPermissionNames(division.defaultPermissions),
    });
    const masks = division.challengeConfig.flatMap(({ challengeId: oldId, permissions }) => {
      const challengeId = newIds.get(oldId);
      return challengeId ? [{ divisionId, gameId, challengeId, permissions: readPermissionNames(permissions) }] : [];
    });
    await insertMasks(tx, masks);
  }
}

export async function storeGame(
  deps: Deps,
  tx: Tx,
  { game, challenges }: Pick<GamePackage, 'game' | 'challenges'>,
): Promise<GameRow> {
  const customCategories = numberCategories([], categoriesOf(game, challenges));
  const row = await insertGame(tx, { ...readGame(game), customCategories, ...createGameKeys(deps) });
  const newIds = new Map<number, number>();
  for (const challenge of challenges) {
    newIds.set(challenge.id, await storeChallenge(deps, tx, row, challenge));
  }
  for (const { id, vexil } of challenges) {
    const challengeIds = (vexil?.requires?.challengeIds ?? []).flatMap((one) => newIds.get(one) ?? []);
    const requires = vexil?.requires && challengeIds.length > 0 ? { ...vexil.requires, challengeIds } : null;
    const nextId = newIds.get(vexil?.next ?? 0) ?? null;
    if (requires || nextId) await updateLinks(tx, newIds.get(id) ?? 0, { requires, nextId });
  }
  await storeDivisions(tx, row.id, game, newIds);
  return row;
}
