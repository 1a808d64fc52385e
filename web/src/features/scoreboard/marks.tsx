import { type ChallengeCategory, challengeCategories } from '@vexil/db/enums/challenge';
import type { SubmissionType } from '@vexil/db/enums/submission';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text';
import { categories, type Token } from '../../theme/tokens';
import { BloodMark, type BloodRank } from '../../ui/BloodMark';
import type { Solve } from './board-rows';

export type MarkKind = 'first' | 'second' | 'third' | 'solved' | 'nothing';

const kinds: Partial<Record<SubmissionType, MarkKind>> = {
  FirstBlood: 'first',
  SecondBlood: 'second',
  ThirdBlood: 'third',
};

/** The blood mark, else whether the solve scored. */
export const markOf = ({ type, score }: Pick<Solve, 'type' | 'score'>): MarkKind =>
  kinds[type] ?? (score > 0 ? 'solved' : 'nothing');

const pennant = 'M5 3.5v17M5.5 4.5h14l-4.4 4.75 4.4 4.75h-14z';

/** The flag of a category as a background: an SVG element in each of a thousand cells makes the first layout slow. */
export const flagImage = (category: ChallengeCategory) => `var(--flag-${category.toLowerCase()})`;

const flagOf = (colour: string) =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'><path d='${pennant}' fill='${colour}' stroke='${colour}' stroke-width='2' stroke-linejoin='round'/></svg>`,
  )}")`;

const flagVariables = (scheme: keyof Token) =>
  challengeCategories
    .map((category) => `--flag-${category.toLowerCase()}:${flagOf(categories[category][scheme])}`)
    .join(';');

const flagStyles = (['dark', 'light'] as const)
  .map((scheme) => `[data-mantine-color-scheme="${scheme}"]{${flagVariables(scheme)}}`)
  .join('');

/** Symbols shared by all marks of the page, so that each of a thousand cells costs one small element. Rendered once. */
export function MarkShapes() {
  return (
    <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden>
      <style>{flagStyles}</style>
      <symbol id="mark-solved" viewBox="0 0 24 24">
        <path d={pennant} fill="currentColor" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      </symbol>
      <symbol id="mark-nothing" viewBox="0 0 24 24">
        <path d={pennant} fill="none" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" />
      </symbol>
    </svg>
  );
}

const ranks: Partial<Record<MarkKind, BloodRank>> = { first: 1, second: 2, third: 3 };

/** Decorative; `size` in pixels. */
export function Mark({ kind, size = 20 }: { kind: MarkKind; size?: number }) {
  const rank = ranks[kind];
  if (rank) return <BloodMark rank={rank} size={size} decorative />;
  return (
    <svg width={size} height={size} aria-hidden>
      <use href={`#mark-${kind}`} />
    </svg>
  );
}

export function useMarkNames(): Record<MarkKind, string> {
  const t = useText('scoreboard');
  return useMemo(
    () => ({
      first: t('ui.blood.first'),
      second: t('ui.blood.second'),
      third: t('ui.blood.third'),
      solved: t('scoreboard.mark.solved'),
      nothing: t('scoreboard.mark.nothing'),
    }),
    [t],
  );
}
