import classes from './GameCover.module.css';

type GameCoverProps = { title: string; poster: string | null; className?: string };

/** A number that a title always gives, for everything about its cover that may differ. */
function seedOf(title: string): number {
  let seed = 11;
  for (const letter of title) seed = (seed * 33 + (letter.codePointAt(0) ?? 0)) % 9973;
  return seed;
}

const pennant = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}l${-height * 0.42} ${height / 2}l${height * 0.42} ${height / 2}h${-width}z`;

/** The game's poster, or a field of pennants drawn from its title in the accent. Decorative: the title stands beside it. */
export function GameCover({ title, poster, className }: GameCoverProps) {
  const box = `${classes.cover} ${className ?? ''}`;
  if (poster) return <img src={poster} alt="" className={box} loading="lazy" decoding="async" />;
  const seed = seedOf(title);
  const rows = 3 + (seed % 3);
  const height = 150 / rows;
  const shift = (seed % 7) * 9;
  const strong = seed % rows;
  return (
    <div className={box} style={{ '--turn': `${((seed % 5) - 2) * 14}` }} aria-hidden>
      <svg viewBox="0 0 400 150" preserveAspectRatio="xMidYMid slice" className={classes.field} aria-hidden>
        <g transform={`rotate(${-8 + (seed % 5) * 4} 200 75)`}>
          {Array.from({ length: rows + 2 }, (_, row) => {
            const y = (row - 1) * height;
            const x = -140 + ((row * 67 + shift) % 160);
            const width = 150 + ((seed >> (row % 6)) % 5) * 38;
            const key = `row ${row}`;
            return (
              <g key={key} className={row - 1 === strong ? classes.strong : classes.quiet}>
                <path d={pennant(x, y + 4, width, height - 8)} />
                <path d={pennant(x + width + 18, y + 4, width * 0.8, height - 8)} className={classes.outline} />
                <path d={pennant(x + width * 1.8 + 40, y + 4, width * 0.5, height - 8)} />
              </g>
            );
          })}
        </g>
      </svg>
    </div>
  );
}
