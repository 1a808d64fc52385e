import {
  IconAssembly,
  IconBraces,
  IconBrain,
  IconBug,
  IconCpu,
  IconCube,
  IconDeviceMobile,
  IconDice5,
  IconFingerprint,
  IconKey,
  IconSpy,
  IconTargetArrow,
  IconWorld,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ChallengeCategory } from '@vexil/db/enums/challenge';
import { useText } from '../i18n/use-text';
import classes from './CategoryTag.module.css';
import { type Categorised, categoryName, categoryStyle } from './category';

const icons: Record<ChallengeCategory, TablerIcon> = {
  Misc: IconDice5,
  Crypto: IconKey,
  Pwn: IconBug,
  Web: IconWorld,
  Reverse: IconAssembly,
  Blockchain: IconCube,
  Forensics: IconFingerprint,
  Hardware: IconCpu,
  Mobile: IconDeviceMobile,
  PPC: IconBraces,
  AI: IconBrain,
  Pentest: IconTargetArrow,
  OSINT: IconSpy,
};

/** The category's icon in its colour; put its name beside it, or in the name of what it stands in. `size` in pixels. */
export function CategoryIcon({ of, size = 18 }: { of: Categorised; size?: number }) {
  const Icon = icons[of.customCategory?.icon ?? of.category];
  return <Icon size={`${size}px`} color={categoryStyle(of)} className="rigid" />;
}

/** Icon and name on a tint of the category's colour. */
export function CategoryTag({ of }: { of: Categorised }) {
  const t = useText();
  return (
    <span className={classes.tag} style={{ '--category': categoryStyle(of) }}>
      <CategoryIcon of={of} size={14} />
      {categoryName(t, of)}
    </span>
  );
}
