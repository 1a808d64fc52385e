// Our packages and those of GZ::CTF, unpacked.

import { PackageChallenge, PackageGame, PackageManifest, packageFormat } from '@vexil/contract/package';
import { isPlace } from '@vexil/rules/asset.rules';
import type { Folder, ReadChallenge, ReadGame, UsedFile } from '../model';
import { folderNameOf, free } from '../writers/challenge-yml';
import { hasFile } from './draft';
import { type Findings, isMapping, readShape, type Source } from './source';
import { readJson } from './yaml';

export async function readPackage(folder: Folder, found: Findings) {
  const readSource = async (path: string) =>
    hasFile(folder, path) ? readJson(path, await folder.read(path), found) : null;
  const manifest = await readSource('manifest.json');
  const { format = '' } = (manifest && readShape(manifest, PackageManifest.loose(), found)?.output) ?? {};
  if (manifest && format !== packageFormat) {
    found.problems.push(manifest.remark('format', 'field.oneOf', { expected: packageFormat }));
  }
  const gameSource = await readSource('game.json');
  const game = gameSource && readGame(gameSource, found);
  const read: Packed[] = [];
  const taken = new Set<string>();
  for (const path of folder.paths.filter((each) => /^challenges\/[^/]+\.json$/.test(each))) {
    const source = await readSource(path);
    const challenge = source && readChallenge(source, folder, taken, found);
    if (challenge) read.push(challenge);
  }
  const keys = new Map(read.map(({ id, challenge }) => [id, challenge.key]));
  return { game, challenges: read.map((each) => named(each, keys)) };
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

interface Packed {
  source: Source;
  id: number;
  challenge: ReadChallenge;
}

/** Members that name other challenges or files. */
const linked = ['attachments', 'requires', 'next'];

const withoutLinks = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([member]) => !linked.includes(member))) as Value;

function readChallenge(source: Source, folder: Folder, taken: Set<string>, found: Findings): Packed | null {
  const ignored = linked.map((member) => `vexil.${member}`);
  const parsed = readShape(source, PackageChallenge, found, { ignored });
  if (!parsed) return null;
  const { id = 0, attachment: _, ...challenge } = parsed.input;
  const used = (attachment: unknown, flagIndex: number | null, field: string): UsedFile[] => {
    if (!isMapping(attachment) || attachment.type === 'None') return [];
    const name = String(attachment.fileName ?? 'attachment');
    if (attachment.type === 'Remote') return [{ path: '', name, flagIndex, url: String(attachment.remoteUrl ?? '') }];
    const path = `files/${String(attachment.hash).toLowerCase()}`;
    const place = isPlace(String(attachment.remoteUrl)) ? { place: String(attachment.remoteUrl) } : {};
    if (hasFile(folder, path)) return [{ path, name, flagIndex, ...place }];
    found.problems.push(source.remark(`${field}.hash`, 'file.missing', { value: path }));
    return [];
  };
  const all = (field: string, flagIndex: number | null) => {
    const others = source.get(`${field}vexil.attachments`);
    return [
      ...used(source.get(`${field}attachment`), flagIndex, `${field}attachment`),
      ...(Array.isArray(others) ? others : []).flatMap((each, index) =>
        used(each, flagIndex, `${field}vexil.attachments.${index}`),
      ),
    ];
  };
  const flags = challenge.flags?.static ?? [];
  const files = [...all('', null), ...flags.flatMap((_flag, index) => all(`flags.static.${index}.`, index))];
  for (const flag of flags) {
    delete flag.attachment;
    if (flag.vexil) flag.vexil = withoutLinks(flag.vexil);
  }
  if (challenge.vexil) challenge.vexil = withoutLinks(challenge.vexil);
  const key = challenge.vexil?.key ?? free(folderNameOf(challenge), '-', taken);
  const read = { key, path: source.file, challenge, files, requires: null, next: null, build: null };
  return { source, id, challenge: read };
}

/** Other challenges by their keys. */
function named({ source, challenge }: Packed, keys: ReadonlyMap<number, string>) {
  const ids = source.get('vexil.requires.challengeIds');
  const named = (Array.isArray(ids) ? ids : []).flatMap((id) => keys.get(Number(id)) ?? []);
  const count = Number(source.get('vexil.requires.count')) || null;
  const lockedShown = source.get('vexil.requires.lockedShown') === true;
  const requires = named.length > 0 ? { keys: named, count, lockedShown } : null;
  return { source, challenge: { ...challenge, requires, next: keys.get(Number(source.get('vexil.next'))) ?? null } };
}
