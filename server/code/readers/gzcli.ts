// gzcli: GZ::CTF from a repository.

import { challengeTypes } from '@vexil/db/enums/challenge';
import { networkModes } from '@vexil/db/enums/container';
import type { ReadChallenge, ReadGame } from '../model';
import { definedOf } from './challenge-yml';
import { type Draft, finish, hasFile } from './draft';
import { baseName, resolvePath } from './paths';
import type { Reading } from './reading';
import { isoTime } from './time';

export async function readGzcli(r: Reading): Promise<ReadChallenge> {
  const { folder } = r.source;
  const deadline = r.number('deadlineUtc');
  const container = r.any('container') === undefined ? undefined : readContainer(r);
  const build = resolvePath(folder, 'src');
  const isBuilt = container !== undefined && build !== null && hasFile(r.folder, `${build}/Dockerfile`);
  const title = r.required('name');
  if (r.any('scripts') !== undefined) r.loss('scripts', 'script.refused');
  r.lost('dashboard');
  if (r.any('value') === undefined) r.problem('value', 'field.missing');
  return finish(r, {
    key: folder || title,
    title,
    content: r.text('description') ?? '',
    category: r.text('category') ?? baseName(folder.split('/').slice(0, -1).join('/')),
    author: r.text('author'),
    enabled: r.is('visible', true),
    curve: { originalScore: r.number('value') ?? 0 },
    flags: r.items('flags').map(({ field }) => ({ text: r.required(field), match: 'Exact', field })),
    files: r.files('provide'),
    hints: r.texts('hints').map((content) => ({ title: '', content, cost: 0 })),
    type: r.word('type', challengeTypes),
    template: r.text('container.flagTemplate'),
    limits: { submission: r.number('submissionLimit') ?? 0, deadline: deadline ? isoTime(deadline * 1000) : null },
    options: {
      disableBloodBonus: r.is('disableBloodBonus', false),
      enableTrafficCapture: r.is('container.enableTrafficCapture', false),
    },
    container,
    build: isBuilt ? build : null,
    fields: { container: 'container', 'flags.template': 'container.flagTemplate' },
  });
}

function readContainer(r: Reading): Draft['container'] {
  const image = (r.text('container.containerImage') ?? '').replace(/\{\{\s?\.slug\s?\}\}/g, baseName(r.source.folder));
  if (image.includes('{{')) r.loss('container.containerImage', 'text.placeholder', { value: image });
  return {
    image,
    memoryLimit: r.number('container.memoryLimit'),
    cpuCount: r.number('container.cpuCount'),
    storageLimit: r.number('container.storageLimit') ?? 256,
    exposePort: r.number('container.exposePort') ?? r.number('container.containerExposePort'),
    networkMode: r.word('container.networkMode', networkModes),
  };
}

const numbers = ['teamMemberCountLimit', 'containerCountLimit'] as const;
const switches = ['hidden', 'acceptWithoutReview', 'practiceMode'] as const;
const texts = ['title', 'summary', 'content', 'inviteCode'] as const;

/** Its file `.gzevent`. */
export function readGzevent(r: Reading): ReadGame {
  const game: ReadGame = {};
  for (const name of texts) game[name] = r.text(name);
  for (const name of numbers) game[name] = r.number(name);
  for (const name of switches) if (r.any(name) !== undefined) game[name] = r.is(name, false);
  game.startTime = r.time('start') ?? undefined;
  game.endTime = r.time('end') ?? undefined;
  r.lost('poster', 'writeupRequired', 'writeupDeadline', 'writeupNote', 'bloodBonus');
  r.nameUnknown();
  return definedOf(game);
}
