import { escapeHtml } from '@vexil/http/page/escape-html';
import type { ScoreboardChallenge, ScoreboardRow } from '@vexil/rules/scoreboard.board.rules';
import { framePage, type Page, timeOf } from './archive-frame';

const bloodRanks: Partial<Record<string, number>> = { FirstBlood: 1, SecondBlood: 2, ThirdBlood: 3 };

/** A blood as its number, another solve as a check mark. */
export function markOf(type: string): string {
  const rank = bloodRanks[type];
  return rank === undefined ? '<span class="mark">✓</span>' : `<span class="b${rank}">${rank}</span>`;
}

export const shownChallenges = ({ facts }: Page): ScoreboardChallenge[] => Object.values(facts.board.challenges).flat();

export const rankText = (rank: number | null): string => (rank === null || rank <= 0 ? '–' : String(rank));

const divisionPath = (id: number | null) => (id === null ? 'scoreboard.html' : `scoreboard-${id}.html`);

function divisionLinks({ facts, texts }: Page, current: number | null): string {
  const { divisions } = facts.board;
  if (divisions.length === 0) return '';
  const all: [number | null, string][] = [
    [null, texts.allTeams],
    ...divisions.map(({ id, name }) => [id, name] as [number, string]),
  ];
  const links = all.map(([id, name]) =>
    id === current ? `<strong>${escapeHtml(name)}</strong>` : `<a href="${divisionPath(id)}">${escapeHtml(name)}</a>`,
  );
  return `<p>${links.join(' · ')}</p>`;
}

function boardRow({ facts }: Page, row: ScoreboardRow, rank: number | null, challenges: ScoreboardChallenge[]): string {
  const division = facts.board.divisions.find(({ id }) => id === row.divisionId)?.name ?? '';
  const solves = new Map(row.solvedChallenges.map((solve) => [solve.id, solve]));
  const cells = challenges.map(({ id }) => {
    const solve = solves.get(id);
    return `<td class="cell">${solve ? markOf(solve.type) : ''}</td>`;
  });
  return `<tr><td class="number">${rankText(rank)}</td><td><a href="teams/${row.id}.html">${escapeHtml(row.name)}</a></td><td>${escapeHtml(division)}</td><td class="number">${row.score}</td><td class="number">${row.solvedCount}</td>${cells.join('')}</tr>`;
}

/** `division`: null is the board of all teams. */
export function boardPage(page: Page, division: { id: number; name: string } | null): { path: string; html: string } {
  const { facts, texts } = page;
  const challenges = shownChallenges(page);
  const rankOf = (row: ScoreboardRow) => (division ? row.divisionRank : row.rank);
  const last = Number.MAX_SAFE_INTEGER;
  const rows = facts.board.items
    .filter((row) => division === null || row.divisionId === division.id)
    .toSorted((one, other) => (rankOf(one) || last) - (rankOf(other) || last));
  const heads = challenges.map(
    ({ id, title }) => `<th class="task"><a href="challenges/${id}.html">${escapeHtml(title)}</a></th>`,
  );
  const table = `<div class="scroll"><table><thead><tr><th class="number">${escapeHtml(texts.rank)}</th><th>${escapeHtml(texts.team)}</th><th>${escapeHtml(texts.division)}</th><th class="number">${escapeHtml(texts.points)}</th><th class="number">${escapeHtml(texts.solved)}</th>${heads.join('')}</tr></thead><tbody>
${rows.map((row) => boardRow(page, row, rankOf(row), challenges)).join('\n')}
</tbody></table></div>`;
  const title = division ? `${texts.scoreboard}: ${division.name}` : texts.scoreboard;
  const body = rows.length === 0 ? `<p class="dim">${escapeHtml(texts.noTeams)}</p>` : table;
  const links = divisionLinks(page, division?.id ?? null);
  return { path: divisionPath(division?.id ?? null), html: framePage(page, title, `${links}\n${body}`) };
}

export function teamPage(page: Page, row: ScoreboardRow, writeup: string | undefined): string {
  const { facts, texts } = page;
  const challenges = new Map(shownChallenges(page).map((one) => [one.id, one]));
  const division = facts.board.divisions.find(({ id }) => id === row.divisionId);
  const ranks = [
    `${texts.rank} ${rankText(row.rank)}`,
    ...(division ? [`${division.name} ${rankText(row.divisionRank)}`] : []),
    `${row.score} ${texts.points}`,
  ];
  const solves = row.solvedChallenges
    .toSorted((one, other) => one.time - other.time)
    .flatMap((solve) => {
      const challenge = challenges.get(solve.id);
      if (!challenge) return [];
      return `<tr><td class="cell">${markOf(solve.type)}</td><td><a href="../challenges/${solve.id}.html">${escapeHtml(challenge.title)}</a></td><td>${challenge.category}</td><td class="number">${solve.score}</td><td>${escapeHtml(solve.userName ?? '')}</td><td>${timeOf(solve.time)}</td></tr>`;
    });
  const table =
    solves.length === 0
      ? `<p class="dim">${escapeHtml(texts.noSolves)}</p>`
      : `<div class="scroll"><table><thead><tr><th></th><th>${escapeHtml(texts.challenge)}</th><th>${escapeHtml(texts.category)}</th><th class="number">${escapeHtml(texts.points)}</th><th>${escapeHtml(texts.solvedBy)}</th><th>${escapeHtml(texts.time)}</th></tr></thead><tbody>
${solves.join('\n')}
</tbody></table></div>`;
  const bio = row.bio ? `<p>${escapeHtml(row.bio)}</p>` : '';
  const link = writeup === undefined ? '' : `<p><a href="${page.top}${writeup}">${escapeHtml(texts.writeup)}</a></p>`;
  return framePage(page, row.name, `<p class="dim">${escapeHtml(ranks.join(' · '))}</p>\n${bio}\n${link}\n${table}`);
}
