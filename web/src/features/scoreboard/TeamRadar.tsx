import { useLanguage, useText } from '../../i18n/use-text';
import { type Categorised, categoryKey, categoryName } from '../../ui/category';
import classes from './TeamRadar.module.css';

type RadarSeries = { id: number; name: string; colour: string; dashed: boolean; parts: readonly number[] };

type TeamRadarProps = { categories: readonly Categorised[]; series: readonly RadarSeries[] };

/** Wide enough for the longest names of all languages beside the circle. */
const size = { width: 336, height: 200 };
const centre = { x: 168, y: 100 };
const radius = 74;
const rings = [0.25, 0.5, 0.75, 1];
/** Fewer axes span no area. */
const axesMin = 3;

const spansArea = ({ parts }: RadarSeries) => parts.filter((part) => part > 0).length >= axesMin;

/** The part of the points that each team has of each category; drawn once a team has points in enough of them. */
export function TeamRadar({ categories, series }: TeamRadarProps) {
  const t = useText('scoreboard');
  const language = useLanguage();
  const percent = new Intl.NumberFormat(language, { style: 'percent' });
  const point = (index: number, part: number) => {
    const angle = (index / categories.length) * 2 * Math.PI - Math.PI / 2;
    return { x: centre.x + Math.cos(angle) * radius * part, y: centre.y + Math.sin(angle) * radius * part };
  };
  const shape = (parts: readonly number[]) =>
    `M${parts.map((part, index) => `${point(index, part).x.toFixed(1)} ${point(index, part).y.toFixed(1)}`).join('L')}Z`;
  const isDrawn = series.some(spansArea);
  // The list of categories says it of one team.
  if (!isDrawn && series.length === 1) return null;
  return (
    <figure className="shrinks">
      {isDrawn && (
        <svg className={classes.radar} viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden>
          {rings.map((ring) => (
            <path key={ring} className={classes.ring} d={shape(categories.map(() => ring))} />
          ))}
          {categories.map((category, index) => {
            const { x, y } = point(index, 1.13);
            const anchor = Math.abs(x - centre.x) < 8 ? 'middle' : x > centre.x ? 'start' : 'end';
            return (
              <g key={categoryKey(category)}>
                <path
                  className={classes.ring}
                  d={`M${centre.x} ${centre.y}L${point(index, 1).x} ${point(index, 1).y}`}
                />
                <text className={classes.axis} x={x} y={y + 3} textAnchor={anchor}>
                  {categoryName(t, category)}
                </text>
              </g>
            );
          })}
          {series.map(({ id, colour, dashed, parts }) => (
            <path
              key={id}
              className={classes.area}
              d={shape(parts)}
              style={{ color: `var(${colour})` }}
              strokeDasharray={dashed ? '5 3' : undefined}
            />
          ))}
        </svg>
      )}
      <div className={isDrawn ? 'visually-hidden' : undefined}>
        <table className="full text-13 anywhere">
          <caption>{t('scoreboard.team.radar')}</caption>
          <thead>
            <tr>
              <td />
              {series.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {categories.map((category, index) => (
              <tr key={categoryKey(category)}>
                <th scope="row">{categoryName(t, category)}</th>
                {series.map(({ id, parts }) => (
                  <td key={id} className="figures text-right">
                    {percent.format(parts[index] ?? 0)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
