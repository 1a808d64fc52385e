import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Scoreboard, ScoreboardChallenge, ScoreboardItem } from '@vexil/contract/scoreboard';
import type { Encodable } from '@vexil/http/reply/document';
import type { Encoding } from '@vexil/http/reply/encoding';
import type { ScoreboardState } from '@vexil/rules/scoreboard.advance.rules';
import type { Scoreboard as ComputedScoreboard, ScoreboardRow } from '@vexil/rules/scoreboard.board.rules';
import { groupChallenges } from '@vexil/rules/scoreboard.board.rules';
import { challengesFor, groupOf, scoringAlone } from '@vexil/rules/scoreboard.group.rules';

const compress = {
  gzip: promisify(gzip),
  br: promisify(brotliCompress),
};
// With 2,000 teams the next levels take at least twice as long for 5 % less size.
const options = {
  gzip: { level: 4 },
  br: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
};

// Rows are most of a board, and equal rows are shared between versions.
const rowTexts = new WeakMap<ScoreboardRow, string>();
const solveTexts = new WeakMap<readonly unknown[], string>();

/** Serialised and compressed once, on demand. */
export class Board implements Encodable {
  /** Time spent on serialising and compressing. */
  costMs = 0;
  private readonly documents = new Map<Encoding, Promise<Buffer>>();
  /** By group, as those below. */
  private readonly unlisted: ReadonlyMap<number, readonly ScoreboardChallenge[]>;
  private readonly alone: ReadonlySet<number>;
  private readonly lists = new Map<number, Scoreboard['challenges']>();
  private readonly byId = new Map<number, ReadonlyMap<number, ScoreboardChallenge>>();
  private rowsByTeam: ReadonlyMap<number, ScoreboardItem> | undefined;

  constructor(
    gameId: number,
    private readonly board: ComputedScoreboard,
    readonly version: number,
    private readonly state?: Pick<ScoreboardState, 'challenges' | 'groups' | 'unlisted'>,
    // The time separates versions of a restored database from earlier ones.
    readonly etag = `W/"${gameId}-${version.toString(16).toUpperCase()}-${board.updateTimeUtc.toString(16).toUpperCase()}"`,
  ) {
    this.alone = scoringAlone(board.divisions);
    const ids = [...(state?.unlisted ?? [])];
    const groups = [...(state?.groups ?? [])];
    // Now: the state goes on.
    this.unlisted = new Map(
      groups.map(([group, tasks]) => [group, ids.flatMap((id) => tasks.get(id)?.board ?? [])] as const),
    );
  }

  get updateTimeUtc(): number {
    return this.board.updateTimeUtc;
  }

  get modifiedAt(): number {
    return this.board.updateTimeUtc;
  }

  get challenges(): Scoreboard['challenges'] {
    return this.board.challenges;
  }

  /** The division that scores alone; 0 for all others. */
  groupOf(divisionId: number | null): number {
    return groupOf(divisionId, this.alone);
  }

  /** At the values of the division's teams, also those that are listed with their first solve. */
  challengesFor(divisionId: number | null): Scoreboard['challenges'] {
    const group = this.groupOf(divisionId);
    const known = this.lists.get(group);
    if (known) return known;
    const listed = challengesFor(this.board, group);
    const unlisted = this.unlisted.get(group) ?? [];
    const all = unlisted.length === 0 ? listed : groupChallenges([...Object.values(listed).flat(), ...unlisted]);
    this.lists.set(group, all);
    return all;
  }

  findChallenge(id: number, divisionId: number | null = null): ScoreboardChallenge | undefined {
    const group = this.groupOf(divisionId);
    const known = this.byId.get(group);
    if (known) return known.get(id);
    const all = Object.values(this.challengesFor(divisionId)).flat();
    const byId = new Map(all.map((one) => [one.id, one]));
    this.byId.set(group, byId);
    return byId.get(id);
  }

  tagsOf(challengeId: number): readonly string[] {
    return this.state?.challenges.get(challengeId)?.facts.tags ?? [];
  }

  findRow(teamId: number): ScoreboardItem | undefined {
    this.rowsByTeam ??= new Map(this.board.items.map((row) => [row.id, row]));
    return this.rowsByTeam.get(teamId);
  }

  whole(): Scoreboard {
    return { ...this.board, version: this.version };
  }

  read(encoding: Encoding): Promise<Buffer> {
    const known = this.documents.get(encoding);
    if (known) return known;
    const made = encoding === 'identity' ? this.write() : this.compress(encoding);
    this.documents.set(encoding, made);
    made.catch(() => this.documents.delete(encoding));
    return made;
  }

  private async write(): Promise<Buffer> {
    const startedAt = performance.now();
    const text = Buffer.from(writeBoard(this.board, this.version));
    this.costMs += performance.now() - startedAt;
    return text;
  }

  private async compress(encoding: 'gzip' | 'br'): Promise<Buffer> {
    const text = await this.read('identity');
    const startedAt = performance.now();
    const bytes = await compress[encoding](text, options[encoding]);
    this.costMs += performance.now() - startedAt;
    return bytes;
  }
}

/** Byte for byte what JSON.stringify gives for the reply. */
export function writeBoard(board: ComputedScoreboard, version: number): string {
  const { updateTimeUtc, bloodBonus, bloodBonusPoints, timelines, items, ...rest } = board;
  const { divisions, challenges, challengeCount, divisionValues } = rest;
  const head = JSON.stringify({ updateTimeUtc, version, bloodBonus, bloodBonusPoints, timelines }).slice(0, -1);
  const tail = JSON.stringify({ divisions, challenges, challengeCount, divisionValues }).slice(1);
  return `${head},"items":[${items.map(writeRow).join(',')}],${tail}`;
}

function writeRow(row: ScoreboardRow): string {
  const known = rowTexts.get(row);
  if (known !== undefined) return known;
  const { solvedChallenges, solvedCount, ...head } = row;
  const solves = solveTexts.get(solvedChallenges) ?? JSON.stringify(solvedChallenges);
  solveTexts.set(solvedChallenges, solves);
  const text = `${JSON.stringify(head).slice(0, -1)},"solvedChallenges":${solves},"solvedCount":${solvedCount}}`;
  rowTexts.set(row, text);
  return text;
}
