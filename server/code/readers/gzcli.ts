// gzcli: GZ::CTF from a repository.

import { challengeTypes } from '@vexil/db/enums/challenge';
import { z } from 'zod';
import type { Folder, ReadChallenge } from '../model';
import { finish, hasFile } from './draft';
import { baseName, resolvePath } from './paths';
import { type Findings, lose, readShape, type Source } from './source';

const challengeShape = z.object({
  name: z.string(),
  author: z.string().nullish(),
  description: z.string().default(''),
  value: z.int().min(0),
  type: z.enum(challengeTypes),
  category: z.string().nullish(),
  flags: z.array(z.string()).nullish(),
  provide: z.string().nullish(),
  visible: z.boolean().default(true),
  hints: z.array(z.string()).nullish(),
  disableBloodBonus: z.boolean().nullish(),
  deadlineUtc: z.number().nullish(),
  submissionLimit: z.int().min(0).nullish(),
  container: z
    .object({
      flagTemplate: z.string().nullish(),
      containerImage: z.string().nullish(),
      memoryLimit: z.int().optional(),
      cpuCount: z.int().optional(),
      storageLimit: z.int().optional(),
      exposePort: z.int().optional(),
      containerExposePort: z.int().optional(),
      networkMode: z.enum(['Open', 'Isolated', 'Custom']).nullish(),
      enableTrafficCapture: z.boolean().nullish(),
    })
    .nullish(),
});

type Challenge = z.output<typeof challengeShape>;

export async function readGzcli(source: Source, folder: Folder, found: Findings): Promise<ReadChallenge | null> {
  const file = readShape(source, challengeShape, found, { ignored: ['scripts', 'dashboard'] })?.output;
  if (!file) return null;
  lose(source, found, ['dashboard']);
  if (source.has('scripts')) found.losses.push(source.remark('scripts', 'script.refused'));
  const container = file.container ? readContainer(source, file.container, found) : undefined;
  const build = resolvePath(source.folder, 'src');
  const isBuilt = build !== null && hasFile(folder, `${build}/Dockerfile`);
  return finish(
    {
      source,
      key: source.folder || file.name,
      title: file.name,
      content: file.description,
      category: file.category ?? baseName(source.folder.split('/').slice(0, -1).join('/')),
      author: file.author,
      enabled: file.visible,
      curve: { originalScore: file.value },
      flags: (file.flags ?? []).map((text, index) => ({ text, match: 'Exact', field: `flags.${index}` })),
      files: file.provide ? [{ path: file.provide, field: 'provide' }] : [],
      hints: (file.hints ?? []).map((content) => ({ title: '', content, cost: 0 })),
      type: file.type,
      template: file.container?.flagTemplate,
      limits: { submission: file.submissionLimit ?? 0, deadline: secondsTime(file.deadlineUtc) },
      options: {
        disableBloodBonus: file.disableBloodBonus ?? undefined,
        enableTrafficCapture: file.container?.enableTrafficCapture ?? undefined,
      },
      container,
      build: isBuilt && container ? build : null,
      fields: { container: 'container', 'flags.template': 'container.flagTemplate' },
    },
    folder,
    found,
  );
}

const secondsTime = (seconds: number | null | undefined) =>
  seconds ? new Date(seconds * 1000).toISOString().replace('Z', '+00:00') : null;

function readContainer(source: Source, container: NonNullable<Challenge['container']>, found: Findings) {
  const {
    flagTemplate: _,
    enableTrafficCapture: __,
    containerImage = '',
    containerExposePort,
    ...settings
  } = container;
  const image = (containerImage ?? '').replace(/\{\{\s?\.slug\s?\}\}/g, baseName(source.folder));
  if (image.includes('{{')) {
    found.losses.push(source.remark('container.containerImage', 'text.placeholder', { value: image }));
  }
  const { exposePort = containerExposePort, networkMode = 'Open', ...limits } = settings;
  return { ...limits, image, exposePort, networkMode };
}
