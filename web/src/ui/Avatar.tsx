import classes from './Avatar.module.css';

export type AvatarProps = {
  name: string;
  src?: string | null;
  /** Pixels. */
  size?: number;
  /** People are round, teams square. */
  shape?: 'person' | 'team';
};

const hues = [20, 48, 150, 175, 200, 225, 250, 275, 300, 325, 350];

/** Which hue a name gets never changes. */
function hueOf(name: string): number {
  let hash = 7;
  for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 4096;
  return hues[hash % hues.length] ?? 250;
}

function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s_\-.]+/u)
    .filter(Boolean);
  const [first = '', second] = words;
  const letters = second
    ? [[...first][0], [...second][0]]
    : [...first].slice(0, /^\p{Script=Han}/u.test(first) ? 1 : 2);
  return letters.join('').toUpperCase();
}

/** A picture, or the name's initials on a colour of its own. Decorative: the name stands beside it. */
export function Avatar({ name, src, size = 28, shape = 'person' }: AvatarProps) {
  const style = {
    width: size,
    height: size,
    fontSize: Math.max(10, Math.round(size * 0.4)),
    borderRadius: shape === 'person' ? '50%' : Math.max(4, Math.round(size * 0.2)),
    '--hue': hueOf(name),
  };
  if (src) return <img src={src} alt="" className={classes.picture} style={style} loading="lazy" decoding="async" />;
  return (
    <span className={classes.initials} style={style} aria-hidden>
      {initials(name)}
    </span>
  );
}
