import type { ScoreCurve } from '@vexil/rules/score-curve.rules';
import { z } from 'zod';
import { fitCurve } from '../curve';
import type { Folder, ReadChallenge } from '../model';
import { finish, readPlaceholders, useFitted } from './draft';
import { baseName } from './paths';
import { type Findings, readShape, type Source } from './source';
import { readTime } from './time';

const matches = {
  case_sensitive: 'Exact',
  case_insensitive: 'IgnoreCase',
  regex_sensitive: 'Regex',
  regex_insensitive: 'Regex',
} as const;

const Flag = z.object({
  data: z.string(),
  strategy: z
    .enum(['case_sensitive', 'case_insensitive', 'regex_sensitive', 'regex_insensitive'])
    .default('case_sensitive'),
});

const challengeShape = z.object({
  slug: z.string(),
  title: z.string(),
  categories: z.array(z.string()).min(1),
  description: z.string(),
  difficulty: z.string().nullish(),
  author: z.string().nullish(),
  tags: z.record(z.string(), z.string()).nullish(),
  flags: z.array(z.union([z.string(), Flag])).nullish(),
  files: z.array(z.union([z.string(), z.looseObject({ url: z.string() })])).nullish(),
  hidden: z.boolean().default(false),
  visible_at: z.string().nullish(),
  hints: z.array(z.object({ title: z.string().default(''), description: z.string() })).nullish(),
  connection_info: z.string().nullish(),
  scoring: z
    .looseObject({ strategy: z.string().default('core:static'), params: z.record(z.string(), z.number()).nullish() })
    .nullish(),
});
type Challenge = z.output<typeof challengeShape>;

export async function readNoctf(source: Source, folder: Folder, found: Findings): Promise<ReadChallenge | null> {
  const lost = ['scoring.bonus', 'solve'];
  const file = readShape(source, challengeShape, found, { lost, ignored: ['version'] })?.output;
  if (!file) return null;
  const statement = readPlaceholders(source, 'description', file.description, found);
  const way = readPlaceholders(source, 'connection_info', file.connection_info ?? '', found);
  const files = file.files ?? [];
  const release = file.visible_at ? readTime(source, 'visible_at', file.visible_at, found) : null;
  const [category = '', ...others] = file.categories;
  return finish(
    {
      source,
      key: file.slug,
      title: file.title,
      content: statement.text,
      category,
      author: file.author,
      tags: [file.difficulty ?? '', ...others, ...Object.entries(file.tags ?? {}).map((tag) => tag.join(': '))],
      connection: way.connection || way.text || statement.connection,
      enabled: !file.hidden && release === null,
      curve: readScoring(source, file.scoring, found),
      flags: (file.flags ?? []).map((flag, index) => {
        const { data, strategy } =
          typeof flag === 'string' ? { data: flag, strategy: 'case_sensitive' as const } : flag;
        const text = strategy === 'regex_insensitive' ? `(?i)${data}` : data;
        return { text, match: matches[strategy], field: `flags.${index}` };
      }),
      files: files.flatMap((path, index) => (typeof path === 'string' ? [{ path, field: `files.${index}` }] : [])),
      urls: files.flatMap((each) => (typeof each === 'string' ? [] : [{ url: each.url, name: baseName(each.url) }])),
      hints: (file.hints ?? []).map(({ title, description }) => ({ title, content: description, cost: 0 })),
      ...(release && { vexil: { release } }),
      fields: { category: 'categories.0' },
    },
    folder,
    found,
  );
}

function readScoring(source: Source, scoring: Challenge['scoring'], found: Findings): Partial<ScoreCurve> {
  const { strategy = 'core:static', params } = scoring ?? {};
  const { base, initial = 500, minimum = 100, decay = 20, k = 1, j = 1 } = params ?? {};
  switch (strategy) {
    case 'core:static':
      return { curve: 'Static', originalScore: base ?? 100 };
    case 'core:quadratic':
      return { curve: 'Logarithmic', originalScore: initial, minimumScore: minimum, decay };
    case 'core:exponential': {
      const value = (solves: number) => minimum + (initial - minimum) / (1 + (Math.max(0, solves - 1) / k) ** j);
      return useFitted(source, 'scoring', strategy, fitCurve(value, initial, minimum), found);
    }
    default:
      found.losses.push(source.remark('scoring.strategy', 'curve.assumed', { value: '1000' }));
      return {};
  }
}
