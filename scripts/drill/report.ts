import { quantile } from '../lib/quantile';
import { bold, red, say } from '../lib/terminal.mjs';

/** What a drill saw. A failed check fails the drill, a fact does not. */
export interface Report {
  fact(name: string, value: string | number): void;
  check(name: string, isOk: boolean, detail?: string): void;
  /** Prints everything as a table of Markdown; gives the exit code. */
  finish(): number;
}

interface Line {
  name: string;
  value: string;
  isOk: boolean;
}

export function openReport(drill: string): Report {
  const lines: Line[] = [];
  const add = (line: Line) => {
    lines.push(line);
    const text = `${line.name}: ${line.value}`;
    say(line.isOk ? text : red(text));
  };
  return {
    fact: (name, value) => add({ name, value: String(value), isOk: true }),
    check(name, isOk, detail = '') {
      add({ name, value: [isOk ? 'ok' : 'FAILED', detail].filter(Boolean).join(', '), isOk });
    },
    finish() {
      const failed = lines.filter(({ isOk }) => !isOk).length;
      const rows = lines.map(({ name, value }) => `| ${name} | ${value} |`);
      say(bold(`\nDrill ${drill}: ${failed === 0 ? 'passed' : `${failed} checks failed`}\n`));
      say(['| What | Seen |', '|---|---|', ...rows].join('\n'));
      return failed === 0 ? 0 : 1;
    },
  };
}

export const secondsOf = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** @returns the value in the middle and the highest of `share`, as milliseconds in words */
export function describeTimes(times: readonly number[]): string {
  if (times.length === 0) return 'none';
  const at = (share: number) => Math.round(quantile(times, share));
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms`;
}
