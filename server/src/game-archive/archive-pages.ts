import type { NoticeRow } from '@vexil/db/schema/notice';
import type { ChallengeValues, ScoreboardChallenge } from '@vexil/rules/scoreboard.board.rules';
import { type Html, html, joinHtml } from '@vexil/runtime/html';
import { boardPage, divisionName, markOf, rankText, shownChallenges, shownTeams, teamPage } from './archive-board';
import { filePath, fill, framePage, markdownOf, type Page, tableOf, timeOf } from './archive-frame';

const topTeams = 10;

function gamePage(page: Page): Html {
  const { facts, texts } = page;
  const { game, board, ranked } = facts;
  const poster = game.posterHash ? filePath(facts, game.posterHash) : undefined;
  const best = (ranked ? board.items : []).filter(({ rank }) => rank > 0).slice(0, topTeams);
  const rows = best.map(
    ({ id, rank, name, score }) =>
      html`<tr><td class="number">${rankText(rank)}</td><td><a href="teams/${id}.html">${name}</a></td><td class="number">${score}</td></tr>`,
  );
  const handedIn = shownTeams(page)
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, name }) => html`<li><a href="teams/${id}.html">${name}</a></li>`);
  const heads = html`<th class="number">${texts.rank}</th><th>${texts.team}</th><th class="number">${texts.points}</th>`;
  return framePage(page, game.title, [
    poster === undefined ? null : html`<img class="poster" src="${poster}" alt="">`,
    html`<p class="dim">${timeOf(game.startAt.getTime())} – ${timeOf(game.endAt.getTime())}</p>`,
    ...page.facts.pauses.map(
      ({ pausedAt, resumedAt, reason }) =>
        html`<p class="dim">⏸ ${timeOf(pausedAt.getTime())} – ${resumedAt && timeOf(resumedAt.getTime())} · ${reason}</p>`,
    ),
    game.summary === '' ? null : html`<p>${game.summary}</p>`,
    rows.length === 0 ? null : html`<h2>${texts.scoreboard}</h2>${tableOf(heads, rows, '')}`,
    ranked || handedIn.length === 0 ? null : html`<h2>${texts.writeup}</h2><ul>${joinHtml(handedIn, '\n')}</ul>`,
    game.content.trim() === '' ? null : html`<div class="panel rules">${markdownOf(page, game.content)}</div>`,
    game.rules.trim() === '' ? null : html`<div class="panel rules">${markdownOf(page, game.rules)}</div>`,
  ]);
}

function challengesPage(page: Page): Html {
  const { texts } = page;
  const rows = shownChallenges(page).map(
    ({ id, title, category, customCategory, score, solved }) =>
      html`<tr><td>${customCategory?.name ?? category}</td><td><a href="challenges/${id}.html">${title}</a></td><td class="number">${score}</td><td class="number">${solved}</td></tr>`,
  );
  const heads = html`<th>${texts.category}</th><th>${texts.challenge}</th><th class="number">${texts.points}</th><th class="number">${texts.solves}</th>`;
  return framePage(page, texts.challenges, [tableOf(heads, rows, texts.noChallenges)]);
}

function attachmentsOf({ facts, texts, top }: Page, challengeId: number): Html[] {
  const attachments = facts.choice.attachments ? (facts.statements.get(challengeId)?.attachments ?? []) : [];
  return attachments.flatMap(({ fileHash, fileName, remoteUrl }) => {
    // One needs no name beside the others.
    const name = (attachments.length > 1 && (fileName ?? remoteUrl)) || texts.attachment;
    const path = fileHash === null ? undefined : filePath(facts, fileHash, fileName);
    if (path !== undefined) return html`<p><a href="${top}${path}" download>${name}</a></p>`;
    const isAddress = remoteUrl !== null && /^https?:/i.test(remoteUrl);
    return isAddress ? html`<p><a href="${remoteUrl}" rel="noopener noreferrer">${name}</a></p>` : [];
  });
}

function firstSolves(page: Page, { bloods }: ChallengeValues, title: string): Html | null {
  const pages = new Set(shownTeams(page).map((team) => team.id));
  const firsts = bloods.map(
    (blood, at) =>
      html`<tr><td class="cell">${markOf(['FirstBlood', 'SecondBlood', 'ThirdBlood'][at] ?? '')}</td><td>${pages.has(blood.id) ? html`<a href="../teams/${blood.id}.html">${blood.name}</a>` : blood.name}</td><td>${blood.submitTimeUtc && timeOf(blood.submitTimeUtc)}</td></tr>`,
  );
  if (firsts.length === 0) return null;
  return html`<h2>${title}</h2><div class="scroll"><table>${joinHtml(firsts, '\n')}</table></div>`;
}

