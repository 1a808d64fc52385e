import type { RemarkCode } from '@vexil/code/texts';
import { useText } from '../i18n/use-text';
import classes from './Remarks.module.css';

type Remark = {
  file: string;
  line: number | null;
  field: string;
  /** A `RemarkCode`. */
  what: string;
  values?: Record<string, string | number> | undefined;
};

type Place = Pick<Remark, 'file' | 'line' | 'field'> & { text: string };

const placeOf = ({ file, line, field }: Place) =>
  `${[file || '.', ...(line === null ? [] : [line])].join(':')} ${field}`;

/** Remarks with their texts. */
export function Places({ places }: { places: readonly Place[] }) {
  return (
    <ul className={classes.list}>
      {places.map((place) => (
        <li key={`${placeOf(place)} ${place.text}`}>
          <span className={classes.place}>{placeOf(place)}</span> {place.text}
        </li>
      ))}
    </ul>
  );
}

/** What readers of other formats say, by place. */
export function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  const t = useText('code');
  const textOf = ({ what, values = {} }: Remark) => t(`code.remark.${what as RemarkCode}`, values);
  return <Places places={remarks.map((remark) => ({ ...remark, text: textOf(remark) }))} />;
}
