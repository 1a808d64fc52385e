import { AwardBody } from '@vexil/contract/award';
import type { BaseFeature, Translate } from '../../i18n/texts';
import { describeIssue } from '../../ui/describe-issue';
import { parseCsv } from '../../ui/read-csv';
import type { AwardedTeam, NewAward } from './judging.queries';

export const awardColumns = ['team', 'points', 'reason', 'label'] as const;
type Column = (typeof awardColumns)[number];

export type AwardLine = {
  /** In the file, from 1. */
  line: number;
  cells: Record<Column, string>;
  body: NewAward;
  errors: string[];
};

export type ReadAwards = { lines: AwardLine[]; missing: Column[] };

const numberOf: Record<string, Column> = { teamid: 'team', team_id: 'team', teamname: 'team' };

const columnOf = (head: string): Column | undefined => {
  const name = head.trim().toLowerCase();
  return awardColumns.find((column) => column === name) ?? numberOf[name];
};

/** A team by its name, in any case of letters, or by its number. */
export function readAwards(
  text: string,
  teams: readonly AwardedTeam[],
  t: Translate<'judging' | BaseFeature>,
  newId: () => string,
): ReadAwards {
  const [head = [], ...rows] = parseCsv(text);
  const columns = head.map(columnOf);
  const missing = (['team', 'points', 'reason'] as const).filter((column) => !columns.includes(column));
  const byName = new Map<string, AwardedTeam>(teams.map((team) => [team.name.toLowerCase(), team]));
  const byId = new Map<string, AwardedTeam>(teams.map((team) => [String(team.id), team]));
  const lines = rows.map((row, index): AwardLine => {
    const cells = { team: '', points: '', reason: '', label: '' };
    for (const [at, column] of columns.entries()) if (column) cells[column] = row[at] ?? '';
    const team = byName.get(cells.team.toLowerCase()) ?? byId.get(cells.team);
    const { reason } = cells;
    // Sent again after a failure, the same line makes no second award.
    const externalId = `csv-${newId()}`;
    const points = cells.points === '' ? Number.NaN : Number(cells.points);
    const body = { teamId: team?.id ?? 1, points, reason, label: cells.label || null, externalId };
    const issues = AwardBody.safeParse(body).error?.issues ?? [];
    const errors = issues.map((issue) => {
      const field = String(issue.path[0]) as 'points' | 'reason' | 'label';
      return `${t(`judging.${field}`)}: ${describeIssue(issue, body[field], t)}`;
    });
    return { line: index + 2, cells, body, errors: team ? errors : [t('judging.csv.noTeam'), ...errors] };
  });
  return { lines, missing };
}
