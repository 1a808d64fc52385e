/** The mark: a swallow-tailed pennant on its staff. Decorative beside the name; `size` in pixels. */
export function Pennant({ size = 24 }: { size?: number }) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} fill="none" aria-hidden="true">
      <path d="M5 2.75v18.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" opacity="0.72" />
      <path d="M8 4h13.5l-4.5 5.25 4.5 5.25H8z" fill="currentColor" />
    </svg>
  );
}
