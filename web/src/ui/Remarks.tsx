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

/** What readers of other formats say, by place. */
export function Remarks({ remarks }: { remarks: readonly Remark[] }) {
  const t = useText('code');
  return (
    <ul className={classes.list}>
      {remarks.map(({ file, line, field, what, values = {} }) => (
        <li key={[file, line, field, what, ...Object.values(values)].join(' ')}>
          <span className={classes.place}>
            {[file || '.', ...(line === null ? [] : [line])].join(':')} {field}
          </span>{' '}
          {t(`code.remark.${what as RemarkCode}`, values)}
        </li>
      ))}
    </ul>
  );
}
