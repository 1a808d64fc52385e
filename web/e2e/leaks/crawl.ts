import type { Route } from '@vexil/contract/route';
import { z } from 'zod';
import { type NamedRoute, namedRoutes } from '../../../server/src/reference/contract-modules';
import { bodyOf, fileOf, type Ids, noteReply, type Params, planHash } from './bodies';
import type { People, Stage } from './people';
import type { Person } from './person';

const times = (sets: Params[], name: string, values: readonly (string | number)[]): Params[] =>
  sets.flatMap((set) => values.map((value) => ({ ...set, [name]: value })));

/** Values of `:id`, by path. */
function idsAt(path: string, ids: Ids): readonly (string | number)[] {
  const kinds: [RegExp, readonly (string | number)[]][] = [
    [/^\/api\/(admin\/)?teams?\/:id/, ids.teams],
    [/^\/api\/admin\/participation\//, [ids.participationId]],
    [/^\/api\/(admin\/instances|proxy(\/noinst)?)\//, ids.containerIds],
    [/^\/api\/(account\/)?tokens\//, [ids.tokenId]],
    [/^\/api\/(edit\/)?posts\//, [ids.postId]],
    [/^\/api\/(game\/games|game|edit\/games|admin\/writeups)\/:id/, Object.values(ids.games).map(({ id }) => id)],
  ];
  const known = kinds.find(([pattern]) => pattern.test(path));
  if (!known) throw new Error(`The leak test has no :id for ${path}.`);
  return known[1];
}

/** All combinations of path parameters. */
function paramsOf({ path }: Route, ids: Ids): Params[] {
  const names = [...path.matchAll(/:([A-Za-z]+)/g)].map(([, name]) => name ?? '');
  if (path.startsWith('/api/game/captures/')) return [{ ...ids.capture }];
  const others: Record<string, readonly (string | number)[]> = {
    divisionId: [ids.divisionId],
    noticeId: [ids.noticeId],
    awardId: [ids.awardId],
    rejudgingId: [ids.rejudgingId],
    caseId: [ids.caseId],
    questionId: [ids.questionId],
    participationId: [ids.participationId],
    planId: [ids.planId],
    importId: [ids.importId],
    hintId: [1, 2],
    tokenId: [ids.gameTokenId],
    factorId: [ids.factorId],
    provider: ['none'],
    flagId: [ids.flagId],
    submissionId: ids.submissionIds,
    searchId: ids.searchIds,
    webhookId: [ids.webhookId],
    deliveryId: [ids.deliveryId],
    checkId: [ids.checkId],
    userId: [ids.userId],
    sessionId: ['0'.repeat(32)],
    writeupId: [ids.participationId],
    hash: [path.includes('/plans/') ? planHash : ids.posterHash],
    name: ['poster'],
    teamId: ids.teams,
    // What a ticket opens is in the answers that bring it.
    ticket: [`v1.${'0'.repeat(80)}`],
  };
  return names.reduce<Params[]>(
    (sets, name) => {
      if (name === 'id') return times(sets, name, idsAt(path, ids));
      if (name === 'challengeId') {
        const games = new Map(Object.values(ids.games).map(({ id, challenges }) => [id, Object.values(challenges)]));
        return sets.flatMap((set) => times([set], name, games.get(Number(set.id)) ?? []));
      }
      const values = others[name];
      if (!values) throw new Error(`The leak test has no :${name} for ${path}.`);
      return times(sets, name, values);
    },
    [{}],
  );
}

const pageLengths = [1000, 500, 100, 50];

/** The largest page, and a search with results. */
function queryOf({ query }: Route, ids: Ids): Record<string, string> | undefined {
  if (!(query instanceof z.ZodObject)) return undefined;
  const count = pageLengths.map(String).find((length) => query.shape.count?.safeParse(length).success);
  const search = 'hint' in query.shape && { hint: 'a' };
  const teams = 'teams' in query.shape && { teams: ids.teams.join(',') };
  return { ...(count && { count }), ...search, ...teams };
}

const nameOf = ({ group, name }: NamedRoute) => `${group}.${name}`;

function asks({ route }: NamedRoute): boolean {
  return route.method === 'GET' || route.method === 'ANY';
}

const pages = ['/', '/games/1', '/api/openapi.json', '/api/docs', '/healthz', '/readyz', '/no/such/page'];

/** Paths outside of the contract. */
export async function openPages(people: readonly Person[]): Promise<void> {
  for (const person of people) for (const path of pages) await person.get(path, `page ${path}`);
}

/** Requests every GET route with all parameters, as every person. */
export async function askEverything(people: readonly Person[], ids: Ids): Promise<void> {
  const ask = async (person: Person) => {
    for (const named of namedRoutes.filter(asks)) {
      const query = queryOf(named.route, ids);
      for (const params of paramsOf(named.route, ids))
        await person.send(named.route, { params, ...(query && { query }) });
    }
  };
  await Promise.all(people.map(ask));
}

async function act(stage: Stage, person: Person, named: NamedRoute, ids: Ids): Promise<void> {
  const { route } = named;
  const call = nameOf(named);
  for (const params of paramsOf(route, ids)) {
    const body = bodyOf(call, person, params, ids, stage) ?? (route.body ? {} : undefined);
    const query = queryOf(route, ids);
    const input = route.upload ? { files: [fileOf(call, ids)] } : { body };
    const sent = await person.send(route, { params, ...input, ...(query && { query }) });
    if (sent.status !== 200 || sent.body.length === 0) continue;
    noteReply(stage, call, sent.body);
    if (call === 'package.startEvent') ids.importId = JSON.parse(sent.body.toString()).id;
    if (call === 'plan.create') ids.planId = JSON.parse(sent.body.toString()).id;
  }
}

const endsSession = new Set(['account.logout', 'account.register']);
const changes = namedRoutes.filter(
  (named) => !asks(named) && named.route.method !== 'DELETE' && !endsSession.has(nameOf(named)),
);
const isOfGame = ({ route }: NamedRoute) => Number(route.path.startsWith('/api/edit/games'));
/** Deletes parents last: games, and within them the shortest paths. */
const deletions = namedRoutes
  .filter(({ route }) => route.method === 'DELETE')
  .sort((a, b) => isOfGame(a) - isOfGame(b) || b.route.path.length - a.route.path.length);

/** Requests every changing route with all parameters, the least privileged persons first. */
export async function changeEverything(stage: Stage, groups: readonly Person[][], ids: Ids): Promise<void> {
  for (const group of groups) {
    await Promise.all(
      group.map(async (person) => {
        for (const named of changes) await act(stage, person, named, ids);
      }),
    );
  }
}

export async function deleteEverything(stage: Stage, groups: readonly Person[][], ids: Ids): Promise<void> {
  const last = namedRoutes.filter((named) => endsSession.has(nameOf(named)));
  for (const group of groups) {
    for (const person of group) {
      for (const named of [...deletions, ...last]) await act(stage, person, named, ids);
    }
  }
}

/** Malformed bodies and URLs that contain secrets. */
export async function mistypeEverything(
  { secrets }: Stage,
  people: Pick<People, 'ada' | 'admin' | 'anonymous'>,
  ids: Ids,
) {
  const typed = secrets.add('typed', 'a secret in a malformed body', 'meant-for-no-one "else" & <none>');
  const inAddress = secrets.add('typed', 'a secret in a malformed URL', 'meantForNoReaderOfUrls');
  for (const person of Object.values(people)) {
    for (const { route } of namedRoutes) {
      const [params] = paramsOf(route, ids);
      const query = { access_token: inAddress, token: inAddress, count: inAddress, skip: inAddress, hint: '' };
      if (asks({ group: '', name: '', route })) await person.send(route, { params, query });
      if (!route.body) continue;
      const names = route.body instanceof z.ZodObject ? Object.keys(route.body.shape) : ['flag'];
      await person.send(route, { params, body: Object.fromEntries(names.map((name) => [name, { [name]: typed }])) });
      await person.send(route, { params, rawBody: `{"flag": "${typed}", 'password': ${typed}` });
    }
    for (const path of [`/api/${inAddress}`, `/${inAddress}`, `/assets/${inAddress}/x`, `/api/game/${inAddress}`]) {
      await person.get(path, 'an address that is none');
    }
    await person.get(`/api/account/profile?password=${inAddress}`, 'account.profile');
  }
}
