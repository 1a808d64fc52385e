// Our packages and those of GZ::CTF, unpacked.

import { PackageChallenge, PackageGame, PackageManifest, packageFormat } from '@vexil/contract/package';
import type { Folder, ReadChallenge, ReadGame, UsedFile } from '../model';
import { folderNameOf, free } from '../writers/challenge-yml';
import { hasFile } from './draft';
import { type Findings, isMapping, readShape, type Source } from './source';
import { readJson } from './yaml';

type Attachment = PackageChallenge['attachment'];

export async function readPackage(folder: Folder, found: Findings) {
  const read = async (path: string) => (hasFile(folder, path) ? readJson(path, await folder.read(path), found) : null);
  const manifest = await read('manifest.json');
  const { format = '' } = (manifest && readShape(manifest, PackageManifest.loose(), found)?.output) ?? {};
  if (manifest && format !== packageFormat) {
    found.problems.push(manifest.remark('format', 'field.oneOf', { expected: packageFormat }));
  }
  const gameSource = await read('game.json');
  const game = gameSource && readGame(gameSource, found);
  const challenges: { source: Source; challenge: ReadChallenge }[] = [];
  const keys = new Set<string>();
  for (const path of folder.paths.filter((each) => /^challenges\/[^/]+\.json$/.test(each))) {
    const source = await read(path);
    const challenge = source && readChallenge(source, folder, found);
    if (!challenge) continue;
    const key = challenge.challenge.vexil?.key ?? free(folderNameOf(challenge.challenge), '-', keys);
    challenges.push({ source, challenge: { ...challenge, key } });
  }
  return { game, challenges };
}

function readGame(source: Source, found: Findings): ReadGame | null {
  const { posterHash, ...game } = readShape(source, PackageGame, found)?.input ?? { posterHash: null };
  if (posterHash) found.losses.push(source.remark('posterHash', 'field.noPlace'));
  if (!('title' in game)) return null;
  const divisions = game.divisions?.map(({ challengeConfig, ...division }, index) => {
    if (challengeConfig?.length)
      found.losses.push(source.remark(`divisions.${index}.challengeConfig`, 'field.noPlace'));
    return division;
  });
  return { ...game, ...(divisions && { divisions }) };
}

function readChallenge(source: Source, folder: Folder, found: Findings): ReadChallenge | null {
  const parsed = readShape(source, PackageChallenge, found);
  if (!parsed) return null;
  const { id = 0, attachment: _, ...challenge } = parsed.input;
  const used = (attachment: Attachment, flagIndex: number | null, field: string): UsedFile[] => {
    if (!attachment || attachment.type === 'None') return [];
    const name = attachment.fileName ?? 'attachment';
    if (attachment.type === 'Remote') return [{ path: '', name, flagIndex, url: attachment.remoteUrl ?? '' }];
    const path = `files/${attachment.hash?.toLowerCase()}`;
    if (hasFile(folder, path)) return [{ path, name, flagIndex }];
    found.problems.push(source.remark(field, 'file.missing', { value: path }));
    return [];
  };
  const flags = parsed.output.flags.static ?? [];
  const files = [
    ...used(parsed.output.attachment, null, 'attachment.hash'),
    ...flags.flatMap(({ attachment }, index) => used(attachment, index, `flags.static.${index}.attachment.hash`)),
  ];
  for (const flag of challenge.flags?.static ?? []) if (isMapping(flag)) delete flag.attachment;
  return { key: `challenge-${id}`, path: source.file, challenge, files, requires: null, next: null, build: null };
}
