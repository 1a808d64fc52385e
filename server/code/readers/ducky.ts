// DownUnderCTF's dialect of ctfcli.

import { z } from 'zod';
import { challengeFile } from '../challenge-file';
import type { Folder, ReadChallenge } from '../model';
import { draftOf } from './challenge-yml';
import { finish, readPlaceholders } from './draft';
import { type Findings, readShape, type Source } from './source';

const duckyFile = challengeFile.extend({ id: z.string().optional() });

export async function readDucky(source: Source, folder: Folder, found: Findings): Promise<ReadChallenge | null> {
  const lost = ['hosting_type', 'hosting-type', 'hosting', 'extra', 'host'];
  const file = readShape(source, duckyFile, found, { lost, ignored: ['difficulty'] })?.output;
  if (!file) return null;
  const draft = await draftOf(source, { ...file, image: null }, folder, found);
  const statement = readPlaceholders(source, 'description', file.description, found);
  const way = readPlaceholders(source, 'connection_info', file.connection_info ?? '', found);
  if (file.value === undefined && file.extra?.initial === undefined) {
    found.losses.push(source.remark('value', 'curve.assumed', { value: 1000 }));
    draft.curve = {};
  }
  const connection = way.connection || way.text || statement.connection;
  return finish({ ...draft, key: file.id ?? draft.key, content: statement.text, connection }, folder, found);
}
