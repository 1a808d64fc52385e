import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { useText } from '../i18n/use-text';
import { LeaveGuard } from './LeaveGuard';
import { useDialogClose } from './unsaved';

type OneTimeProps = {
  className: string | undefined;
  doneLabel: string;
  /** The label of the button says that they are kept, so nothing is asked. */
  doneIsKept?: boolean;
  children: (onKept: () => void) => ReactNode;
  /** Beside the button that closes. */
  actions: (onKept: () => void) => ReactNode;
};

/** Secrets that are shown once, in a FormModal: closing asks first while nothing of them was copied or downloaded. */
export function OneTime({ className, doneLabel, doneIsKept = false, children, actions }: OneTimeProps) {
  const t = useText();
  const [kept, setKept] = useState(false);
  const onKept = () => setKept(true);
  const close = useDialogClose();
  return (
    // What was selected by hand is copied as well.
    <div className={className} onCopy={onKept}>
      {children(onKept)}
      <div className="row wrap end gap-8">
        {actions(onKept)}
        <Button
          onClick={() => {
            if (doneIsKept) flushSync(onKept);
            close?.();
          }}
        >
          {doneLabel}
        </Button>
      </div>
      <LeaveGuard active={!kept} text={t('ui.form.leaveSecret')} />
    </div>
  );
}
