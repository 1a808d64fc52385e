import { DomainError } from '@vexil/contract/errors';
import type { Language } from '@vexil/contract/languages';
import type { Scoreboard, ScoreboardItem } from '@vexil/contract/scoreboard';
import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';
import type { Deps } from '@vexil/http/deps';
import { shownFieldValues } from '@vexil/rules/own-field.rules';
import { minimumInstant } from '@vexil/rules/scoreboard.board.rules';
import { sheetTime } from './file-time';
import { type CrewMember, listCaptains, listCrews } from './sheet.queries';
import { sheetTextsOf } from './sheet.texts';
import type { Cell, Sheet } from './xlsx';

const rowsAtOnce = 100;

const joined = (crew: readonly CrewMember[], value: (member: CrewMember) => string | null): Cell =>
  crew.length === 0 ? null : crew.map((member) => value(member)?.trim() || '<empty>').join(' / ');

interface AskedField {
  field: OwnField;
  valuesOf(member: CrewMember): FieldValues;
}

const askedFields = (ofAccounts: readonly OwnField[], ofGame: readonly OwnField[]): AskedField[] => [
  ...ofAccounts.map((field) => ({ field, valuesOf: (member: CrewMember) => member.ofAccount })),
  ...ofGame.map((field) => ({ field, valuesOf: (member: CrewMember) => member.ofGame })),
];

function groupByTeam(members: readonly CrewMember[]): Map<number, CrewMember[]> {
  const crews = new Map<number, CrewMember[]>();
  for (const member of members) {
    const crew = crews.get(member.teamId);
    if (crew) crew.push(member);
    else crews.set(member.teamId, [member]);
  }
  return crews;
}

/** `live` marks in the name of the sheet that it differs from the public scoreboard. Throws `scoreboard.noTeams`. */
export async function scoreboardSheet(
  deps: Pick<Deps, 'db' | 'settings'>,
  game: { id: number; individual: boolean; fields: readonly OwnField[] },
  board: Scoreboard,
  { language, live }: { language: Language; live: boolean },
): Promise<Sheet> {
  if (board.items.length === 0) throw new DomainError('scoreboard.noTeams');
  const texts = sheetTextsOf(language, game);
  const { columns } = texts;
  const asked = askedFields((await deps.settings.read()).accountPolicy.fields, game.fields);
  const answerOf = (member: CrewMember, { field, valuesOf }: AskedField) => {
    const value = shownFieldValues([field], valuesOf(member))[0]?.value ?? null;
    return typeof value === 'boolean' ? texts.answers[value ? 'yes' : 'no'] : value;
  };
  // One who plays alone has the name of the row.
  const ofTeams = <Value>(cells: Value[]) => (game.individual ? [] : cells);
  const [captains, members] = await Promise.all([listCaptains(deps.db, game.id), listCrews(deps.db, game.id)]);
  const captainOf = new Map(captains.map(({ teamId, userName }) => [teamId, userName]));
  const crewOf = groupByTeam(members);
  const divisions = new Map(board.divisions.map((division) => [division.id, division]));
  const hasDivisions = divisions.size > 0;
  const hasKinds = board.divisions.some(({ kind }) => kind);
  const hasBoards = board.divisions.some(({ scoresAlone }) => scoresAlone);
  const hasAwards = board.items.some(({ awards }) => awards !== undefined);
  const challenges = Object.values(board.challenges).flat();

  function divisionCells({ divisionId, divisionRank }: ScoreboardItem): Cell[] {
    const { name, kind } = divisions.get(divisionId ?? 0) ?? {};
    return [
      ...(hasDivisions ? [name ?? '-'] : []),
      ...(hasKinds ? [kind ? texts.kinds[kind] : '-'] : []),
      ...(hasBoards ? [divisionRank ?? '-'] : []),
    ];
  }

  function rowOf(item: ScoreboardItem): Cell[] {
    const crew = crewOf.get(item.id) ?? [];
    const points = new Map(item.solvedChallenges.map(({ id, score }) => [id, score]));
    return [
      item.rank === 0 ? '-' : item.rank,
      item.name,
      ...divisionCells(item),
      ...ofTeams([captainOf.get(item.id) ?? null, joined(crew, ({ userName }) => userName)]),
      joined(crew, ({ realName }) => realName),
      joined(crew, ({ email }) => email),
      joined(crew, ({ stdNumber }) => stdNumber),
      joined(crew, ({ phone }) => phone),
      ...asked.map((one) => joined(crew, (member) => answerOf(member, one))),
      item.solvedCount,
      item.lastSubmissionTime > minimumInstant ? sheetTime(item.lastSubmissionTime) : null,
      item.score,
      ...(hasAwards ? [item.awardPoints ?? 0] : []),
      ...challenges.map(({ id }) => points.get(id) ?? 0),
    ];
  }

  return {
    name: live ? texts.liveScoreboard : texts.scoreboard,
    header: [
      columns.rank,
      columns.team,
      ...(hasDivisions ? [columns.division] : []),
      ...(hasKinds ? [columns.kind] : []),
      ...(hasBoards ? [columns.divisionRank] : []),
      ...ofTeams([columns.captain, columns.crew]),
      columns.realName,
      columns.email,
      columns.stdNumber,
      columns.phone,
      ...asked.map(({ field }) => field.name),
      columns.solved,
      columns.time,
      columns.score,
      ...(hasAwards ? [columns.awards] : []),
      ...challenges.map(({ title }) => title),
    ],
    rows: (async function* () {
      for (let from = 0; from < board.items.length; from += rowsAtOnce) {
        yield board.items.slice(from, from + rowsAtOnce).map(rowOf);
      }
    })(),
  };
}
