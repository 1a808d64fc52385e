import type { NoticeRow } from '@vexil/db/schema/notice';
import { escapeHtml } from '@vexil/http/page/escape-html';
import type { ScoreboardChallenge } from '@vexil/rules/scoreboard.board.rules';
import { boardPage, markOf, rankText, shownChallenges, teamPage } from './archive-board';
import { filePath, fill, framePage, markdownOf, type Page, timeOf } from './archive-frame';

const topTeams = 10;

function gamePage(page: Page): string {
  const { facts, texts } = page;
  const { game, board } = facts;
  const poster = game.posterHash ? filePath(facts, game.posterHash) : undefined;
  const best = board.items.filter(({ rank }) => rank > 0).slice(0, topTeams);
  const rows = best.map(
    ({ id, rank, name, score }) =>
      `<tr><td class="number">${rankText(rank)}</td><td><a href="teams/${id}.html">${escapeHtml(name)}</a></td><td class="number">${score}</td></tr>`,
  );
  const parts = [
    poster === undefined ? '' : `<img class="poster" src="${poster}" alt="">`,
    `<p class="dim">${timeOf(game.startAt.getTime())} – ${timeOf(game.endAt.getTime())}</p>`,
    game.summary === '' ? '' : `<p>${escapeHtml(game.summary)}</p>`,
    rows.length === 0
      ? ''
      : `<h2>${escapeHtml(texts.scoreboard)}</h2><div class="scroll"><table><thead><tr><th class="number">${escapeHtml(texts.rank)}</th><th>${escapeHtml(texts.team)}</th><th class="number">${escapeHtml(texts.points)}</th></tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`,
    game.content.trim() === '' ? '' : `<div class="panel rules">${markdownOf(page, game.content)}</div>`,
  ];
  return framePage(page, game.title, parts.join('\n'));
}

function challengesPage(page: Page): string {
  const { texts } = page;
  const rows = shownChallenges(page).map(
    ({ id, title, category, score, solved }) =>
      `<tr><td>${category}</td><td><a href="challenges/${id}.html">${escapeHtml(title)}</a></td><td class="number">${score}</td><td class="number">${solved}</td></tr>`,
  );
  const heads = `<th>${escapeHtml(texts.category)}</th><th>${escapeHtml(texts.challenge)}</th><th class="number">${escapeHtml(texts.points)}</th><th class="number">${escapeHtml(texts.solves)}</th>`;
  const body =
    rows.length === 0
      ? `<p class="dim">${escapeHtml(texts.noChallenges)}</p>`
      : `<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`;
  return framePage(page, texts.challenges, body);
}

function attachmentOf({ facts, texts, top }: Page, challengeId: number): string {
  const statement = facts.statements.get(challengeId);
  if (!statement || !facts.choice.attachments) return '';
  const { fileHash, fileName, remoteUrl } = statement;
  const path = fileHash === null ? undefined : filePath(facts, fileHash, fileName);
  const name = escapeHtml(texts.attachment);
  if (path !== undefined) return `<p><a href="${top}${path}" download>${name}</a></p>`;
  const isAddress = remoteUrl !== null && /^https?:/i.test(remoteUrl);
  return isAddress ? `<p><a href="${escapeHtml(remoteUrl)}" rel="noopener noreferrer">${name}</a></p>` : '';
}

function challengePage(page: Page, challenge: ScoreboardChallenge): string {
  const { facts, texts } = page;
  const { id, title, category, score, solved, bloods } = challenge;
  const statement = facts.choice.statements ? facts.statements.get(id) : undefined;
  const content = statement?.content.trim() ? `<div class="panel">${markdownOf(page, statement.content)}</div>` : '';
  const hints = (statement?.hints ?? []).map((hint) => `<div class="panel">${markdownOf(page, hint)}</div>`);
  const firsts = bloods.map(
    (blood, at) =>
      `<tr><td class="cell">${markOf(['FirstBlood', 'SecondBlood', 'ThirdBlood'][at] ?? '')}</td><td><a href="../teams/${blood.id}.html">${escapeHtml(blood.name)}</a></td><td>${blood.submitTimeUtc === null ? '' : timeOf(blood.submitTimeUtc)}</td></tr>`,
  );
  const parts = [
    `<p class="dim">${category} · ${score} ${escapeHtml(texts.points)} · ${escapeHtml(texts.solves)}: ${solved}</p>`,
    content,
    attachmentOf(page, id),
    hints.length === 0 ? '' : `<h2>${escapeHtml(texts.hints)}</h2>${hints.join('\n')}`,
    firsts.length === 0
      ? ''
      : `<h2>${escapeHtml(texts.firstSolves)}</h2><div class="scroll"><table>${firsts.join('\n')}</table></div>`,
  ];
  return framePage(page, title, parts.join('\n'));
}

function noticeText(page: Page, { type, values }: NoticeRow): string {
  if (type === 'Normal') return markdownOf(page, values[0] ?? '');
  const [first = '', second = ''] = values;
  const isBlood = type !== 'NewHint' && type !== 'NewChallenge';
  const named: Record<string, string> = isBlood ? { team: first, challenge: second } : { challenge: first };
  return `<p>${escapeHtml(fill(page.texts[type], named))}</p>`;
}

function noticesPage(page: Page): string {
  const { facts, texts } = page;
  const notices = facts.notices.map(
    (notice) =>
      `<article class="panel"><p class="dim">${timeOf(notice.publishedAt.getTime())}</p>${noticeText(page, notice)}</article>`,
  );
  const body = notices.length === 0 ? `<p class="dim">${escapeHtml(texts.noNotices)}</p>` : notices.join('\n');
  return framePage(page, texts.notices, body);
}

/** Every page by its path, one at a time, because a board of thousands of teams has as many pages. */
export function* writePages(page: Omit<Page, 'top'>): Generator<{ path: string; html: string }> {
  const top: Page = { ...page, top: '' };
  const below: Page = { ...page, top: '../' };
  const { board, writeups } = page.facts;
  yield { path: 'index.html', html: gamePage(top) };
  yield boardPage(top, null);
  for (const division of board.divisions) yield boardPage(top, division);
  yield { path: 'challenges.html', html: challengesPage(top) };
  yield { path: 'notices.html', html: noticesPage(top) };
  for (const challenge of shownChallenges(top)) {
    yield { path: `challenges/${challenge.id}.html`, html: challengePage(below, challenge) };
  }
  for (const row of board.items) {
    const hash = writeups.get(row.id);
    const writeup = hash === undefined ? undefined : filePath(page.facts, hash, 'writeup.pdf');
    yield { path: `teams/${row.id}.html`, html: teamPage(below, row, writeup) };
  }
}
