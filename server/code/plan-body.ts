import type { PackageAttachment } from '@vexil/contract/package';
import type { PlanBody } from '@vexil/contract/plan';
import { assetUrl } from '@vexil/rules/asset.rules';
import { readPermissionNames } from '@vexil/rules/package.rules';
import { packBloodBonus } from '@vexil/rules/score.rules';
import type { z } from 'zod';
import type { ReadChallenge, ReadGame, UsedFile } from './model';

export interface HashedFile {
  sha256: string;
  sizeBytes: number;
}

type Attachment = Partial<PackageAttachment>;

function attachmentOf(file: UsedFile, hashes: ReadonlyMap<UsedFile, HashedFile>): Attachment {
  if (file.url !== undefined) return { type: 'Remote', remoteUrl: file.url, fileName: file.name };
  const { sha256 = '', sizeBytes = 0 } = hashes.get(file) ?? {};
  return { type: 'Local', hash: sha256, fileName: file.name, fileSize: sizeBytes };
}

const picture = /(!\[[^\]\n]{0,500}\]\(\s{0,9}<?)([^\s()<>]{1,500})/g;

/** A picture that a statement names by its path is shown from where it is stored. */
function showPictures({ path, challenge, files }: ReadChallenge, hashes: ReadonlyMap<UsedFile, HashedFile>): string {
  const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/') + 1) : '';
  return (challenge.content ?? '').replace(picture, (whole, before: string, reference: string) => {
    const wanted = `${folder}${reference.replace(/^\.\//, '')}`;
    const file = files.find((one) => one.path === wanted && one.flagIndex === null);
    const hash = file && hashes.get(file)?.sha256;
    return hash ? `${before}${assetUrl(hash, file.name)}` : whole;
  });
}

/**
 * What the server compares with a game. Challenges name each other by their number in the list.
 * @param hashes of every file that is not elsewhere
 */
export function planChallenges(
  challenges: readonly ReadChallenge[],
  hashes: ReadonlyMap<UsedFile, HashedFile>,
): z.input<typeof PlanBody>['challenges'] {
  const numbers = new Map(challenges.map(({ key }, index) => [key, index + 1]));
  const numbersOf = (keys: readonly string[]) => keys.flatMap((key) => numbers.get(key) ?? []);
  return challenges.map((read) => {
    const { key, path, challenge, files, requires, next } = read;
    const [attachment = null, ...attachments] = files
      .filter(({ flagIndex }) => flagIndex === null)
      .map((file) => attachmentOf(file, hashes));
    const listed = challenge.flags?.static?.map((flag, index) => {
      const [first = null, ...others] = files
        .filter(({ flagIndex }) => flagIndex === index)
        .map((file) => attachmentOf(file, hashes));
      const vexil = others.length === 0 ? flag.vexil : { ...flag.vexil, attachments: others };
      return { ...flag, attachment: first, ...(vexil && { vexil }) };
    });
    const vexil = {
      ...challenge.vexil,
      ...(attachments.length > 0 && { attachments }),
      ...(requires && { requires: { ...requires, keys: undefined, challengeIds: numbersOf(requires.keys) } }),
      ...(next !== null && { next: numbers.get(next) }),
    };
    return {
      key,
      path,
      challenge: {
        ...challenge,
        content: showPictures(read, hashes),
        id: numbers.get(key),
        attachment,
        flags: { ...challenge.flags, static: listed ?? null },
        vexil,
      },
    };
  });
}

const timeOf = (text: string | undefined | null) => (text ? Date.parse(text) : undefined);

/** Settings of the game as calls name them. Members that the folder does not have are left out. */
export function planGame(game: ReadGame | null): z.input<typeof PlanBody>['game'] {
  if (!game) return null;
  const { vexil, writeup } = game;
  const divisions = game.divisions?.map(({ name, inviteCode, defaultPermissions, vexil: own }) => ({
    name,
    inviteCode: own?.inviteCode ?? inviteCode,
    defaultPermissions: defaultPermissions && readPermissionNames(defaultPermissions),
    kind: own?.kind,
    ruleText: own?.ruleText,
    scoresAlone: own?.scoresAlone,
  }));
  const settings = {
    title: game.title,
    summary: game.summary,
    content: game.content,
    start: timeOf(game.startTime),
    end: timeOf(game.endTime),
    acceptWithoutReview: game.acceptWithoutReview,
    practiceMode: vexil?.practiceMode ?? game.practiceMode,
    inviteCode: vexil?.inviteCode ?? game.inviteCode ?? undefined,
    teamMemberCountLimit: game.teamMemberCountLimit,
    containerCountLimit: vexil?.containerCountLimit ?? game.containerCountLimit,
    containerTotalLimit: vexil?.containerTotalLimit,
    freezeTime: vexil?.freezeTime === null ? null : timeOf(vexil?.freezeTime),
    writeupRequired: writeup?.required,
    writeupDeadline: timeOf(vexil?.writeupDeadline ?? writeup?.deadline),
    writeupNote: writeup?.note ?? undefined,
    bloodBonus: game.bloodBonus ? packBloodBonus(game.bloodBonus) : undefined,
    bloodBonusPoints: vexil?.bloodBonusPoints,
    boardVisibility: vexil?.boardVisibility,
    customCategories: vexil?.customCategories,
    hintsMayGoBelowZero: vexil?.hintsMayGoBelowZero,
    individual: vexil?.individual,
    rules: vexil?.rules,
    fields: vexil?.fields,
    allowsMcp: vexil?.allowsMcp,
    addressesKeptDays: vexil?.addressesKeptDays,
    capturesKeptDays: vexil?.capturesKeptDays,
    writeupsKeptDays: vexil?.writeupsKeptDays,
    divisions,
    staff: game.staff,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
