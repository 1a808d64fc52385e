import type { ScoreCurve } from '@vexil/rules/score-curve.rules';
import { fitCurve } from '../curve';
import type { ReadChallenge } from '../model';
import { type DraftFlag, finish, readPlaceholders, useFitted } from './draft';
import { baseName } from './paths';
import type { Reading } from './reading';
import { isMapping } from './source';

const matches = {
  case_sensitive: 'Exact',
  case_insensitive: 'IgnoreCase',
  regex_sensitive: 'Regex',
  regex_insensitive: 'Regex',
} as const;
const strategies = ['case_sensitive', 'case_insensitive', 'regex_sensitive', 'regex_insensitive'] as const;

export async function readNoctf(r: Reading): Promise<ReadChallenge> {
  const statement = readPlaceholders(r, 'description', r.required('description'));
  const way = readPlaceholders(r, 'connection_info', r.text('connection_info') ?? '');
  const [category = '', ...others] = r.texts('categories');
  if (category === '') r.problem('categories', 'field.missing');
  const files = r.items('files');
  const release = r.time('visible_at');
  r.lost('scoring.bonus', 'solve');
  r.ignored('version');
  return finish(r, {
    key: r.required('slug'),
    title: r.required('title'),
    content: statement.text,
    category,
    author: r.text('author'),
    tags: [
      r.text('difficulty') ?? '',
      ...others,
      ...r.members('tags').map(([name]) => `${name}: ${r.text(`tags.${name}`)}`),
    ],
    connection: way.connection || way.text || statement.connection,
    enabled: !r.is('hidden', false) && release === null,
    curve: readScoring(r),
    flags: r.items('flags').map(({ field, value }) => readFlag(r, field, isMapping(value))),
    files: files.flatMap(({ field, value }) => (isMapping(value) ? [] : [{ path: r.required(field), field }])),
    urls: files.flatMap(({ field, value }) => {
      const url = isMapping(value) ? r.required(`${field}.url`) : null;
      return url === null ? [] : [{ url, name: baseName(url) }];
    }),
    hints: r.items('hints').map(({ field }) => ({
      title: r.text(`${field}.title`) ?? '',
      content: r.required(`${field}.description`),
      cost: 0,
    })),
    vexil: release === null ? {} : { release },
    fields: { category: 'categories.0' },
  });
}

function readFlag(r: Reading, field: string, isMember: boolean): DraftFlag {
  if (!isMember) return { text: r.required(field), match: 'Exact', field };
  const strategy = r.word(`${field}.strategy`, strategies);
  const text = r.required(`${field}.data`);
  return { text: strategy === 'regex_insensitive' ? `(?i)${text}` : text, match: matches[strategy], field };
}

function readScoring(r: Reading): Partial<ScoreCurve> {
  const strategy = r.text('scoring.strategy') ?? 'core:static';
  const number = (name: string, usual: number) => r.number(`scoring.params.${name}`) ?? usual;
  const [originalScore, minimumScore] = [number('initial', 500), number('minimum', 100)];
  switch (strategy) {
    case 'core:static':
      return { curve: 'Static', originalScore: number('base', 100) };
    case 'core:quadratic':
      return { curve: 'Logarithmic', originalScore, minimumScore, decay: number('decay', 20) };
    case 'core:exponential': {
      const [k, j] = [number('k', 1), number('j', 1)];
      const value = (n: number) => minimumScore + (originalScore - minimumScore) / (1 + (Math.max(0, n - 1) / k) ** j);
      return useFitted(r, 'scoring', strategy, fitCurve(value, originalScore, minimumScore));
    }
    default:
      r.loss('scoring.strategy', 'curve.assumed', { value: 1000 });
      return {};
  }
}
