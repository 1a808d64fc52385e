import {
  IconAlertOctagon,
  IconAlertTriangle,
  IconBulb,
  IconInfoCircle,
  IconMessageExclamation,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useText } from '../i18n/use-text';
import classes from './Markdown.module.css';
import type { CalloutKind } from './markdown-parse';

const icons: Record<CalloutKind, TablerIcon> = {
  note: IconInfoCircle,
  tip: IconBulb,
  important: IconMessageExclamation,
  warning: IconAlertTriangle,
  caution: IconAlertOctagon,
};

export function MarkdownCallout({ kind, children }: { kind: CalloutKind; children: ReactNode }) {
  const t = useText('markdown');
  const Icon = icons[kind];
  return (
    <div className={classes.callout} data-kind={kind}>
      <p className={classes.calloutTitle}>
        <Icon />
        {t(`markdown.callout.${kind}`)}
      </p>
      {children}
    </div>
  );
}
