import classes from './GameCover.module.css';

type GameCoverProps = { title: string; poster: string | null; className?: string };

/** A hash of the title, from which the pattern is generated. */
function seedOf(title: string): number {
  let seed = 11;
  for (const letter of title) seed = (seed * 33 + (letter.codePointAt(0) ?? 0)) % 9973;
  return seed;
}

const pennant = (x: number, y: number, width: number, height: number) =>
  `M${x} ${y}h${width}l${-height * 0.42} ${height / 2}l${height * 0.42} ${height / 2}h${-width}z`;

/** The poster, or a pattern generated from the title. Decorative: the title is shown beside it. */
export function GameCover({ title, poster, className }: GameCoverProps) {
  const box = `${classes.cover} ${className ?? ''}`;
  if (poster) return <img src={poster} alt="" className={box} loading="lazy" decoding="async" />;
  const seed = seedOf(title);
  const rows = 3 + (seed % 3);
  const strong = seed % rows;
  return (
    <div className={box} style={{ '--turn': `${((seed % 5) - 2) * 14}` }} aria-hidden>
      <svg viewBox="0 0 1200 150" preserveAspectRatio="xMinYMid slice" className={classes.field} aria-hidden>
        <g transform={`rotate(${-6 + (seed % 4) * 4} 240 75)`}>
          {Array.from({ length: rows + 6 }, (_, row) => row - 3).map((row) => (
            <g key={row} className={row === strong ? classes.strong : classes.quiet}>
              {pennantsOf(seed, row, 150 / rows).map(({ path, outlined }) => (
                <path key={path} d={path} className={outlined ? classes.outline : undefined} />
              ))}
            </g>
          ))}
        </g>
      </svg>
    </div>
  );
}

function pennantsOf(seed: number, row: number, height: number) {
  const pennants: { path: string; outlined: boolean }[] = [];
  let x = -160 + (((row + 4) * 67 + seed * 9) % 160);
  for (let index = 0; x < 1320; index += 1) {
    const width = 110 + ((seed * (index + 3) + row * 41 + 200) % 6) * 34;
    pennants.push({ path: pennant(x, row * height + 4, width, height - 8), outlined: (index + row + 8) % 3 === 1 });
    x += width + 20;
  }
  return pennants;
}
