import { IconRobot, IconUser, IconUserBolt, type TablerIcon } from '@tabler/icons-react';
import type { DivisionKind } from '@vexil/db/enums/division';
import { useText } from '../i18n/use-text';

const icons: Record<DivisionKind, TablerIcon> = { People: IconUser, Assisted: IconUserBolt, Agents: IconRobot };

type KindIconProps = { kind: DivisionKind; word: string; size?: number };

/** Who plays in a division, where there is no room for the word. */
export function KindIcon({ kind, word, size = 14 }: KindIconProps) {
  const Icon = icons[kind];
  return (
    <span className="inline-row" data-hint={word}>
      <Icon size={size} />
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
