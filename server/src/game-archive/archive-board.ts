import type { DivisionKind } from '@vexil/db/enums/division';
import { signedPoints } from '@vexil/rules/award.rules';
import type { ScoreboardChallenge, ScoreboardDivision, ScoreboardRow } from '@vexil/rules/scoreboard.board.rules';
import { type Html, html, joinHtml } from '@vexil/runtime/html';
import { framePage, type Page, tableOf, timeOf } from './archive-frame';

const bloodRanks: Partial<Record<string, number>> = { FirstBlood: 1, SecondBlood: 2, ThirdBlood: 3 };

/** A blood as its number, another solve as a check mark. */
export function markOf(type: string): Html {
  const rank = bloodRanks[type];
  return rank === undefined ? html`<span class="mark">✓</span>` : html`<span class="b${rank}">${rank}</span>`;
}

export const shownChallenges = ({ facts }: Page): ScoreboardChallenge[] => Object.values(facts.board.challenges).flat();

/** Without the board, those whose writeup is in the archive. */
export const shownTeams = ({ facts: { board, ranked, writeups } }: Pick<Page, 'facts'>): ScoreboardRow[] =>
  ranked ? board.items : board.items.filter(({ id }) => writeups.has(id));

export const rankText = (rank: number | null): string => (rank === null || rank <= 0 ? '–' : String(rank));

/** With the word for who plays in it. */
export const divisionName = (
  { texts }: Pick<Page, 'texts'>,
  { name, kind }: { name: string; kind?: DivisionKind | undefined },
) => (kind ? `${name} (${texts.kinds[kind]})` : name);

const divisionPath = (id: number | null) => (id === null ? 'scoreboard.html' : `scoreboard-${id}.html`);

function divisionLinks(page: Page, current: number | null): Html | null {
  const { facts, texts } = page;
  const divisions = facts.board.divisions.map((one) => ({ id: one.id, name: divisionName(page, one) }));
  if (divisions.length === 0) return null;
  const all: { id: number | null; name: string }[] = [{ id: null, name: texts.allTeams }, ...divisions];
  const links = all.map(({ id, name }) =>
    id === current ? html`<strong>${name}</strong>` : html`<a href="${divisionPath(id)}">${name}</a>`,
  );
  return html`<p>${joinHtml(links, ' · ')}</p>`;
}

function boardRow(page: Page, row: ScoreboardRow, rank: number | null, challenges: ScoreboardChallenge[]): Html {
  const division = page.facts.board.divisions.find(({ id }) => id === row.divisionId);
  const solves = new Map(row.solvedChallenges.map((solve) => [solve.id, solve]));
  const cells = challenges.map(({ id }) => {
    const solve = solves.get(id);
    return html`<td class="cell">${solve && markOf(solve.type)}</td>`;
  });
  return html`<tr><td class="number">${rankText(rank)}</td><td><a href="teams/${row.id}.html">${row.name}</a></td><td>${division && divisionName(page, division)}</td><td class="number">${row.score}</td><td class="number">${row.solvedCount}</td>${cells}</tr>`;
}

/** `division`: null is the board of all teams. */
export function boardPage(page: Page, division: ScoreboardDivision | null): { path: string; content: Html } {
  const { facts, texts } = page;
  const challenges = shownChallenges(page);
  const rankOf = (row: ScoreboardRow) => (division ? row.divisionRank : row.rank);
  const last = Number.MAX_SAFE_INTEGER;
  const rows = facts.board.items
    .filter((row) => division === null || row.divisionId === division.id)
    .toSorted((one, other) => (rankOf(one) || last) - (rankOf(other) || last))
    .map((row) => boardRow(page, row, rankOf(row), challenges));
  const titles = challenges.map(
    ({ id, title }) => html`<th class="task"><a href="challenges/${id}.html">${title}</a></th>`,
  );
  const heads = html`<th class="number">${texts.rank}</th><th>${texts.team}</th><th>${texts.division}</th><th class="number">${texts.points}</th><th class="number">${texts.solved}</th>${titles}`;
  const title = division ? `${texts.scoreboard}: ${divisionName(page, division)}` : texts.scoreboard;
  const id = division?.id ?? null;
  const parts = [divisionLinks(page, id), tableOf(heads, rows, texts.noTeams)];
  return { path: divisionPath(id), content: framePage(page, title, parts) };
}

export function teamPage(page: Page, row: ScoreboardRow, writeup: string | undefined): Html {
  const { facts, texts } = page;
  const challenges = new Map(shownChallenges(page).map((one) => [one.id, one]));
  const division = facts.board.divisions.find(({ id }) => id === row.divisionId);
  const ranks = [
    `${texts.rank} ${rankText(row.rank)}`,
    ...(division ? [`${divisionName(page, division)} ${rankText(row.divisionRank)}`] : []),
    `${row.score} ${texts.points}`,
  ];
  const solves = row.solvedChallenges
    .toSorted((one, other) => one.time - other.time)
    .flatMap((solve) => {
      const challenge = challenges.get(solve.id);
      if (!challenge) return [];
      return html`<tr><td class="cell">${markOf(solve.type)}</td><td><a href="../challenges/${solve.id}.html">${challenge.title}</a></td><td>${challenge.customCategory?.name ?? challenge.category}</td><td class="number">${solve.score}</td><td>${solve.userName}</td><td>${timeOf(solve.time)}</td></tr>`;
    });
  const awards = (facts.ranked ? row.awards : undefined)?.map(
    ({ points, reason, label, time, challengeId = 0 }) =>
      html`<tr><td class="number">${signedPoints(points)}</td><td>${[reason, challenges.get(challengeId)?.title ?? []].flat().join(': ')}</td><td>${label}</td><td>${timeOf(time)}</td></tr>`,
  );
  const answers = facts.answers
    .filter(({ teamId }) => teamId === row.id)
    .map(({ userName, fields }) => {
      const said = fields.map(
        ({ name, value }) => `${name}: ${typeof value === 'boolean' ? texts[value ? 'yes' : 'no'] : value}`,
      );
      return html`<p><b>${userName}</b> · ${said.join(' · ')}</p>`;
    });
  const awardHeads = html`<th class="number">${texts.points}</th><th>${texts.reason}</th><th></th><th>${texts.time}</th>`;
  const heads = html`<th></th><th>${texts.challenge}</th><th>${texts.category}</th><th class="number">${texts.points}</th><th>${texts.solvedBy}</th><th>${texts.time}</th>`;
  return framePage(page, row.name, [
    facts.ranked ? html`<p class="dim">${ranks.join(' · ')}</p>` : null,
    row.bio ? html`<p>${row.bio}</p>` : null,
    ...answers,
    writeup === undefined ? null : html`<p><a href="${page.top}${writeup}">${texts.writeup}</a></p>`,
    facts.ranked ? tableOf(heads, solves, texts.noSolves) : null,
    awards ? html`<h2>${texts.awards}</h2>` : null,
    awards ? tableOf(awardHeads, awards, '') : null,
  ]);
}
