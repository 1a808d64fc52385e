import { styleText } from 'node:util';
import type { Plan, PlanChange } from '@vexil/contract/plan';
import { diffLines } from '../line-diff';
import { memberName } from '../member-paths';
import type { ReadFolder, Remark } from '../model';
import { remarkText } from '../texts';
import { type ValueWords, valueText } from '../value-text';

/** Colour only where a person reads it. */
type Style = 'green' | 'yellow' | 'red' | 'dim' | 'bold';
const isTerminal = () => process.stdout.isTTY === true && !process.env.NO_COLOR;
const paint = (style: Style, text: string) => (isTerminal() ? styleText(style, text) : text);

export const line = (text = '') => void process.stdout.write(`${text}\n`);
export const note = (text: string) => void process.stderr.write(`${text}\n`);

/** Names of a repository may hold control characters, which a terminal would obey. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced
const plain = (text: string) => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/g, '�');

const placeOf = ({ file, line: at, field }: Remark) =>
  [file === '' ? '.' : file, ...(at === null ? [] : [at])].join(':') + (field === '' ? '' : ` ${field}`);

const remarkLine = (remark: Remark) => plain(`${placeOf(remark)}: ${remarkText(remark)}`);

const signs = { Add: '+', Change: '~', Replace: '±', Remove: '-' } as const;
const styles = { Add: 'green', Change: 'yellow', Replace: 'yellow', Remove: 'red' } as const;

const isState = (field: string) => field === 'isEnabled';
const words: ValueWords = {
  none: '(empty)',
  is: (field, value) => (isState(field) ? (value ? 'visible' : 'hidden') : value ? 'yes' : 'no'),
  time: (at) => new Date(at).toISOString().replace(/(:00)?\.000Z$/, 'Z'),
  points: String,
  name: (member) => member,
  word: (_, value) => value,
};

/** One line, or the lines that differ below the name. */
function fieldLines({ field, before, after, changedIn, noticed }: PlanChange['fields'][number], isGame: boolean) {
  const name = memberName(field, isGame);
  const where =
    (noticed ? paint('dim', '  players notice') : '') +
    (changedIn === 'Folder' ? '' : paint('red', '  changed in the browser: --mine or --theirs'));
  if (before === null || after === null) return [`${name} changed${where}`];
  const texts = [valueText(field, before, words), valueText(field, after, words)] as const;
  if (texts.every((text) => !text.includes('\n'))) return [`${name} ${texts.map(plain).join(' → ')}${where}`];
  const [old, own] = diffLines(...texts);
  const only = (lines: typeof old, style: Style, sign: string) =>
    lines.filter(({ isOwn }) => isOwn).map(({ text }) => paint(style, `  ${sign} ${plain(text)}`));
  return [`${name}${where}`, ...only(old, 'red', '-'), ...only(own, 'green', '+')];
}

function changeLines(change: PlanChange): string[] {
  const { kind, key, fields, needs } = change;
  const marks = [
    ...(kind === 'Replace' ? ['made anew, its type differs'] : []),
    ...needs.map((need) => `needs --allow ${need}`),
  ];
  const head = paint(styles[kind], `${signs[kind]} ${plain(key || change.path)}`);
  const mark = marks.length > 0 ? `  (${marks.join(', ')})` : '';
  const [first = [], ...others] = fields.map((field) => fieldLines(field, key === ''));
  const isOne = others.length === 0 && first.length === 1;
  const rows = isOne ? [] : [first, ...others].flat().map((each) => `    ${each}`);
  const rejudge = needs.includes('flags') ? ['    Submissions keep their verdicts: see Judging for a re-judging.'] : [];
  return [`${head}${isOne ? `: ${first}` : ''}${mark}`, ...rows, ...rejudge];
}

export const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`;

export function showPlan(plan: Plan): void {
  for (const change of plan.changes) for (const each of changeLines(change)) line(each);
  if (plan.changes.length > 0) line();
  const of = (kind: PlanChange['kind']) => plan.changes.filter((change) => change.kind === kind).length;
  const bytes = plan.missingFiles.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const files =
    plan.missingFiles.length === 0 ? '' : `, ${count(plan.missingFiles.length, 'file')} to send (${bytes} bytes)`;
  const changed = of('Change') + of('Replace');
  const sums = `${of('Add')} to add, ${changed} to change, ${of('Remove')} to delete, ${plan.unchanged} unchanged${files}`;
  line(
    paint(
      'bold',
      plan.changes.length === 0 ? `Nothing to do: ${count(plan.unchanged, 'challenge')} as in the folder.` : `${sums}.`,
    ),
  );
}

export function showRemarks({ problems, losses }: Pick<ReadFolder, 'problems' | 'losses'>): void {
  for (const loss of losses) note(`${paint('yellow', 'lost')}  ${remarkLine(loss)}`);
  for (const problem of problems) note(`${paint('red', 'error')} ${remarkLine(problem)}`);
}
