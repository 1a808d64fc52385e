// DownUnderCTF's dialect of ctfcli.

import { z } from 'zod';
import { challengeFile } from '../challenge-file';
import type { ReadChallenge } from '../model';
import { draftOf } from './challenge-yml';
import { finish, readPlaceholders } from './draft';
import type { Reading } from './reading';
import { readShape } from './source';

const duckyFile = challengeFile.extend({ id: z.string().optional() });

export async function readDucky(r: Reading): Promise<ReadChallenge | null> {
  const lost = ['hosting_type', 'hosting-type', 'hosting', 'extra', 'host'];
  const file = readShape(r.source, duckyFile, r.found, { lost, ignored: ['difficulty'] })?.output;
  if (!file) return null;
  const draft = await draftOf(r, { ...file, image: null });
  const statement = readPlaceholders(r, 'description', file.description);
  const way = readPlaceholders(r, 'connection_info', file.connection_info ?? '');
  if (file.value === undefined && file.extra?.initial === undefined) {
    r.loss('value', 'curve.assumed', { value: 1000 });
    draft.curve = {};
  }
  const connection = way.connection || way.text || statement.connection;
  return finish(r, { ...draft, key: file.id ?? draft.key, content: statement.text, connection });
}
