import type { ReadChallenge } from '../model';
import { type Draft, type DraftFlag, finish, hasFile, readExposedPort, readPlaceholders, readText } from './draft';
import { pathIn, resolvePath } from './paths';
import type { Reading } from './reading';
import { isMapping } from './source';

export async function readCtfPilot(r: Reading): Promise<ReadChallenge> {
  const about = 'description_location';
  const statement = readPlaceholders(r, about, (await readText(r, about, r.text(about) ?? 'description.md')) ?? '');
  const way = readPlaceholders(r, 'connection', r.text('connection') ?? '');
  const handout = r.text('handout_dir') ?? 'handout';
  const hasHandout = r.folder.paths.some((path) => path.startsWith(`${resolvePath(r.source.folder, handout)}/`));
  const keys = r.texts('prerequisites');
  r.lost('instanced_name', 'instanced_subdomains');
  r.ignored('version', '$schema');
  return finish(r, {
    key: r.required('slug'),
    title: r.required('name'),
    content: statement.text,
    category: r.text('category') ?? '',
    author: r.text('author'),
    tags: [r.text('difficulty') ?? '', ...r.texts('tags')],
    connection: way.connection || way.text || statement.connection,
    enabled: r.is('enabled', true),
    curve: {
      curve: 'Logarithmic',
      originalScore: r.number('points') ?? 1000,
      minimumScore: r.number('min_points') ?? 100,
      decay: r.number('decay') ?? 75,
    },
    flags: r.items('flag').flatMap(({ field, value }) => readFlag(r, field, isMapping(value))),
    files: hasHandout ? [{ path: handout, field: 'handout_dir' }] : [],
    requires: keys.length > 0 ? { keys, count: null, lockedShown: false } : null,
    ...(await readInstance(r)),
    fields: { content: about, connection: 'connection' },
  });
}

function readFlag(r: Reading, field: string, isMember: boolean): DraftFlag[] {
  if (isMember) {
    const match = r.is(`${field}.case_sensitive`, true) ? 'Exact' : 'IgnoreCase';
    return [{ text: r.required(`${field}.flag`), match, field }];
  }
  const text = r.required(field);
  if (text === 'dynamic') r.loss(field, 'flag.kind', { value: text });
  return text === 'dynamic' ? [] : [{ text, match: 'Exact', field }];
}

async function readInstance(r: Reading): Promise<Partial<Draft>> {
  const type = r.word('type', ['static', 'shared', 'instanced']);
  const [dockerfile] = r.items('dockerfile_locations');
  const kind = r.text('instanced_type');
  if (type === 'static' && !dockerfile) return {};
  const pathOf = (member: string, usual: string) =>
    dockerfile ? resolvePath(r.source.folder, r.text(`${dockerfile.field}.${member}`) ?? usual) : null;
  const build = pathOf('context', '.');
  const place = pathOf('location', 'Dockerfile') ?? pathIn(r.source.folder, 'Dockerfile');
  return {
    type: 'StaticContainer',
    build: hasFile(r.folder, place) ? build : null,
    container: { image: r.text('slug') ?? '', exposePort: (await readExposedPort(place, r.folder)) ?? 80 },
    vexil: {
      containerOptions: {
        mainKind: kind === 'web' ? 'http' : 'tcp',
        sharing: type === 'instanced' ? 'none' : 'kept',
      },
    },
  };
}
