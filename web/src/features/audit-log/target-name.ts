import type { AuditEntry } from '@vexil/contract/audit';
import { plainText } from '@vexil/rules/plain-text.rules';

const nameLengthMax = 60;

/** What people call the thing that was changed; undefined where neither the entry nor what is stored has a name. */
export function nameOfTarget({ targetName, before, after }: Pick<AuditEntry, 'targetName' | 'before' | 'after'>) {
  const values = [targetName ?? undefined];
  for (const member of ['title', 'name', 'userName']) values.push(textOf(after, member), textOf(before, member));
  const content = textOf(after, 'content') ?? textOf(before, 'content');
  if (content) values.push(plainText(content, nameLengthMax));
  const [line] =
    values
      .find((value) => value)
      ?.trim()
      .split('\n') ?? [];
  return line && line.length > nameLengthMax ? `${line.slice(0, nameLengthMax)}…` : line;
}

function textOf(values: Record<string, unknown> | null, member: string): string | undefined {
  const value = values?.[member];
  return typeof value === 'string' ? value : undefined;
}
