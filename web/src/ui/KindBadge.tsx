import { IconRobot, IconUser, IconUserBolt, type TablerIcon } from '@tabler/icons-react';
import type { DivisionKind } from '@vexil/db/enums/division';
import { useText } from '../i18n/use-text';

const icons: Record<DivisionKind, TablerIcon> = { People: IconUser, Assisted: IconUserBolt, Agents: IconRobot };

type KindIconProps = { kind: DivisionKind; word: string; size?: number };

/** Who plays in a division, where there is no room for the word. */
export function KindIcon({ kind, word, size = 12 }: KindIconProps) {
  const Icon = icons[kind];
  return (
    <span data-hint={word}>
      <Icon size={size} style={{ verticalAlign: 'middle' }} />
      <span className="visually-hidden">{word}</span>
    </span>
  );
}

/** Who plays in a division: people, people with agents, or agents. */
export function KindBadge({ kind, size = 16 }: { kind: DivisionKind; size?: number }) {
  const t = useText();
  const Icon = icons[kind];
  return (
    <span className="inline-row gap-4 nowrap">
      <Icon size={size} />
      {t(`ui.kind.${kind}`)}
    </span>
  );
}

/** The word for who plays in a division, unless its name says so. */
export const nameWithKind = (name: string, word?: string | null) =>
  word && word !== name ? `${name} · ${word}` : name;

type DivisionNameProps = { division: { name: string; kind?: DivisionKind | null } | undefined; size?: number };

/** A division and who plays in it; nothing without one. */
export function DivisionName({ division, size = 16 }: DivisionNameProps) {
  const t = useText();
  if (!division) return null;
  const { name, kind } = division;
  const Icon = kind && icons[kind];
  return (
    <span className="inline-row gap-4 anywhere">
      {Icon && <Icon size={size} className="rigid" />}
      {nameWithKind(name, kind && t(`ui.kind.${kind}`))}
    </span>
  );
}
