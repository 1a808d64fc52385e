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
import { categoryColour } from '../theme/tokens';
import classes from './CategoryTag.module.css';

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
export function CategoryIcon({ category, size = 18 }: { category: ChallengeCategory; size?: number }) {
  const Icon = icons[category];
  return <Icon size={`${size}px`} color={categoryColour(category)} className="rigid" aria-hidden />;
}

/** Icon and name on a tint of the category's colour. */
export function CategoryTag({ category }: { category: ChallengeCategory }) {
  const t = useText();
  return (
    <span className={classes.tag} style={{ '--category': categoryColour(category) }}>
      <CategoryIcon category={category} size={14} />
      {t(`ui.category.${category}`)}
    </span>
  );
}