/** Of the divisions that score alone. */
function valuesOf(page: Page, challengeId: number): { name: string; values: ChallengeValues }[] {
  const { divisions, divisionValues = [] } = page.facts.board;
  return divisionValues.flatMap(({ divisionId, challenges }) => {
    const division = divisions.find(({ id }) => id === divisionId);
    const values = challenges.find(({ id }) => id === challengeId);
    return division && values ? [{ name: divisionName(page, division), values }] : [];
  });
}

function challengePage(page: Page, challenge: ScoreboardChallenge): Html {
  const { facts, texts } = page;
  const { id, title, category, customCategory } = challenge;
  const alone = valuesOf(page, id);
  const worthOf = ({ score, solved }: ChallengeValues) => `${score} ${texts.points} · ${texts.solves}: ${solved}`;
  const statement = facts.choice.statements ? facts.statements.get(id) : undefined;
  const hints = (statement?.hints ?? []).map((hint) => html`<div class="panel">${markdownOf(page, hint)}</div>`);
  return framePage(page, title, [
    html`<p class="dim">${customCategory?.name ?? category} · ${worthOf(challenge)}</p>`,
    ...alone.map(({ name, values }) => html`<p class="dim">${name} · ${worthOf(values)}</p>`),
    statement && statement.author + statement.tags.join('') !== ''
      ? html`<p class="dim">${[statement.author, ...statement.tags].filter(Boolean).join(' · ')}</p>`
      : null,
    statement?.content.trim() ? html`<div class="panel">${markdownOf(page, statement.content)}</div>` : null,
    statement?.connection.trim() ? html`<pre>${statement.connection}</pre>` : null,
    ...attachmentsOf(page, id),
    hints.length === 0 ? null : html`<h2>${texts.hints}</h2>${joinHtml(hints, '\n')}`,
    firstSolves(page, challenge, texts.firstSolves),
    ...alone.map(({ name, values }) => firstSolves(page, values, `${texts.firstSolves}: ${name}`)),
  ]);
}

function noticeText(page: Page, { type, values }: NoticeRow): Html {
  if (type === 'Normal') return markdownOf(page, values[0] ?? '');
  const [first = '', second = '', division] = values;
  const isBlood = type !== 'NewHint' && type !== 'NewChallenge';
  const named: Record<string, string> = isBlood ? { team: first, challenge: second } : { challenge: first };
  return html`<p>${fill(page.texts[type], named)}${isBlood && division ? ` · ${division}` : ''}</p>`;
}

function noticesPage(page: Page): Html {
  const { facts, texts } = page;
  const notices = facts.notices.map(
    (notice) =>
      html`<article class="panel"><p class="dim">${timeOf(notice.publishedAt.getTime())}</p>${noticeText(page, notice)}</article>`,
  );
  return framePage(page, texts.notices, notices.length === 0 ? [html`<p class="dim">${texts.noNotices}</p>`] : notices);
}

/** Every page by its path, one at a time, because a board of thousands of teams has as many pages. */
export function* writePages(page: Omit<Page, 'top'>): Generator<{ path: string; content: Html }> {
  const top: Page = { ...page, top: '' };
  const below: Page = { ...page, top: '../' };
  const { board, ranked, writeups } = page.facts;
  yield { path: 'index.html', content: gamePage(top) };
  for (const division of ranked ? [null, ...board.divisions] : []) yield boardPage(top, division);
  yield { path: 'challenges.html', content: challengesPage(top) };
  yield { path: 'notices.html', content: noticesPage(top) };
  for (const challenge of shownChallenges(top)) {
    yield { path: `challenges/${challenge.id}.html`, content: challengePage(below, challenge) };
  }
  for (const row of shownTeams(page)) {
    const hash = writeups.get(row.id);
    const writeup = hash === undefined ? undefined : filePath(page.facts, hash, 'writeup.pdf');
    yield { path: `teams/${row.id}.html`, content: teamPage(below, row, writeup) };
  }
}
