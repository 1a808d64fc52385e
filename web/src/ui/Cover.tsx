import classes from './Cover.module.css';

type CoverProps = { title: string; poster: string | null; eager?: boolean };

/** A hash of the title, from which the pattern is generated. */
function seedOf(title: string): number {
  let seed = 11;
  for (const letter of title) seed = (seed * 33 + (letter.codePointAt(0) ?? 0)) % 9973;
  return seed;
}

const width = 640;
const height = 360;

const pennant = (x: number, y: number, long: number, high: number) =>
  `M${x} ${y}h${long}l${-high * 0.42} ${high / 2}l${high * 0.42} ${high / 2}h${-long}z`;

/** The whole poster, or a pattern generated from the title. Decorative: the title is shown beside it. */
export function Cover({ title, poster, eager = false }: CoverProps) {
  if (poster)
    return <img src={poster} alt="" className={classes.cover} loading={eager ? 'eager' : 'lazy'} decoding="async" />;
  const seed = seedOf(title);
  const rows = 5 + (seed % 3);
  const strong = 1 + (seed % (rows - 2));
  return (
    <div className={`${classes.cover} ${classes.pattern}`} style={{ '--turn': `${((seed % 5) - 2) * 14}` }} aria-hidden>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="xMinYMid slice"
        className={classes.field}
        aria-hidden
      >
        <g transform={`rotate(${-9 + (seed % 4) * 6} ${width / 3} ${height / 2})`}>
          {Array.from({ length: rows + 6 }, (_, row) => row - 3).map((row) => (
            <g key={row} className={row === strong ? classes.strong : classes.quiet}>
              {pennantsOf(seed, row, height / rows).map(({ path, outlined }) => (
                <path key={path} d={path} className={outlined ? classes.outline : undefined} />
              ))}
            </g>
          ))}
        </g>
      </svg>
    </div>
  );
}

function pennantsOf(seed: number, row: number, high: number) {
  const pennants: { path: string; outlined: boolean }[] = [];
  let x = -160 + (((row + 4) * 67 + seed * 9) % 160);
  for (let index = 0; x < width + 120; index += 1) {
    const long = 90 + ((seed * (index + 3) + row * 41 + 200) % 6) * 28;
    pennants.push({ path: pennant(x, row * high + 4, long, high - 8), outlined: (index + row + 8) % 3 === 1 });
    x += long + 16;
  }
  return pennants;
}
