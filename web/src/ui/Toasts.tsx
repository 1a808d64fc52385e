import { useMediaQuery } from '@mantine/hooks';
import { Notifications, notifications, useNotifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { currentLanguage, translate } from '../i18n/translate';
import classes from './Toasts.module.css';
import type { ToastKind, ToastOptions } from './toast';
import { useFloor } from './use-floor';

const looks = {
  success: { color: 'green', icon: <IconCheck aria-hidden /> },
  failure: { color: 'red', icon: <IconAlertTriangle aria-hidden /> },
  news: { color: 'brand', icon: <IconInfoCircle aria-hidden /> },
} satisfies Record<ToastKind, { color: string; icon: ReactNode }>;

/** Puts a toast on the page; `toast.ts` is what features call. */
export function showToast(kind: ToastKind, message: ReactNode, options: ToastOptions): void {
  notifications.show({
    ...looks[kind],
    withBorder: true,
    closeButtonProps: { 'aria-label': translate(currentLanguage(), 'ui.close') },
    classNames: { root: classes.toast, icon: classes.icon, body: classes.body, closeButton: classes.close },
    ...options,
    message,
  });
}

/** Where toasts stand. */
export default function Toasts() {
  const isPhone = useMediaQuery('(max-width: 47.99em)');
  useFloor(
    `.${classes.toasts}[data-position="bottom-left"]`,
    '--toast-floor',
    useNotifications().notifications.length > 0,
  );
  return (
    <Notifications
      className={classes.toasts}
      position="bottom-left"
      limit={isPhone ? 2 : 4}
      notificationMaxHeight={320}
    />
  );
}
