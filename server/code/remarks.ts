import type { Remark } from './model';

/** Each kind at most so often, then their number. */
const remarksMax = 200;

/** Problems and losses of tables, of which each row may have one. */
export class Remarks {
  readonly problems: Remark[] = [];
  readonly losses: Remark[] = [];
  readonly #counts = new Map<string, number>();

  lose(file: string, field: string, what: Remark['what'], values: Remark['values'] = {}): void {
    const count = (this.#counts.get(what) ?? 0) + 1;
    this.#counts.set(what, count);
    if (count <= remarksMax) this.losses.push({ file, line: null, field, what, values });
  }

  refuse(file: string, field: string, what: Remark['what'], values: Remark['values'] = {}): void {
    if (this.problems.length < remarksMax) this.problems.push({ file, line: null, field, what, values });
  }

  /** The losses, with the number of those that were left out. */
  finished(): Remark[] {
    for (const [what, count] of this.#counts) {
      const values = { count: count - remarksMax };
      if (count > remarksMax) this.losses.push({ file: '', line: null, field: what, what: 'event.more', values });
    }
    this.#counts.clear();
    return this.losses;
  }
}
